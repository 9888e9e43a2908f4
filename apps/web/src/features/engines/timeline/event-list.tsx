import { Loader, Skeleton } from '@mantine/core';
import { IconTimeline } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { uniqueById } from '../../../lib/api/unique-by-id.ts';
import { engineSessionEventPages } from '../api/engine-session-events.ts';
import { useLiveEngines } from '../api/use-live-engines.ts';
import '../texts.ts';
import { EventItem } from './event-item.tsx';
import classes from './timeline.module.css';
import { useInfiniteScroll } from './use-infinite-scroll.ts';

/** Session events, newest first; more come as the end of the list comes in sight. */
export function EventList({ sessionId }: { sessionId: string | undefined }) {
  const { t } = useTranslation('engines');
  const events = useInfiniteQuery(engineSessionEventPages(sessionId));
  useLiveEngines();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = events;
  const end = useInfiniteScroll(hasNextPage && !isFetchingNextPage, () => void fetchNextPage());

  if (events.isPending) {
    return (
      <div className={classes.loading} role="status" aria-label={t('timeline.loading')}>
        {[0, 1, 2, 3].map((one) => (
          <Skeleton key={one} height={72} radius="md" />
        ))}
      </div>
    );
  }
  // What is no id names no session: there are no events of it.
  const isNoId = events.error instanceof ApiError && events.error.status === 422;
  if (events.isError && !isNoId) {
    return <ErrorState title={t('timeline.failed')} error={events.error} onRetry={() => void events.refetch()} />;
  }
  const shown = uniqueById((events.data?.pages ?? []).flatMap((page) => page.data));
  if (shown.length === 0) {
    return <EmptyState icon={IconTimeline} title={t('timeline.empty')} text={t('timeline.emptyText')} />;
  }
  return (
    <>
      <ol className={classes.list}>
        {shown.map((event) => (
          <EventItem key={event._id} event={event} withSession={sessionId === undefined} />
        ))}
      </ol>
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
