import { Badge, Group, Tooltip } from '@mantine/core';
import type { FeedState } from '@switchyard/contracts/cluster';
import { useTranslation } from 'react-i18next';
import { ageWords } from './units.ts';
import { useTick } from './use-tick.ts';
import '../texts.ts';

/** The server hears of a quiet cluster about once a minute; a picture older than this may be wrong. */
const OLD_MS = 90_000;
const METRICS_OLD_MS = 45_000;

/** How old what the screen shows is: the lists, and the usage. */
export function FeedBadge(props: {
  pods: FeedState | null;
  metrics: FeedState | null;
  /** The server's clock, by which feeds are dated. */
  serverNowMs: (nowMs: number) => number;
  /** Why nothing comes from the server any more; null while something does. */
  failure: string | null;
  /** When the server was last heard, by this clock. */
  heardAtMs: number | null;
}) {
  const { t } = useTranslation('cluster');
  const now = useTick(1_000);
  const serverNow = props.serverNowMs(now);
  const { pods, metrics } = props;
  const isCut = props.failure !== null && props.heardAtMs !== null;
  const ageMs = isCut ? now - (props.heardAtMs ?? now) : serverNow - (pods?.asOfMs ?? serverNow);
  const isOld = isCut || pods?.state === 'reconnecting' || ageMs > OLD_MS;
  const isAway = pods ? pods.state === 'unavailable' : props.failure !== null;
  const words = isAway
    ? t('feed.none')
    : pods
      ? t(isOld ? 'feed.old' : 'feed.live', { age: ageWords(ageMs) })
      : t('feed.connecting');
  const colour = isAway ? 'red' : isOld ? 'yellow' : pods ? 'brand' : 'gray';
  const metricsAgeMs = serverNow - (metrics?.asOfMs ?? serverNow);
  return (
    <Group gap={6}>
      <Tooltip label={props.failure ?? pods?.problem ?? words} multiline maw={360}>
        <Badge variant="light" color={colour} tt="none" role="status" data-testid="feed-age">
          {words}
        </Badge>
      </Tooltip>
      {metrics && metrics.asOfMs === null && (
        <Badge variant="light" color="gray" tt="none">
          {metrics.problem ? t('feed.metricsNone', { problem: metrics.problem }) : t('feed.metricsWaiting')}
        </Badge>
      )}
      {metrics && metrics.asOfMs !== null && metricsAgeMs > METRICS_OLD_MS && (
        <Badge variant="light" color="yellow" tt="none">
          {t('feed.metricsOld', { age: ageWords(metricsAgeMs) })}
        </Badge>
      )}
    </Group>
  );
}
