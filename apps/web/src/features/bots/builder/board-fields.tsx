import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { acceptsText } from '@switchyard/contracts/boards/columns';
import { type BotNode, MAX_FIELDS, type NodeOf } from '@switchyard/contracts/bots/flow';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { boardsQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { SaveAs } from './step-inputs.tsx';

/** Settings of a step that adds an item to a board, or changes the one that it finds. */
export function BoardFields(props: { step: NodeOf<'board'>; onChange: (part: Partial<BotNode>) => void }) {
  const { t } = useTranslation('bots');
  const { step, onChange } = props;
  const { boardId, cells } = step;
  const boards = useQuery(boardsQuery);
  const board = useQuery({
    ...apiQuery.boards.read.queryOptions({ input: { id: boardId ?? '' } }),
    enabled: boardId !== null,
  });
  const columns = board.data?.columns.filter(({ type }) => acceptsText(type)) ?? [];
  const choose = (id: string | null) => onChange({ boardId: id, groupId: null, findBy: null, cells: [] });
  return (
    <>
      <NativeSelect
        label={t('builder.board')}
        value={boardId ?? ''}
        data={[
          { value: '', label: t('builder.nowhere') },
          ...withCurrent(boards.data?.data, boardId, boards.isSuccess ? t('builder.baseGone') : '…'),
        ]}
        onChange={(event) => choose(event.currentTarget.value || null)}
      />
      {board.isError && (
        <Text size="sm" role="status">
          {t('builder.baseGone')}
        </Text>
      )}
      {board.data && (
        <>
          <Cells
            step={step}
            columns={columns}
            onChange={(next) => {
              const isStillSet = next.some(({ columnId }) => columnId === step.findBy);
              onChange({ cells: next, ...(!isStillSet && { findBy: null }) });
            }}
          />
          <NativeSelect
            label={t('builder.findBy')}
            description={t('builder.findByHelp')}
            value={step.findBy ?? ''}
            data={[
              { value: '', label: t('builder.alwaysNew') },
              ...columns
                .filter(({ _id, type }) => type !== 'file' && cells.some(({ columnId }) => columnId === _id))
                .map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={(event) => onChange({ findBy: event.currentTarget.value || null })}
          />
          <NativeSelect
            label={t('builder.newItemsIn')}
            value={step.groupId ?? board.data.groups[0]?._id ?? ''}
            data={withCurrent(board.data.groups, step.groupId, t('builder.baseGone'))}
            onChange={(event) => onChange({ groupId: event.currentTarget.value || null })}
          />
          <SaveAs value={step.saveAs} onChange={(saveAs) => onChange({ saveAs })} />
        </>
      )}
    </>
  );
}

/** The options, with the current choice added if they lack it. */
function withCurrent(offered: readonly { _id: string; name: string }[] = [], current: string | null, unknown: string) {
  const data = offered.map(({ _id, name }) => ({ value: _id, label: name }));
  return current === null || data.some(({ value }) => value === current)
    ? data
    : [...data, { value: current, label: unknown }];
}

function Cells(props: {
  step: NodeOf<'board'>;
  columns: readonly { _id: string; name: string }[];
  onChange: (cells: NodeOf<'board'>['cells']) => void;
}) {
  const { t } = useTranslation('bots');
  const { columns, onChange } = props;
  const { cells } = props.step;
  const free = columns.filter(({ _id }) => !cells.some(({ columnId }) => columnId === _id));
  const change = (at: number, part: Partial<(typeof cells)[number]>) =>
    onChange(cells.map((cell, place) => (place === at ? { ...cell, ...part } : cell)));
  return (
    <Stack gap="xs" role="group" aria-label={t('builder.cells')}>
      {cells.map((cell, at) => (
        <Group key={cell.columnId} gap={6} wrap="nowrap" align="end">
          <NativeSelect
            label={t('builder.cellColumn', { number: at + 1 })}
            value={cell.columnId}
            data={withCurrent(
              columns.filter(({ _id }) => _id === cell.columnId || free.some((column) => column._id === _id)),
              cell.columnId,
              t('builder.baseGone'),
            )}
            onChange={(event) => change(at, { columnId: event.currentTarget.value })}
            style={{ flex: 1 }}
          />
          <TextInput
            label={t('builder.cellValue', { number: at + 1 })}
            value={cell.value}
            placeholder="{answer}"
            onChange={(event) => change(at, { value: event.currentTarget.value })}
            dir="auto"
            style={{ flex: 1 }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('builder.removeCell', { number: at + 1 })}
            onClick={() => onChange(cells.filter((_, place) => place !== at))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        disabled={free.length === 0 || cells.length >= MAX_FIELDS}
        onClick={() => free[0] && onChange([...cells, { columnId: free[0]._id, value: '' }])}
      >
        {t('builder.addCell')}
      </Button>
    </Stack>
  );
}
