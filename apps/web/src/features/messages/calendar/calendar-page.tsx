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
import { CalendarCellList } from './calendar-cell.tsx';
import { CalendarKeys } from './calendar-keys.tsx';
import { useCalendarMemory } from './calendar-memory.ts';
import { calendarWindow } from './calendar-messages.ts';
import { cellOf, MONDAY, stepped, windowOf } from './calendar-range.ts';
import type { CalendarSearch } from './calendar-search.ts';
import { idsInSight } from './calendar-slots.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { CalendarViewOf } from './calendar-view.tsx';
import { shortDayName, timeName } from './calendar-words.ts';
import { useChoice } from './use-choice.tsx';

/** Comes with the first message that is opened. */
const MessagePanel = lazy(async () => ({
  default: (await withTexts(import('../components/message-panel.tsx'))).MessagePanel,
}));

const AT_ONCE = { getInitialValueInEffect: false } as const;

/**
 * `/calendar`: scheduled messages by day, three days, week and month and as an agenda, in the person's zone. What is
 * shown is in the address.
 */
export function CalendarPage(props: { search: CalendarSearch; onSearch: (search: CalendarSearch) => void }) {
  const { t } = useTranslation('messages');
  const zone = useZone();
  const weekStart = useMe().times.weekStart ?? MONDAY;
  const { search } = props;
  const today = wallClockAt(useNow().getTime(), zone).slice(0, 10);
  const isPhone = useMediaQuery('(max-width: 37.49em)', undefined, AT_ONCE) ?? false;
  const isTablet = useMediaQuery('(max-width: 62.49em)', undefined, AT_ONCE) ?? false;
  const fitting = isPhone ? 'agenda' : isTablet ? 'three-days' : 'week';
  const { view, date, filters, remember } = useCalendarMemory(search, today, fitting);
  const isList = isPhone || view === 'agenda';
  const [composed, setComposed] = useState<ComposeTarget | null>(null);
  const [cell, setCell] = useState<CalendarCell | null>(null);
  const shown = windowOf(view, date, weekStart);
  const kind = cellOf(view, isList);
  const inSight = useQuery(calendarWindow({ ...shown, zone, cell: kind, ...filters }));
  const cells = inSight.data?.cells ?? [];
  const choice = useChoice(idsInSight(cells, kind, isList), inSight.data, filters);
  useLiveMessages();
  const refusal = useRefusalText();
  const move = useMoveMessage();

  const change = (part: { [Key in keyof CalendarSearch]: CalendarSearch[Key] | undefined }) => {
    remember(part);
    if (!('open' in part)) choice.onOther();
    props.onSearch({ ...search, ...filters, ...part } as CalendarSearch);
  };
  const open = (id: string) => {
    setCell(null);
    change({ open: id });
  };
  const acts: CalendarActions = {
    isChosen: choice.isChosen,
    onReach: choice.onReach,
    onEntry: (message, event) => choice.clicked(message, event) || open(message._id),
    onCell: setCell,
    onNew: (at) => setComposed({ at }),
    onMove: (message, to) => move.mutate({ message, to }),
    onDay: (day) => change({ view: 'day', date: day }),
  };

  return (
    <PageFrame>
      <PageHeader
        title={t('calendarTitle')}
        count={inSight.data?.total}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setComposed({})}>
            {t('new')}
          </Button>
        }
      />
      <CalendarToolbar view={view} date={date} inSight={shown} filters={filters} onChange={change} bulk={choice.bar}>
        <ActionIcon
          variant={choice.isChoosing ? 'filled' : 'default'}
          size={36}
          aria-label={t('calendar.select')}
          title={t('calendar.select')}
          aria-pressed={choice.isChoosing}
          onClick={() => choice.setIsChoosing(!choice.isChoosing)}
        >
          <IconSquareCheck size={18} stroke={1.6} />
        </ActionIcon>
        <CalendarKeys
          onNew={() => setComposed({})}
          onToday={() => change({ date: undefined })}
          onStep={(step) => change({ date: stepped(view, date, step) })}
          onView={(one) => change({ view: one })}
          onChoose={choice.chooseOne}
          onChooseNone={choice.count > 0 || choice.isChoosing ? choice.none : undefined}
        />
      </CalendarToolbar>
      {zone !== browserZone() && (isList || kind === 'day') && <Hint>{t('calendar.zone', { zone })}</Hint>}
      {choice.notice}
      {move.isError && <Notice tone="error">{t('calendar.notMoved', { reason: refusal(move.error) })}</Notice>}
      <div className={classes.surface} aria-busy={inSight.isFetching}>
        {inSight.isError ? (
          <ErrorState error={inSight.error} onRetry={() => void inSight.refetch()} />
        ) : isList && inSight.isPending ? (
          <AgendaSkeleton />
        ) : (
          <CalendarViewOf
            // Another window begins where it begins, and not where another was left.
            key={`${view} ${isList}`}
            view={view}
            date={date}
            inSight={shown}
            today={today}
            isList={isList}
            zone={zone}
            cells={cells}
            acts={acts}
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
        // The dialog above it takes the key.
        closeOnEscape={composed === null}
        title={
          cell
            ? t('calendar.slot', { at: placeOf(cell), count: cell.count, formatted: formatNumber(cell.count) })
            : t('column.message')
        }
      >
        {cell ? (
          <CalendarCellList cell={cell} zone={zone} filters={filters} acts={acts} />
        ) : (
          search.open && (
            <Suspense fallback={<Loader />}>
              <MessagePanel
                id={search.open}
                onCompose={setComposed}
                onOpen={open}
                onGone={() => change({ open: undefined })}
              />
            </Suspense>
          )
        )}
      </Drawer>
      <ComposeOnDemand composed={composed} onClose={() => setComposed(null)} onReplaced={open} />
    </PageFrame>
  );
}

/** Which hour, or which day. */
function placeOf({ at }: CalendarCell): string {
  const day = shortDayName(at.slice(0, 10));
  return at.length > 10 ? `${day}, ${timeName(at.slice(11, 16))}` : day;
}
