import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { faultText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { enginesQuery } from '../../../lib/api/choices.ts';
import '@mantine/dropzone/styles.layer.css';
import type { ImportedContact } from '@switchyard/contracts/contacts/import';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { api } from '../../../lib/api/client.ts';
import type { TextTable } from '../../../lib/workbook/read-table.ts';
import { readTableFile } from '../../../lib/workbook/table-client.ts';
import '../texts.ts';

const PAGE_SIZE = 1000;

/** Takes a file or, if `onRows` is given, an engine's chat partners. */
export function ChooseSource(props: {
  onTable: (table: TextTable, fileName: string) => void;
  onRows?: ((rows: ImportedContact[]) => void) | undefined;
}) {
  const { t } = useTranslation('contacts');
  const file = useMutation({
    mutationFn: (chosen: File) => readTableFile(chosen),
    onSuccess: (table, chosen) => props.onTable(table, chosen.name),
  });
  return (
    <Stack gap="md">
      {file.error && <Notice tone="error">{faultText(file.error)}</Notice>}
      <Dropzone
        multiple={false}
        loading={file.isPending}
        useFsAccessApi={false}
        inputProps={{ accept: '.xlsx,.xls,.csv,.txt', 'aria-label': t('importing.drop') }}
        onDrop={([chosen]) => chosen && file.mutate(chosen)}
      >
        <Stack align="center" gap={4} py="xl" style={{ pointerEvents: 'none' }}>
          <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
          <Text fw={550}>{t('importing.drop')}</Text>
          <Hint>{t('importing.dropHint')}</Hint>
        </Stack>
      </Dropzone>
      {props.onRows && <FromEngines isDisabled={file.isPending} onRows={props.onRows} />}
    </Stack>
  );
}

function FromEngines({ isDisabled, onRows }: { isDisabled: boolean; onRows: (rows: ImportedContact[]) => void }) {
  const { t } = useTranslation('contacts');
  const engines = useQuery(enginesQuery);
  const chats = useMutation({ mutationFn: chatContacts, onSuccess: onRows });
  return (
    <>
      <Divider label={t('importing.fromEngine')} />
      {chats.error && <Notice tone="error">{faultText(chats.error)}</Notice>}
      <Group gap="xs">
        {(engines.data?.data ?? []).map((engine) => (
          <Button
            key={engine._id}
            variant="default"
            disabled={isDisabled || chats.isPending}
            onClick={() => chats.mutate(engine._id)}
          >
            {t('importing.takeFrom', { name: engine.name })}
          </Button>
        ))}
        {engines.data?.data.length === 0 && <Hint>{t('importing.noEngine')}</Hint>}
      </Group>
    </>
  );
}

/** Everyone an engine has a chat with, by the name they gave themselves. Groups are skipped. */
async function chatContacts(engineId: string): Promise<ImportedContact[]> {
  const rows = new Map<string, ImportedContact>();
  for (let skip = 0, total = 1; skip < total; skip += PAGE_SIZE) {
    const page = await api.chats.list({ id: engineId, limit: PAGE_SIZE, skip });
    for (const { chat, name } of page.data) {
      if (chat.startsWith('+')) rows.set(chat, { row: rows.size + 1, mobile: chat, ...(name && { name }) });
    }
    total = page.total;
  }
  return [...rows.values()];
}
