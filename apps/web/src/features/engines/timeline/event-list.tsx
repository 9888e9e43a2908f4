import { Button, Group, Loader, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { SESSION_EVENTS } from '@switchyard/contracts/engines/lifecycle';
import { IconTimeline } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { uniqueById } from '../../../lib/api/unique-by-id.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { asUtc } from '../../../lib/zones/offset-at.ts';
import { type EventFilter, engineSessionEventPages } from '../api/engine-session-events.ts';
import '../texts.ts';
import { EventItem } from './event-item.tsx';
import { foldEvents } from './fold-events.ts';
import classes from './timeline.module.css';
import { useInfiniteScroll } from './use-infinite-scroll.ts';

/** Session events, newest first, with infinite scrolling. */
export function EventList({ sessionId }: { sessionId: string | undefined }) {
  const { t } = useTranslation('engines');
  const zone = useZone();
  const [filter, setFilter] = useState<EventFilter>({});
  const isFiltered = Object.keys(filter).length > 0;
  const events = useInfiniteQuery(engineSessionEventPages(sessionId, filter));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = events;
  const end = useInfiniteScroll(hasNextPage && !isFetchingNextPage, () => void fetchNextPage());

  const filters = <EventFilters filter={filter} onFilter={setFilter} />;
  if (events.isPending) {
    return (
      <>
        {filters}
        <div className={classes.loading} role="status" aria-label={t('timeline.loading')}>
          {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
            <Skeleton key={row} height={44} radius="md" />
          ))}
        </div>
      </>
    );
  }
  // An invalid id means no session, so there are no events.
  const isInvalidId = events.error instanceof ApiError && events.error.status === 422;
  if (events.isError && !isInvalidId) {
    return <ErrorState title={t('timeline.failed')} error={events.error} onRetry={() => void events.refetch()} />;
  }
  const shown = uniqueById((events.data?.pages ?? []).flatMap((page) => page.data));
  if (shown.length === 0) {
    return isFiltered ? (
      <>
        {filters}
        <EmptyState
          icon={IconTimeline}
          title={t(filter.event ? 'timeline.empty' : 'timeline.noProblems')}
          text=""
          action={
            <Button variant="default" onClick={() => setFilter({})}>
              {t('timeline.showAll')}
            </Button>
          }
        />
      </>
    ) : (
      <EmptyState icon={IconTimeline} title={t('timeline.empty')} text={t('timeline.emptyText')} />
    );
  }
  return (
    <>
      {filters}
      {foldEvents(shown, (instant) => formatDay(asUtc(new Date(instant), zone).toISOString().slice(0, 10))).map(
        ({ day, events: ofDay }) => (
          <section key={day} aria-label={day}>
            <Heading className={classes.day}>{day}</Heading>
            <ol className={classes.list}>
              {ofDay.map(({ event, count }) => (
                <EventItem key={event._id} event={event} count={count} withSession={sessionId === undefined} />
              ))}
            </ol>
          </section>
        ),
      )}
      <div ref={end} className={classes.end}>
        {isFetchingNextPage ? (
          <Loader size="sm" aria-label={t('timeline.more')} />
        ) : (
          !hasNextPage && <Hint>{t('timeline.end')}</Hint>
        )}
      </div>
    </>
  );
}

const NAMES = Object.keys(SESSION_EVENTS);

function EventFilters(props: { filter: EventFilter; onFilter: (filter: EventFilter) => void }) {
  const { t } = useTranslation('engines');
  const { filter } = props;
  return (
    <Group gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('timeline.severityFilter')}
        value={filter.severity ?? 'all'}
        data={[
          { value: 'all', label: t('timeline.every') },
          { value: 'warning', label: t('timeline.problems') },
        ]}
        onChange={(value) => {
          const { severity: _, ...others } = filter;
          props.onFilter(value === 'warning' ? { ...others, severity: value } : others);
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={t('timeline.eventFilter')}
        value={filter.event ?? ''}
        data={[{ value: '', label: t('timeline.anyEvent') }, ...NAMES]}
        onChange={({ currentTarget: { value } }) => {
          const { event: _, ...others } = filter;
          props.onFilter(value ? { ...others, event: value } : others);
        }}
      />
    </Group>
  );
}
