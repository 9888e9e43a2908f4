import { Button, FileButton, Group, Modal, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { COLUMN_TYPES, type ColumnType, hasOptions, isReadOnlyType } from '@switchyard/contracts/boards/columns';
import { MAX_CELLS_AT_ONCE, MAX_ROWS_AT_ONCE } from '@switchyard/contracts/boards/limits';
import type { Board, LeftOut } from '@switchyard/contracts/boards/operations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v7 } from 'uuid';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { TextTable } from '../../../lib/workbook/read-table.ts';
import { readTableFile } from '../../../lib/workbook/table-client.ts';
import { readCell } from '../clipboard.ts';
import { type ColumnTarget, guessTargets, parentRows } from '../import-columns.ts';
import '../texts.ts';

const LISTED_ROWS = 20;
const toOptionValue = (target: ColumnTarget): string => {
  if (target === null || target === 'partOf') return target ?? '';
  return 'into' in target ? target.into : `new ${target.make}`;
};
const fromOptionValue = (text: string): ColumnTarget => {
  if (text === '' || text === 'partOf') return text || null;
  return text.startsWith('new ') ? { make: text.slice(4) as ColumnType } : { into: text };
};
/** Types that need no settings. */
const isCreatable = (type: ColumnType): boolean =>
  !isReadOnlyType(type) && !hasOptions(type) && !['people', 'file', 'currency'].includes(type);

interface ImportResult {
  importId: string;
  added: number;
  leftOut: LeftOut[];
}

/** Imports rows of a file into a board, after a preview of the column mapping. The whole import can be undone. */
export function ImportDialog(props: { board: Board; people: ReadonlyMap<string, string>; onClose: () => void }) {
  const { t } = useTranslation('boards');
  const { board, people } = props;
  const queries = useQueryClient();
  const [table, setTable] = useState<TextTable | null>(null);
  const [columnTargets, setColumnTargets] = useState<ColumnTarget[]>([]);
  const [groupId, setGroupId] = useState(board.groups[0]?._id ?? '');
  const [error, setError] = useState<unknown>(null);
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);

  const choose = async (file: File | null) => {
    if (!file) return;
    setError(null);
    try {
      const found = await readTableFile(file);
      setTable(found);
      setColumnTargets(guessTargets(found.header, found.rows, board.columns, t('subitem.of')));
    } catch (failure) {
      setError(failure);
    }
  };
  const run = async ({ header, rows }: TextTable) => {
    setError(null);
    setDone(0);
    const importId = v7();
    const leftOut: LeftOut[] = [];
    let added = 0;
    try {
      let { columns } = board;
      const targetIds: (string | null)[] = [];
      for (const [at, target] of columnTargets.entries()) {
        if (target === 'partOf') targetIds.push(null);
        else if (target && 'make' in target) {
          ({ columns } = await api.boards.addColumn({ id: board._id, name: header[at] ?? '', type: target.make }));
          targetIds.push(columns.at(-1)?._id ?? null);
        } else targetIds.push(target?.into ?? null);
      }
      const imported = targetIds.flatMap((columnId, index) => {
        const column = columns.find(({ _id }) => _id === columnId);
        return column ? [{ column, at: index }] : [];
      });
      const parents = columnTargets.includes('partOf') ? parentRows(rows, columnTargets.indexOf('partOf')) : null;
      const columnIds = imported.map(({ column }) => column._id);
      const size = Math.min(MAX_ROWS_AT_ONCE, Math.floor(MAX_CELLS_AT_ONCE / columnIds.length));
      for (let firstRow = 0; firstRow < rows.length; firstRow += size) {
        const values = rows
          .slice(firstRow, firstRow + size)
          .map((row) => imported.map(({ column, at }) => readCell(column, row[at] ?? '', people)));
        const batch = {
          boardId: board._id,
          groupId,
          columnIds,
          rows: values,
          importId,
          firstRow,
          ...(parents && { parents: parents.slice(firstRow, firstRow + size) }),
        };
        const answer = await api.boards.addRows(batch);
        added += answer.added;
        leftOut.push(...answer.leftOut.map((skipped) => ({ ...skipped, row: skipped.row + firstRow })));
        setDone(firstRow + values.length);
      }
    } catch (failure) {
      setError(failure);
    }
    setResult({ importId, added, leftOut });
    await queries.invalidateQueries({ queryKey: apiQuery.boards.key() });
  };
  const undo = async ({ importId }: ImportResult) => {
    try {
      const { removed } = await api.boards.removeRows({ id: board._id, importId });
      toast(t('import.undone', { count: removed }));
      await queries.invalidateQueries({ queryKey: apiQuery.boards.key() });
      props.onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  const targets = [
    { value: '', label: t('import.leaveOut') },
    { value: 'partOf', label: t('subitem.of') },
    ...board.columns.filter(({ type }) => !isReadOnlyType(type)).map(({ _id, name }) => ({ value: _id, label: name })),
    ...COLUMN_TYPES.filter(isCreatable).map((type) => ({
      value: `new ${type}`,
      label: t('import.newColumn', { type: t(`type.${type}`) }),
    })),
  ];
  const existingTargets = columnTargets.flatMap((target) =>
    target && target !== 'partOf' && 'into' in target ? [target.into] : [],
  );
  const hasDuplicates = new Set(existingTargets).size < existingTargets.length;
  return (
    <Modal opened onClose={props.onClose} title={t('import.title')} size="lg" closeOnClickOutside={false}>
      <Stack gap="md">
        {error !== null && <Notice tone="error">{error instanceof Error ? error.message : failureText(error)}</Notice>}
        {!table && (
          <>
            <Hint>{t('import.hint')}</Hint>
            <FileButton accept=".xlsx,.xls,.csv" onChange={(file) => void choose(file)}>
              {(button) => <Button {...button}>{t('import.choose')}</Button>}
            </FileButton>
          </>
        )}
        {table && !result && done === null && (
          <>
            <Hint>{t('import.rows', { count: table.rows.length, formatted: formatNumber(table.rows.length) })}</Hint>
            {table.header.map((name, index) => (
              <NativeSelect
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file may share a name and never move
                key={index}
                label={name || t('item.unnamed')}
                description={table.rows
                  .slice(0, 3)
                  .map((row) => row[index])
                  .filter(Boolean)
                  .join(' · ')
                  .slice(0, 80)}
                data={targets}
                value={toOptionValue(columnTargets[index] ?? null)}
                onChange={({ currentTarget: { value } }) =>
                  setColumnTargets(columnTargets.with(index, fromOptionValue(value)))
                }
              />
            ))}
            <NativeSelect
              label={t('item.group')}
              data={board.groups.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={groupId}
              onChange={({ currentTarget: { value } }) => setGroupId(value)}
            />
            <Hint size="xs">{t('import.noAutomations')}</Hint>
            {hasDuplicates && <Notice tone="warning">{t('import.twice')}</Notice>}
            <Group justify="flex-end">
              <Button
                disabled={hasDuplicates || columnTargets.every((target) => target === null)}
                onClick={() => void run(table)}
              >
                {t('import.start')}
              </Button>
            </Group>
          </>
        )}
        {table && !result && done !== null && (
          <>
            <Progress value={(100 * done) / table.rows.length} aria-label={t('import.title')} animated />
            <Text size="sm" role="status">
              {formatNumber(done)} / {formatNumber(table.rows.length)}
            </Text>
          </>
        )}
        {table && result && (
          <>
            <Text role="status">
              {t('import.added', { count: result.added, formatted: formatNumber(result.added) })}
            </Text>
            {result.leftOut.length > 0 && (
              <Notice tone="warning">
                {t('import.leftOut', { count: result.leftOut.length, formatted: formatNumber(result.leftOut.length) })}{' '}
                {result.leftOut
                  .slice(0, LISTED_ROWS)
                  .map(({ row, columnId }) => {
                    const column = board.columns.find(({ _id }) => _id === columnId)?.name ?? '';
                    return `${formatNumber(row + table.firstRow)}${column && ` (${column})`}`;
                  })
                  .join(', ')}
                {result.leftOut.length > LISTED_ROWS && '…'}
              </Notice>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => void undo(result)}>
                {t('import.undo')}
              </Button>
              <Button onClick={props.onClose}>{t('import.close')}</Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}
