import { ActionIcon, Button, Group, Text, UnstyledButton } from '@mantine/core';
import type { CellValue } from '@switchyard/contracts/boards/columns';
import type { Board, BoardColumn, BoardItem } from '@switchyard/contracts/boards/operations';
import { IconAlertTriangle, IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { dependenciesOf } from '../api/boards.ts';
import { dateColumns, spanIn, steppedMonth } from '../dated-window.ts';
import classes from './boards.module.css';
import { cellText } from './cell-text.ts';
import { startsBeforeEnd } from './links.ts';
import '../texts.ts';

interface DatedProps {
  board: Board;
  /** Items in the date range. */
  items: readonly BoardItem[];
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  days: readonly string[];
  /** Any day of the month shown, and the current day. */
  month: string;
  today: string;
  onMonth: (month: string) => void;
  onSet: (item: BoardItem, column: BoardColumn, value: CellValue) => void;
  onOpen: (item: BoardItem) => void;
}

const formatDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));

/**
 * A board by date. The first date column is when an item is due or starts; in a timeline the second is when it ends.
 */
export function DatedView(props: DatedProps & { kind: 'calendar' | 'timeline' }) {
  const { t } = useTranslation('boards');
  const { month, today, onMonth } = props;
  if (!dateColumns(props.board)) {
    return <EmptyState icon={IconCalendarOff} title={t('needsDate.title')} text={t('needsDate.text')} />;
  }
  const stepMonth = (step: 1 | -1) => onMonth(steppedMonth(month, step));
  return (
    <div className={classes.dated}>
      <Group gap="xs" p="xs">
        <Button variant="default" size="sm" onClick={() => onMonth(today)}>
          {t('dated.today')}
        </Button>
        <ActionIcon variant="default" size={36} aria-label={t('dated.previous')} onClick={() => stepMonth(-1)}>
          <IconChevronLeft size={18} className="flip-rtl" aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={t('dated.next')} onClick={() => stepMonth(1)}>
          <IconChevronRight size={18} className="flip-rtl" aria-hidden />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {formatDay(month, { month: 'long', year: 'numeric' })}
        </Text>
      </Group>
      {props.kind === 'calendar' ? <Month {...props} /> : <Timeline {...props} />}
    </div>
  );
}

const itemTitle = (board: Board, item: BoardItem): string => {
  const title = board.columns.find(({ isTitle }) => isTitle);
  return title ? cellText(title, item.cells[title._id], new Map()) : '';
};
/** Colour of the item's status. */
const colorOf = ({ columns }: Board, { cells }: BoardItem): string | undefined => {
  const status = columns.find(({ type }) => type === 'status');
  return status?.options.find(({ id }) => id === cells[status._id])?.color;
};

function ItemButton({ board, item, onOpen }: Pick<DatedProps, 'board' | 'onOpen'> & { item: BoardItem }) {
  const { t } = useTranslation('boards');
  return (
    <UnstyledButton className={classes.entry} data-color={colorOf(board, item)} dir="auto" onClick={() => onOpen(item)}>
      {itemTitle(board, item) || t('item.unnamed')}
    </UnstyledButton>
  );
}

