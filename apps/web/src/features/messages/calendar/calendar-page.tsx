import { Alert, Button, Drawer, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Message } from '@switchyard/contracts/message';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useNow } from '../../../components/relative-time.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { browserZone, formatExact } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import { useUpdateMessage } from '../api/update-message.ts';
import { MessagePanel } from '../components/message-panel.tsx';
import { ComposeDialog, type Composed } from '../compose/compose-dialog.tsx';
import { useLiveMessages } from '../live/use-live-messages.ts';
import '../texts.ts';
import { wallClockAt } from '../zones/wall-clock.ts';
import classes from './calendar.module.css';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { calendarMessages } from './calendar-messages.ts';
import { instantsOf, rangeOf } from './calendar-range.ts';
import type { CalendarSearch } from './calendar-search.ts';
import type { CalendarSlot } from './calendar-slots.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';

/** `/calendar`: scheduled messages by day, week and month, in the workspace's zone. What is shown is in the address. */
export function CalendarPage(props: { search: CalendarSearch; onSearch: (search: CalendarSearch) => void }) {
  const { t } = useTranslation('messages');
  const { zone } = useMe().workspace;
  const { search } = props;
  const view = search.view ?? 'week';
  const today = wallClockAt(useNow().getTime(), zone).slice(0, 10);
  const date = search.date ?? today;
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
  const move = useMove(zone);

  const change = (part: { [Key in keyof CalendarSearch]: CalendarSearch[Key] | undefined }) =>
    props.onSearch({ ...search, ...part } as CalendarSearch);
  const messages = inSight.data?.data ?? [];
  const total = inSight.data?.total ?? 0;
  const open = (id: string) => {
    setSlot(null);
    change({ open: id });
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
      <CalendarToolbar view={view} date={date} search={search} onChange={change} />
      {zone !== browserZone() && (
        <Text size="sm" c="dimmed">
          {t('calendar.zone', { zone })}
        </Text>
      )}
      {total > messages.length && !inSight.isPending && (
        <Alert color="yellow">
          {t('calendar.partial', { shown: formatNumber(messages.length), total: formatNumber(total) })}
        </Alert>
      )}
      <div className={classes.surface} aria-busy={inSight.isFetching}>
        {inSight.isError ? (
          <ErrorState error={inSight.error} onRetry={() => void inSight.refetch()} />
        ) : isNarrow ? (
          inSight.isPending ? (
            <Text p="md" role="status">
              {t('loading')}
            </Text>
          ) : (
            <CalendarAgenda messages={messages} zone={zone} onOpen={open} />
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
            onMove={move}
            onDay={(day) => change({ view: 'day', date: day })}
          />
        )}
      </div>
      <Drawer
        opened={slot !== null || search.open !== undefined}
        onClose={() => {
          setSlot(null);
          change({ open: undefined });
        }}
        position="right"
        title={slot ? t('calendar.slot', { at: slot.start.slice(11, 16) }) : t('column.message')}
      >
        {slot ? (
          <CalendarAgenda messages={slot.messages} zone={zone} onOpen={open} />
        ) : (
          search.open && (
            <MessagePanel
              id={search.open}
              onEdit={(message) => setComposed({ message })}
              onGone={() => change({ open: undefined })}
            />
          )
        )}
      </Drawer>
      <ComposeDialog composed={composed} onClose={() => setComposed(null)} />
    </PageFrame>
  );
}

/** Reschedules a dragged message. It stays where it was until the server has agreed. */
function useMove(zone: string) {
  const { t } = useTranslation('messages');
  const update = useUpdateMessage();
  const refusal = useRefusalText();
  return (message: Message, to: string) =>
    update.mutate(
      { id: message._id, version: message.version, dueDate: to, zone, pastDue: 'refuse' },
      {
        onSuccess: (moved) =>
          toast(t('calendar.rescheduled', { at: formatExact(new Date(moved.dueDate), zone, false) })),
        onError: (error) => toastError(t('calendar.notMoved', { reason: refusal(error) })),
      },
    );
}
