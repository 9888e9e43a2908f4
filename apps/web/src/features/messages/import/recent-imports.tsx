import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import type { MessageImport } from '@switchyard/contracts/messages/import';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { recentImports } from '../api/imports.ts';
import '../texts.ts';
import { UndoImport } from './undo-import.tsx';

/** The latest imports: result, link to their rows in the table, and undo. */
export function RecentImports({ onShow }: { onShow: (importId: string) => void }) {
  const { t } = useTranslation('messages');
  const [isOpen, setIsOpen] = useState(false);
  const imports = useQuery({ ...recentImports(), enabled: isOpen });
  const show = (importId: string) => {
    setIsOpen(false);
    onShow(importId);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus width={380}>
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconHistory size={16} />} onClick={() => setIsOpen(!isOpen)}>
          {t('importing.recent')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {imports.isError && <ErrorState error={imports.error} onRetry={() => void imports.refetch()} />}
        {imports.isPending && <Hint role="status">{t('loading')}</Hint>}
        {imports.data?.data.length === 0 && <Text size="sm">{t('importing.recentEmpty')}</Text>}
        <Stack gap="md">
          {imports.data?.data.map((recentImport) => (
            <ImportEntry key={recentImport._id} entry={recentImport} onShow={() => show(recentImport._id)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function ImportEntry({ entry, onShow }: { entry: MessageImport; onShow: () => void }) {
  const { t } = useTranslation('messages');
  const word = useStateWord('message');
  const standing = entry.standing.map(({ status, count }) => `${formatNumber(count)} ${word(status).toLowerCase()}`);
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550}>
          {t('importing.recentRows', { count: entry.total })}
        </Text>
        <Hint>
          <RelativeTime at={entry.createdAt} />
        </Hint>
      </Group>
      <Hint>{standing.join(', ')}</Hint>
      <Group gap="xs">
        <Button size="xs" variant="subtle" onClick={onShow}>
          {t('importing.recentShow')}
        </Button>
        <UndoImport importId={entry._id} count={entry.withdrawable} />
      </Group>
    </div>
  );
}