/** Items on their due dates. Dragging an item reschedules it; so does its panel. */
function Month(props: DatedProps) {
  const { t } = useTranslation('boards');
  const { board, items, days, month, today, isReadOnly } = props;
  const [dragged, setDragged] = useState<BoardItem | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const isList = useIsNarrow();
  const due = dateColumns(board)?.start;
  if (!due) return null;
  const byDay = Map.groupBy(items, ({ cells }) => String(cells[due._id] ?? '').slice(0, 10));
  const drop = (day: string) => {
    if (dragged && dragged.cells[due._id] !== day) props.onSet(dragged, due, day);
    setDragged(null);
    setOver(null);
  };
  if (isList) {
    const daysWithItems = days.filter((day) => byDay.has(day));
    return (
      <div className={classes.agenda}>
        {daysWithItems.length === 0 && <Hint p="md">{t('dated.nothing')}</Hint>}
        {daysWithItems.map((day) => (
          <section key={day} aria-label={formatDay(day, { dateStyle: 'full' })}>
            <Text size="sm" fw={600}>
              {formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' })}
            </Text>
            {byDay.get(day)?.map((item) => (
              <ItemButton key={item._id} board={board} item={item} onOpen={props.onOpen} />
            ))}
          </section>
        ))}
      </div>
    );
  }
  return (
    <div className={classes.month}>
      {days.slice(0, 7).map((day) => (
        <div key={day} className={classes.weekday} aria-hidden>
          {formatDay(day, { weekday: 'short' })}
        </div>
      ))}
      {days.map((day) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of buttons is not a fieldset
        <div
          key={day}
          role="group"
          aria-label={formatDay(day, { dateStyle: 'full' })}
          className={classes.monthDay}
          data-outside={day.slice(0, 7) !== month.slice(0, 7) || undefined}
          data-now={day === today || undefined}
          data-over={day === over || undefined}
          onDragOver={(event) => {
            if (!dragged) return;
            event.preventDefault();
            if (over !== day) setOver(day);
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop(day);
          }}
        >
          <span className={classes.dayNumber}>{Number(day.slice(8))}</span>
          {byDay.get(day)?.map((item) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, items are moved in their panel
            <div
              key={item._id}
              draggable={!isReadOnly}
              onDragStart={() => setDragged(item)}
              onDragEnd={() => setDragged(null)}
            >
              <ItemButton board={board} item={item} onOpen={props.onOpen} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** On a narrow screen, start at the days around today. */
const bringIntoView = (day: HTMLElement | null) => day?.scrollIntoView({ inline: 'center', block: 'nearest' });

/** Items from their first to their last day, by group. */
function Timeline(props: DatedProps) {
  const { t } = useTranslation('boards');
  const { board, items, days, today } = props;
  const columns = dateColumns(board);
  const dependencies = useQuery(dependenciesOf(board._id));
  const waits = Map.groupBy(dependencies.data?.data ?? [], ({ itemId }) => itemId);
  if (!columns) return null;
  const rows = items.flatMap((item) => {
    const span = spanIn(days, item.cells[columns.start._id], item.cells[columns.end._id]);
    return span ? [{ item, span }] : [];
  });
  const byGroup = Map.groupBy(rows, ({ item }) => item.groupId);
  return (
    <div className={classes.timeline} style={{ '--days': days.length } as React.CSSProperties}>
      <div className={classes.timelineRow} data-head aria-hidden>
        <span />
        {days.map((day) => (
          <span
            key={day}
            ref={day === today ? bringIntoView : undefined}
            className={classes.timelineDay}
            data-now={day === today || undefined}
          >
            {Number(day.slice(8))}
          </span>
        ))}
      </div>
      {rows.length === 0 && <Hint p="md">{t('dated.nothing')}</Hint>}
      {board.groups.map((group) => {
        const shown = byGroup.get(group._id) ?? [];
        if (shown.length === 0) return null;
        return (
          <section key={group._id} aria-label={group.name}>
            <Text size="sm" fw={600} p="xs" className={classes.timelineGroup}>
              <bdi>{group.name}</bdi>
            </Text>
            {shown.map(({ item, span }) => (
              <div key={item._id} className={classes.timelineRow}>
                <span className={classes.timelineName}>
                  <bdi>{itemTitle(board, item) || t('item.unnamed')}</bdi>
                  {waits.get(item._id)?.map(({ waitsFor }) => (
                    <Hint key={waitsFor._id} size="xs">
                      {startsBeforeEnd(item.cells[columns.start._id], waitsFor) && (
                        <IconAlertTriangle
                          size={12}
                          role="img"
                          aria-label={t('links.precedes', { name: waitsFor.title })}
                        />
                      )}{' '}
                      {t('links.waitsFor')}: <bdi>{waitsFor.title || t('item.unnamed')}</bdi>
                    </Hint>
                  ))}
                </span>
                <span style={{ gridColumn: `${span.at + 2} / span ${span.length}`, minInlineSize: 0 }}>
                  <ItemButton board={board} item={item} onOpen={props.onOpen} />
                </span>
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
}
