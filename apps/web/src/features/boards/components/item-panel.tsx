import { Box, Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { type CellValue, isReadOnlyType } from '@switchyard/contracts/boards/columns';
import type { Board, BoardColumn, BoardItem, ItemChange } from '@switchyard/contracts/boards/operations';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { historyOf, oneItem } from '../api/boards.ts';
import { detailsOf } from '../api/item-details.ts';
import classes from './boards.module.css';
import { CellInput } from './cell-input.tsx';
import { cellText } from './cell-text.ts';
import { CellView } from './cell-view.tsx';
import { FileNames } from './files-input.tsx';
import { ItemChecklist } from './item-checklist.tsx';
import { ItemComments } from './item-comments.tsx';
import { ItemLinks } from './item-links.tsx';
import { ItemMessageCard } from './item-message.tsx';
import { ItemParts } from './item-parts.tsx';
import { ItemPlanFields } from './item-plan.tsx';
import { ItemScheduled } from './item-scheduled.tsx';
import '../texts.ts';

/** All cells and details of one item. */
export function ItemPanel(props: {
  board: Board;
  itemId: string;
  /** Items in the displayed order; moving an item within its group steps past these. */
  items: readonly BoardItem[];
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  /** Null while the items are sorted, because a manual order would not be visible. */
  onMove: ((item: BoardItem, groupId: string, beforeId: string | null) => void) | null;
  onSet: (item: BoardItem, column: BoardColumn, value: CellValue) => void;
  /** If omitted, buttons are disabled. */
  onPress: ((item: BoardItem, column: BoardColumn) => void) | undefined;
  onRemove: (item: BoardItem) => void;
  onOpen: (item: BoardItem) => void;
  onAddPart: (parent: BoardItem, name: string) => void;
}) {
  const { t } = useTranslation('boards');
  const { board, people, isReadOnly } = props;
  const found = useQuery(oneItem(props.itemId));
  const details = useQuery(detailsOf(props.itemId));
  const history = useQuery(historyOf(props.itemId));
  // A failed refetch keeps the previous content.
  if (found.isLoadingError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (details.isLoadingError) return <ErrorState error={details.error} onRetry={() => void details.refetch()} />;
  // Content that appears later would shift what is below it, from under the pointer or out of view with an open list.
  if (found.isPending || details.isPending) return <Skeleton height={320} />;
  const item = found.data;
  const { message, files, scheduled, plan, checklist } = details.data;
  const inGroup = props.items.filter(({ groupId, parentId }) => groupId === item.groupId && parentId === item.parentId);
  const at = inGroup.findIndex(({ _id }) => _id === item._id);
  const move = props.onMove;
  const dueColumn = board.columns.find(({ type }) => type === 'date');
  return (
    <FileNames.Provider value={new Map(files.map(({ _id, name }) => [_id, name]))}>
      <div className={classes.panel}>
        {message && <ItemMessageCard message={message} />}
        {board.columns.map((column) => {
          return isReadOnlyType(column.type) ? (
            <Text key={column._id} size="sm" component="div">
              <Text span fw={500} size="sm">
                {column.name}:
              </Text>{' '}
              <CellView column={column} item={item} people={people} onPress={props.onPress} />
            </Text>
          ) : (
            <PanelCell
              key={column._id}
              column={column}
              item={item}
              people={people}
              isDisabled={isReadOnly}
              onSet={props.onSet}
            />
          );
        })}
        {!isReadOnly && move && (
          <>
            <Select
              label={t('item.group')}
              disabled={item.parentId !== null}
              data={board.groups.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={item.groupId}
              allowDeselect={false}
              onChange={(groupId) => groupId && groupId !== item.groupId && move(item, groupId, null)}
            />
            <Group gap="xs">
              <Button
                variant="default"
                size="sm"
                leftSection={<IconArrowUp size={16} aria-hidden />}
                disabled={at < 1}
                onClick={() => move(item, item.groupId, inGroup[at - 1]?._id ?? null)}
              >
                {t('item.moveUp')}
              </Button>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconArrowDown size={16} aria-hidden />}
                disabled={at < 0 || at >= inGroup.length - 1}
                onClick={() => move(item, item.groupId, inGroup[at + 2]?._id ?? null)}
              >
                {t('item.moveDown')}
              </Button>
            </Group>
          </>
        )}
        <ItemParts board={board} item={item} isReadOnly={isReadOnly} onOpen={props.onOpen} onAdd={props.onAddPart} />
        <ItemLinks board={board} item={item} links={details.data} isReadOnly={isReadOnly} />
        <ItemScheduled board={board} item={item} scheduled={scheduled} isReadOnly={isReadOnly} />
        {dueColumn && (
          <ItemPlanFields
            key={item._id}
            itemId={item._id}
            plan={plan}
            dueOn={String(item.cells[dueColumn._id] ?? '').slice(0, 10) || null}
            isDisabled={isReadOnly}
          />
        )}
        <ItemChecklist itemId={item._id} checklist={checklist} isReadOnly={isReadOnly} />
        <ItemComments itemId={item._id} people={people} isReadOnly={isReadOnly} />
        {!isReadOnly && (
          <Group>
            <Button
              variant="light"
              color="red"
              size="sm"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => props.onRemove(item)}
            >
              {t('remove')}
            </Button>
          </Group>
        )}
        <Heading size="h4">{t('history.title')}</Heading>
        {history.isError ? (
          <ErrorState error={history.error} onRetry={() => void history.refetch()} />
        ) : (
          <ul className={classes.history}>
            {history.data?.data.map((change) => (
              <li key={change._id}>
                <Text size="sm">
                  <ChangeText change={change} board={board} people={people} />
                </Text>
                <Text size="xs" c="dimmed">
                  <RelativeTime at={change.at} />
                </Text>
              </li>
            ))}
          </ul>
        )}
      </div>
    </FileNames.Provider>
  );
}

/**
 * While a cell is edited it keeps its original value, so that another person's concurrent change is not overwritten
 * unseen.
 */
function PanelCell(props: {
  column: BoardColumn;
  item: BoardItem;
  people: ReadonlyMap<string, string>;
  isDisabled: boolean;
  onSet: (item: BoardItem, column: BoardColumn, value: CellValue) => void;
}) {
  const { column } = props;
  const [original, setOriginal] = useState<BoardItem | null>(null);
  const item = original ?? props.item;
  const value = item.cells[column._id] ?? null;
  return (
    <Box onFocus={() => setOriginal((current) => current ?? props.item)} onBlur={() => setOriginal(null)}>
      <CellInput
        key={JSON.stringify(value)}
        column={column}
        value={value}
        people={props.people}
        isDisabled={props.isDisabled}
        onCommit={(next) => {
          setOriginal(null);
          if (next !== value) props.onSet(item, column, next);
        }}
      />
    </Box>
  );
}

function ChangeText(props: { change: ItemChange; board: Board; people: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('boards');
  const { act, by, via, columnId, before, after } = props.change;
  if (via === 'form') return t('history.form');
  const who = by?.name ?? t(via === null ? 'history.nobody' : `history.${via}`);
  const column = props.board.columns.find(({ _id }) => _id === columnId);
  if (act === 'pressed') return t('history.pressed', { who, column: column?.name ?? t('history.goneColumn') });
  if (act !== 'cell') return t(`history.${act}`, { who });
  const displayText = (value: CellValue) =>
    (column ? cellText(column, value, props.people) : '') || t('history.nothing');
  return t('history.cell', {
    who,
    column: column?.name ?? t('history.goneColumn'),
    before: displayText(before),
    after: displayText(after),
  });
}
