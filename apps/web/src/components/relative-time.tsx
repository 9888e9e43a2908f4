import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { serverNowMs } from '../lib/clock/server-clock.ts';
import { browserZone, formatExact, formatRelative } from '../lib/format/dates.ts';
import { useZone } from '../lib/signed-in/use-zone.ts';

const TICK_MS = 15_000;

/** A time in relative form, with the exact one on hover, in the workspace's zone (named if the browser's differs). */
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

/** The current time by the server's clock, updated four times a minute; all components share one timer. */
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
