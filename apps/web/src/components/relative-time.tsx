import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { serverNowMs } from '../lib/clock/server-clock.ts';
import { browserZone, formatExact, formatRelative } from '../lib/format/dates.ts';
import { useZone } from '../lib/signed-in/use-zone.ts';

const TICK_MS = 15_000;

/**
 * A moment as a person says it, with the exact one on hover, in the workspace's zone (named when the browser is
 * elsewhere).
 */
export function RelativeTime({ at, exact = false }: { at: string | Date; exact?: boolean }) {
  const zone = useZone();
  const now = useNow();
  const moment = new Date(at);
  const long = formatExact(moment, zone, zone !== browserZone());
  return (
    <Tooltip label={exact ? formatRelative(moment, now, zone) : long}>
      <time dateTime={moment.toISOString()} dir="auto" style={{ whiteSpace: 'nowrap' }}>
        {exact ? formatExact(moment, zone, false) : formatRelative(moment, now, zone)}
      </time>
    </Tooltip>
  );
}

const listeners = new Set<() => void>();
let now = new Date(serverNowMs());
let timer: ReturnType<typeof setInterval> | undefined;

/** The present by the server's clock, renewed four times a minute; one timer serves the whole screen. */
export function useNow(): Date {
  return useSyncExternalStore(listen, () => now);
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date(serverNowMs());
    timer = setInterval(() => {
      now = new Date(serverNowMs());
      for (const each of listeners) each();
    }, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}
