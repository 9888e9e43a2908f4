import { Button, Skeleton, Text } from '@mantine/core';
import type { NodeEvent } from '@switchyard/contracts/bots/sessions';
import type { Text as SaidText } from '@switchyard/contracts/text/registry';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { uniqueById } from '../../../lib/api/unique-by-id.ts';
import classes from '../detail/detail.module.css';
import { eventName, kindName } from '../kind-name.ts';
import '../texts.ts';
import { formatValue, parseFileValue } from '../format-value.ts';

const PAGE_SIZE = 200;

/** A bot's steps in a conversation, in order, with the variables that each set. */
export function Steps({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('bots');
  const found = useInfiniteQuery(
    apiQuery.bots.sessionEvents.infiniteOptions({
      input: (skip: number) => ({ id: sessionId, limit: PAGE_SIZE, skip }),
      initialPageParam: 0,
      getNextPageParam: ({ total }, pages) => {
        const loaded = pages.reduce((sum, page) => sum + page.data.length, 0);
        return loaded < total ? loaded : undefined;
      },
    }),
  );
  if (found.isPending) return <Skeleton height={160} />;
  if (found.isError) {
    return <ErrorState title={t('session.failedSteps')} error={found.error} onRetry={() => void found.refetch()} />;
  }
  const events = uniqueById(found.data.pages.flatMap((page) => page.data));
  return (
    <>
      <ol className={classes.steps}>
        {events.map((event) => (
          <Step key={event._id} event={event} />
        ))}
      </ol>
      {found.hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          mt={8}
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('session.more')}
        </Button>
      )}
    </>
  );
}

function Step({ event }: { event: NodeEvent }) {
  const { t } = useTranslation('bots');
  const type = event.eventType ?? event.processType ?? '';
  const node = event.nodeType ? event.nodeName || kindName(t, event.nodeType) : null;
  const { message, ...more } = event.details;
  const details = Object.entries({
    ...(message !== undefined && { message: translateText(message as SaidText) }),
    ...more,
    ...event.values,
  });
  return (
    <li className={classes.step} data-error={event.isError || undefined}>
      <Text size="sm" fw={550} title={type}>
        {eventName(t, type)}
        {node && (
          <Text span c="dimmed" size="sm">
            {' · '}
            <bdi>{node}</bdi>
          </Text>
        )}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <RelativeTime at={event.at} />
      </Text>
      {details.length > 0 && (
        <div className={classes.values} dir="auto">
          {details
            .map(([name, value]) => `${name}: ${parseFileValue(value)?.fileName ?? formatValue(value)}`)
            .join(' · ')}
        </div>
      )}
    </li>
  );
}
