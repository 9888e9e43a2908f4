import { Alert, Button, Drawer, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAsking } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useNow } from '../../../components/relative-time.tsx';
import { browserZone } from '../../../lib/format/dates.ts';
import { formatNumber, formatTotal } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useMoveMessage } from '../api/move-message.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { MessagePanel } from '../components/message-panel.tsx';
import { ComposeDialog } from '../compose/compose-dialog.tsx';
import type { Composed } from '../compose/composed.ts';
import { useLiveMessages } from '../live/use-live-messages.ts';
import '../texts.ts';
import { wallClockAt } from '../zones/wall-clock.ts';
import classes from './calendar.module.css';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { useCalendarMemory } from './calendar-memory.ts';
import { calendarMessages } from './calendar-messages.ts';
import { instantsOf, rangeOf } from './calendar-range.ts';
import type { CalendarSearch, CalendarView } from './calendar-search.ts';
import type { CalendarSlot } from './calendar-slots.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { shortDayName, timeName } from './calendar-words.ts';

/** `/calendar`: scheduled messages by day, week and month, in the workspace's zone. What is shown is in the address. */
export function CalendarPage(props: { search: CalendarSearch; onSearch: (search: CalendarSearch) => void }) {
  const { t } = useTranslation('messages');
  const { zone } = useMe().workspace;
  const { search } = props;
  const today = wallClockAt(useNow().getTime(), zone).slice(0, 10);
  const { view, date, remember } = useCalendarMemory(search, today);
  const isNarrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const [composed, setComposed] = useState<Composed | null>(null);
  const [slot, setSlot] = useState<CalendarSlot | null>(null);
  const inSight = useQuery(
    calendarMessages({
      ...instantsOf(rangeOf(view, date), zone),
      ...(search.status ? { status: search.status } : {}),
      ...(search.search ? { search: search.search } : {}),
    }),
  );
  useLiveMessages();
  const refusal = useRefusalText();
  const move = useMoveMessage();

  const change = (part: { [Key in keyof CalendarSearch]: CalendarSearch[Key] | undefined }) => {
    remember(part);
    props.onSearch({ ...search, ...part } as CalendarSearch);
  };
  const messages = inSight.data?.data ?? [];
  const { total, totalIsExact } = inSight.data ?? { total: 0, totalIsExact: true };
  const open = (id: string) => {
    setSlot(null);
    change({ open: id });
  };

  return (
    <PageFrame>
      <PageHeader
        title={t('calendarTitle')}
        count={inSight.data?.total}
        countIsExact={totalIsExact}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setComposed({})}>
            {t('new')}
          </Button>
        }
      />
      <CalendarToolbar view={view} date={date} search={search} onChange={change} />
      {zone !== browserZone() && (
        <Text size="sm" c="dimmed">
          {t('calendar.zone', { zone })}
        </Text>
      )}
      {total > messages.length && !inSight.isPending && (
        <Alert color="yellow">
          {t('calendar.partial', { shown: formatNumber(messages.length), total: formatTotal({ total, totalIsExact }) })}
        </Alert>
      )}
      {move.isError && <Notice tone="error">{t('calendar.notMoved', { reason: refusal(move.error) })}</Notice>}
      <div className={classes.surface} aria-busy={inSight.isFetching}>
        {inSight.isError ? (
          <ErrorState error={inSight.error} onRetry={() => void inSight.refetch()} />
        ) : isNarrow ? (
          inSight.isPending ? (
            <Text p="md" role="status">
              {t('loading')}
            </Text>
          ) : (
            <CalendarAgenda messages={messages} zone={zone} today={today} onOpen={open} />
          )
        ) : (
          <CalendarGrid
            view={view}
            date={date}
            zone={zone}
            messages={messages}
            onOpen={open}
            onOpenSlot={setSlot}
            onNew={(at) => setComposed({ at })}
            onMove={(message, to) => move.mutate({ message, to })}
            onDay={(day) => change({ view: 'day', date: day })}
          />
        )}
      </div>
      <Drawer
        opened={slot !== null || search.open !== undefined}
        onClose={() => {
          if (isAsking()) return;
          setSlot(null);
          change({ open: undefined });
        }}
        position="right"
        // The dialog above it takes the key.
        closeOnEscape={composed === null}
        title={
          slot ? t('calendar.slot', { at: placeOf(slot, view), count: slot.all?.length ?? 0 }) : t('column.message')
        }
      >
        {slot ? (
          <CalendarAgenda messages={slot.all ?? slot.messages} zone={zone} onOpen={open} />
        ) : (
          search.open && (
            <MessagePanel
              id={search.open}
              onCompose={setComposed}
              onOpen={open}
              onGone={() => change({ open: undefined })}
            />
          )
        )}
      </Drawer>
      <ComposeDialog composed={composed} onClose={() => setComposed(null)} onReplaced={open} />
    </PageFrame>
  );
}

/** Which hour, or in a month which day. */
function placeOf({ start }: CalendarSlot, view: CalendarView): string {
  const day = shortDayName(start.slice(0, 10));
  return view === 'month' ? day : `${day}, ${timeName(`${start.slice(0, 13)}:00:00`)}`;
}
