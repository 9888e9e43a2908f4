import { Button, Group, ScrollArea, Select, Stack, Text, TextInput } from '@mantine/core';
import type { ImportedContact } from '@switchyard/contracts/contacts/import';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { listsQuery } from '../../../lib/api/choices.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { TextTable } from '../../../lib/workbook/read-table.ts';
import { useCollection } from '../api/contacts.ts';
import '../texts.ts';
import { type ColumnUse, guessUses, mappingFault, rowsOf, TARGETS } from './columns.ts';

const MAX_NAME_LENGTH = 64;

/** The name, or the name with the first free number: an older list of that name has other contacts. */
function newName(name: string, isTaken: (name: string) => boolean): string {
  const names = (number: number) => `${name.trim().slice(0, MAX_NAME_LENGTH - 4)}${number > 1 ? ` ${number}` : ''}`;
  let number = 1;
  while (isTaken(names(number))) number += 1;
  return names(number);
}

/** Maps each column, and selects the list that the contacts are added to. */
export function ColumnsStep(props: {
  table: TextTable;
  fileName: string;
  /** The contacts must be added to a list; by default one named after the file. */
  needsList: boolean;
  onBack: () => void;
  onStart: (rows: ImportedContact[], listId: string | undefined) => void;
}) {
  const { t } = useTranslation('contacts');
  const { table } = props;
  const [uses, setUses] = useState(() => guessUses(table.header));
  const [listName, setListName] = useState('');
  const lists = useQuery(listsQuery);
  const { create } = useCollection('lists');
  const baseName = props.fileName.replace(/\.[^.]+$/, '');
  const rows = rowsOf(table, uses);
  const fault = mappingFault(uses);
  const start = async () => {
    const findList = (name: string) => lists.data?.data.find((list) => list.name.toLowerCase() === name.toLowerCase());
    const name =
      listName.trim() || (props.needsList ? newName(baseName, (taken) => findList(taken) !== undefined) : '');
    const known = findList(name);
    if (name === '' || known) return props.onStart(rows, known?._id);
    await create.mutateAsync({ name }).then(
      (created) => props.onStart(rows, created._id),
      () => undefined,
    );
  };
  return (
    <Stack gap="sm">
      {fault && (
        <Notice tone="error">
          {fault.kind === 'twice'
            ? t('importing.twice', { name: t(`importing.target.${fault.target}`) })
            : t('importing.needNumber')}
        </Notice>
      )}
      {create.error && <Notice tone="error">{faultText(create.error)}</Notice>}
      <Text size="sm" fw={550}>
        {t('importing.columns')}
      </Text>
      <ScrollArea.Autosize mah={360} scrollbars="y" styles={{ content: { minWidth: 0 } }}>
        <Stack gap="xs">
          {table.header.map((name, column) => (
            // Columns never move, and two of them may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
            <Group key={`${column} ${name}`} gap="xs" wrap="nowrap">
              <Stack gap={0} flex={1} miw={0}>
                <Text size="sm" fw={550} dir="auto" truncate>
                  {name}
                </Text>
                <Hint size="xs" dir="auto" truncate>
                  {t('importing.sample', { value: table.rows.find((row) => row[column])?.[column] ?? '' })}
                </Hint>
              </Stack>
              <Select
                w={{ base: 150, xs: 240 }}
                flex="none"
                allowDeselect={false}
                aria-label={name}
                value={uses[column] ?? 'ignore'}
                data={[
                  ...TARGETS.map((value) => ({ value, label: t(`importing.target.${value}`) })),
                  ...(name === '' ? [] : [{ value: 'field', label: t('importing.asField', { name }) }]),
                  { value: 'ignore', label: t('importing.leaveOut') },
                ]}
                onChange={(use) => setUses(uses.with(column, use as ColumnUse))}
              />
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <TextInput
        label={t('importing.intoList')}
        description={t(props.needsList ? 'importing.intoListWanted' : 'importing.intoListHint')}
        placeholder={baseName}
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        value={listName}
        onChange={(event) => setListName(event.currentTarget.value)}
      />
      <Group justify="space-between">
        <Button variant="default" onClick={props.onBack}>
          {t('importing.back')}
        </Button>
        <Button
          disabled={fault !== null || rows.length === 0 || lists.isPending}
          loading={create.isPending}
          onClick={() => void start()}
        >
          {t('importing.start', { count: rows.length, formatted: formatNumber(rows.length) })}
        </Button>
      </Group>
    </Stack>
  );
}
