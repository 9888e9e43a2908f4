import { ActionIcon, Button, Drawer, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CalendarCell } from '@switchyard/contracts/messages/calendar';
import { IconPlus, IconSquareCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isConfirmationOpen } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useNow } from '../../../components/relative-time.tsx';
import type { ComposeTarget } from '../../../lib/dialogs/compose-target.ts';
import { browserZone } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { withTexts } from '../../../lib/i18n/texts-on-demand.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { useMoveMessage } from '../api/move-message.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { ComposeOnDemand } from '../compose/compose-on-demand.tsx';
import { useLiveMessages } from '../live/use-live-messages.ts';
import '../texts.ts';
import { wallClockAt } from '../zones/wall-clock.ts';
import classes from './calendar.module.css';
import type { CalendarActions } from './calendar-actions.ts';
import { AgendaSkeleton } from './calendar-agenda.tsx';
import { CalendarBody } from './calendar-body.tsx';
import { CalendarCellList } from './calendar-cell.tsx';
import { shortDayName, timeName } from './calendar-format.ts';
import { CalendarKeys } from './calendar-keys.tsx';
import { useCalendarMemory } from './calendar-memory.ts';
import { calendarWindow } from './calendar-messages.ts';
import { cellOf, MONDAY, stepDate, windowOf } from './calendar-range.ts';
import type { CalendarSearch } from './calendar-search.ts';
import { visibleMessageIds } from './calendar-slots.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { useCalendarSelection } from './use-calendar-selection.tsx';

/** Loaded when the first message is opened. */
const MessagePanel = lazy(async () => ({
  default: (await withTexts(import('../components/message-panel.tsx'))).MessagePanel,
}));

const READ_SYNCHRONOUSLY = { getInitialValueInEffect: false } as const;

/**
 * `/calendar`: scheduled messages by day, three days, week, month or agenda, in the person's zone. The address holds
 * what is shown.
 */
export function CalendarPage(props: { search: CalendarSearch; onSearch: (search: CalendarSearch) => void }) {
  const { t } = useTranslation('messages');
  const zone = useZone();
  const weekStart = useMe().times.weekStart ?? MONDAY;
  const { search } = props;
  const today = wallClockAt(useNow().getTime(), zone).slice(0, 10);
  const isPhone = useMediaQuery('(max-width: 37.49em)', undefined, READ_SYNCHRONOUSLY) ?? false;
  const isTablet = useMediaQuery('(max-width: 62.49em)', undefined, READ_SYNCHRONOUSLY) ?? false;
  const defaultView = isPhone ? 'agenda' : isTablet ? 'three-days' : 'week';
  const { view, date, filters, remember } = useCalendarMemory(search, today, defaultView);
  const isList = isPhone || view === 'agenda';
  const [composeTarget, setComposeTarget] = useState<ComposeTarget | null>(null);
  const [cell, setCell] = useState<CalendarCell | null>(null);
  const visible = windowOf(view, date, weekStart);
  const kind = cellOf(view, isList);
  const windowQuery = useQuery(calendarWindow({ ...visible, zone, cell: kind, ...filters }));
  const cells = windowQuery.data?.cells ?? [];
  const selection = useCalendarSelection(visibleMessageIds(cells, kind, isList), windowQuery.data, filters);
  useLiveMessages();
  const refusal = useRefusalText();
  const move = useMoveMessage();

  const change = (part: { [Key in keyof CalendarSearch]: CalendarSearch[Key] | undefined }) => {
    remember(part);
    if (!('open' in part)) selection.onWindowChange();
    props.onSearch({ ...search, ...filters, ...part } as CalendarSearch);
  };
  const open = (id: string) => {
    setCell(null);
    change({ open: id });
  };
  const actions: CalendarActions = {
    isSelected: selection.isSelected,
    onExtend: selection.onExtend,
    onEntry: (message, event) => selection.handleClick(message, event) || open(message._id),
    onCell: setCell,
    onNew: (at) => setComposeTarget({ at }),
    onMove: (message, to) => move.mutate({ message, to }),
    onDay: (day) => change({ view: 'day', date: day }),
  };

  return (
    <PageFrame>
      <PageHeader
        title={t('calendarTitle')}
        count={windowQuery.data?.total}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setComposeTarget({})}>
            {t('new')}
          </Button>
        }
      />
      <CalendarToolbar view={view} date={date} range={visible} filters={filters} onChange={change} bulk={selection.bar}>
        <ActionIcon
          variant={selection.isSelecting ? 'filled' : 'default'}
          size={36}
          aria-label={t('calendar.select')}
          title={t('calendar.select')}
          aria-pressed={selection.isSelecting}
          onClick={() => selection.setIsSelecting(!selection.isSelecting)}
        >
          <IconSquareCheck size={18} stroke={1.6} />
        </ActionIcon>
        <CalendarKeys
          onNew={() => setComposeTarget({})}
          onToday={() => change({ date: undefined })}
          onStep={(step) => change({ date: stepDate(view, date, step) })}
          onView={(next) => change({ view: next })}
          onToggle={selection.toggle}
          onClear={selection.count > 0 || selection.isSelecting ? selection.clear : undefined}
        />
      </CalendarToolbar>
      {zone !== browserZone() && (isList || kind === 'day') && <Hint>{t('calendar.zone', { zone })}</Hint>}
      {selection.notice}
      {move.isError && <Notice tone="error">{t('calendar.notMoved', { reason: refusal(move.error) })}</Notice>}
      <div className={classes.surface} aria-busy={windowQuery.isFetching}>
        {windowQuery.isError ? (
          <ErrorState error={windowQuery.error} onRetry={() => void windowQuery.refetch()} />
        ) : isList && windowQuery.isPending ? (
          <AgendaSkeleton />
        ) : (
          <CalendarBody
            // A different view starts at its own scroll position.
            key={`${view} ${isList}`}
            view={view}
            date={date}
            range={visible}
            today={today}
            isList={isList}
            zone={zone}
            cells={cells}
            actions={actions}
          />
        )}
      </div>
      <Drawer
        opened={cell !== null || search.open !== undefined}
        onClose={() => {
          if (isConfirmationOpen()) return;
          setCell(null);
          change({ open: undefined });
        }}
        position="right"
        // The dialog above handles Escape.
        closeOnEscape={composeTarget === null}
        title={
          cell
            ? t('calendar.slot', { at: placeOf(cell), count: cell.count, formatted: formatNumber(cell.count) })
            : t('column.message')
        }
      >
        {cell ? (
          <CalendarCellList cell={cell} zone={zone} filters={filters} actions={actions} />
        ) : (
          search.open && (
            <Suspense fallback={<Loader />}>
              <MessagePanel
                id={search.open}
                onCompose={setComposeTarget}
                onOpen={open}
                onGone={() => change({ open: undefined })}
              />
            </Suspense>
          )
        )}
      </Drawer>
      <ComposeOnDemand target={composeTarget} onClose={() => setComposeTarget(null)} onReplaced={open} />
    </PageFrame>
  );
}

/** Title of a cell: its day and, in an hour grid, its hour. */
function placeOf({ at }: CalendarCell): string {
  const day = shortDayName(at.slice(0, 10));
  return at.length > 10 ? `${day}, ${timeName(at.slice(11, 16))}` : day;
}
