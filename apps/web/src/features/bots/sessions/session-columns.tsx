import type { BotSessionSummary } from '@switchyard/contracts/bots/sessions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import '../texts.ts';

/** Columns of spec 000 section 2.4. */
export function useSessionColumns(): DataColumn<BotSessionSummary>[] {
  const { t } = useTranslation('bots');
  return useMemo(
    () => [
      { id: 'id', name: t('sessions.columns.id'), width: 300, isFixed: true, cell: ({ _id }) => <code>{_id}</code> },
      { id: 'botId', name: t('sessions.columns.botId'), width: 300, cell: ({ botId }) => <code>{botId}</code> },
      {
        id: 'status',
        name: t('sessions.columns.status'),
        width: 130,
        cell: ({ status }) => <StatusBadge context="botSession" state={status} />,
      },
      {
        id: 'createdAt',
        name: t('sessions.columns.createdAt'),
        width: 140,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
      {
        id: 'updatedAt',
        name: t('sessions.columns.updatedAt'),
        width: 140,
        cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
      },
    ],
    [t],
  );
}
