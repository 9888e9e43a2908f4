import { Text } from '@mantine/core';
import type { EngineInDepth } from '@switchyard/contracts/engines';
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import '../texts.ts';
import classes from './explorer.module.css';

type Chat = EngineInDepth['chats']['latest'][number];

/** Whom the engine has written to, as far as the server knows. */
export function Chats({ chats }: { chats: EngineInDepth['chats'] }) {
  const { t } = useTranslation('engines');
  const columns: DataColumn<Chat>[] = [
    {
      id: 'recipient',
      name: t('explorer.recipient'),
      isFixed: true,
      sortBy: (row) => row.recipient,
      cell: (row) => <bdi>{row.recipient}</bdi>,
    },
    {
      id: 'firstSentAt',
      name: t('explorer.firstWritten'),
      sortBy: (row) => row.firstSentAt,
      cell: (row) => <RelativeTime at={row.firstSentAt} />,
    },
  ];
  return (
    <>
      <Text c="dimmed" size="sm">
        {t('explorer.chats', { count: chats.total })}. {t('explorer.chatsHint')}
      </Text>
      <div className={classes.table}>
        <DataTable
          label={t('explorer.tab.chats')}
          name="engine-chats"
          columns={columns}
          rows={chats.latest}
          rowId={(row) => row.recipient}
          empty={<EmptyState icon={IconMessages} title={t('explorer.noChats')} text={t('explorer.noChatsText')} />}
        />
      </div>
    </>
  );
}
