import { Badge, Group, Tooltip } from '@mantine/core';
import type { ClusterFeed } from '@switchyard/contracts/cluster/feed';
import { useTranslation } from 'react-i18next';
import { useOwnLiveSign } from '../../../components/app-frame/own-live-sign.ts';
import { listsFeed } from '../rules/lists-feed.ts';
import classes from './feed-badge.module.css';
import { formatAge } from './units.ts';
import { useTick } from './use-tick.ts';
import '../texts.ts';

/** A quiet cluster reports about once a minute; a state older than this may be wrong. */
const OLD_MS = 90_000;
const METRICS_OLD_MS = 45_000;

/** Age of the data on screen: the lists, and the usage. */
export function FeedBadge(props: {
  feed: ClusterFeed | null;
  /** Whether the screen shows usage. */
  hasUsage: boolean;
  /** The server's clock, which dates the feeds. */
  serverNowMs: (nowMs: number) => number;
  /** Why nothing arrives from the server any more; null while it does. */
  failure: string | null;
  /** When the server last sent something, by this clock. */
  lastMessageAtMs: number | null;
}) {
  const { t } = useTranslation('cluster');
  const now = useTick(1_000);
  useOwnLiveSign();
  const serverNow = props.serverNowMs(now);
  const lists = listsFeed(props.feed);
  const metrics = props.hasUsage ? (props.feed?.metrics ?? null) : null;
  const isDisconnected = props.failure !== null && props.lastMessageAtMs !== null;
  // The age of disconnected lists includes the time since the last message.
  const ageMs = lists?.asOfMs == null ? now - (props.lastMessageAtMs ?? now) : serverNow - lists.asOfMs;
  const isOld = isDisconnected || lists?.state === 'reconnecting' || ageMs > OLD_MS;
  const isUnavailable = lists ? lists.state === 'unavailable' : props.failure !== null;
  const text = isUnavailable
    ? t('feed.none')
    : lists
      ? t(isOld ? 'feed.old' : 'feed.live', { age: formatAge(ageMs) })
      : t('feed.connecting');
  const colour = isUnavailable ? 'red' : isOld ? 'yellow' : lists ? 'brand' : 'gray';
  const metricsAgeMs = serverNow - (metrics?.asOfMs ?? serverNow);
  return (
    <Group gap={6} className={classes.feed ?? ''}>
      <Tooltip label={props.failure ?? lists?.problem ?? text} multiline maw={360}>
        <Badge variant="light" color={colour} tt="none" role="status" data-testid="feed-age" miw={170}>
          {text}
        </Badge>
      </Tooltip>
      {/* While usage is only loading the figures say so; these badges appear below, where they move nothing. */}
      {metrics?.asOfMs === null && metrics.problem && (
        <Badge variant="light" color="gray" tt="none" className={classes.usageAge ?? ''}>
          {t('feed.metricsNone', { problem: metrics.problem })}
        </Badge>
      )}
      {metrics && metrics.asOfMs !== null && metricsAgeMs > METRICS_OLD_MS && (
        <Badge variant="light" color="yellow" tt="none" className={classes.usageAge ?? ''}>
          {t('feed.metricsOld', { age: formatAge(metricsAgeMs) })}
        </Badge>
      )}
    </Group>
  );
}
