import { Checkbox, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import type { AssignedItem } from '@switchyard/contracts/boards/operations';
import { IconChecklist } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toastError } from '../../../components/toasts.ts';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { myWorkPage, useLiveBoards, useSetCell } from '../api/boards.ts';
import classes from './boards.module.css';
import { OptionPill } from './cell-view.tsx';
import '../texts.ts';

const DUE_GROUPS = ['overdue', 'today', 'later', 'noDay'] as const;
type DueGroup = (typeof DUE_GROUPS)[number];

function dueGroupOf({ dueOn }: AssignedItem, today: string): DueGroup {
  if (dueOn === null) return 'noDay';
  if (dueOn === today) return 'today';
  return dueOn < today ? 'overdue' : 'later';
}

/** `/mywork`: items assigned to me across boards, by due date. */
export function MyWorkPage() {
  const { t } = useTranslation('boards');
  const zone = useZone();
  const [isDone, setDone] = useState(false);
  const found = useQuery(myWorkPage(isDone));
  useLiveBoards();
  // The sv locale formats dates as cells store them.
  const today = new Intl.DateTimeFormat('sv', { timeZone: zone }).format(serverNowMs());
  const rows = found.data?.data ?? [];
  const total = found.data?.total ?? 0;
  // Focus the first checkbox, so that Space ticks it without further keys.
  const hasRows = rows.length > 0;
  useEffect(() => {
    if (hasRows && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('[data-my-work]:not(:disabled)')?.focus();
    }
  }, [hasRows]);
  const byGroup = isDone ? new Map() : Map.groupBy(rows, (row) => dueGroupOf(row, today));
  return (
    <PageFrame widthPx={880}>
      <PageHeader
        title={t('mine.title')}
        count={found.data?.total}
        actions={
          <SegmentedControl
            size="sm"
            aria-label={t('mine.show')}
            data={[
              { value: 'open', label: t('mine.open') },
              { value: 'done', label: t('mine.done') },
            ]}
            value={isDone ? 'done' : 'open'}
            onChange={(value) => setDone(value === 'done')}
          />
        }
      />
      <Hint>{t('mine.lead')}</Hint>
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton height={240} radius="md" />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={IconChecklist}
          title={t(isDone ? 'mine.emptyDone' : 'mine.emptyTitle')}
          {...(isDone ? {} : { text: t('mine.emptyText') })}
        />
      ) : isDone ? (
        <Rows rows={rows} />
      ) : (
        DUE_GROUPS.filter((group) => byGroup.has(group)).map((group) => (
          <Stack key={group} gap={8} component="section" aria-label={t(`mine.${group}`)}>
            <Heading size="h4">{t(`mine.${group}`)}</Heading>
            <Rows rows={byGroup.get(group) ?? []} isLate={group === 'overdue'} />
          </Stack>
        ))
      )}
      {rows.length < total && <Hint>{t('item.shown', { shown: rows.length, total })}</Hint>}
    </PageFrame>
  );
}

function Rows({ rows, isLate = false }: { rows: readonly AssignedItem[]; isLate?: boolean }) {
  const { t } = useTranslation('boards');
  const { supportMode } = useMe();
  const setCell = useSetCell();
  const markDone = async ({ item, done, title }: AssignedItem) => {
    if (!done) return;
    const before = item.cells[done.columnId] ?? null;
    const changed = { ...item, cells: { ...item.cells, [done.columnId]: done.value } };
    try {
      await setCell(item, done.columnId, done.value);
      toastUndo(
        t('mine.isDone', { name: title }),
        () => setCell(changed, done.columnId, before).then(() => t('item.restored')),
        failureText,
      );
    } catch (error) {
      toastError(failureText(error));
    }
  };
  /** Arrows move between the checkboxes, so that Space is enough to tick each of them. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-my-work]')];
    const next = boxes[boxes.indexOf(event.target as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Card as="ul" style={{ '--card-padding': 0 } as React.CSSProperties} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <li key={row.item._id} className={classes.work}>
          <Checkbox
            data-my-work
            aria-label={row.done ? t('mine.markDone', { name: row.title || t('item.unnamed') }) : t('mine.noDone')}
            checked={row.isDone}
            disabled={supportMode || row.isDone || !row.done}
            onChange={() => void markDone(row)}
          />
          <div>
            <AnchorLink
              to="/boards/$boardId"
              params={{ boardId: row.item.boardId }}
              search={{ item: row.item._id }}
              fw={550}
              dir="auto"
            >
              {row.title || t('item.unnamed')}
            </AnchorLink>
            <Hint size="xs">
              <bdi>{row.boardName}</bdi>
              {row.dueOn && (
                <Text span inherit c={isLate ? 'var(--tone-error)' : 'inherit'}>
                  {' · '}
                  {formatDay(row.dueOn)}
                </Text>
              )}
            </Hint>
          </div>
          {row.status && <OptionPill option={row.status} />}
        </li>
      ))}
    </Card>
  );
}
