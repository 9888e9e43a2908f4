import { useEffect, useState } from 'react';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';

const TICK_MS = 500;
/** No code of WhatsApp lasts longer; more than this left means that the two clocks disagree. */
const MAX_SECONDS = 600;
/** The next code is on its way, as a rule; one that does not come within this is asked for. */
const CHANGES_WITHIN_SECONDS = 3;

export type CodeLife =
  /** Nobody knows until when it is good, or the browser's clock is plainly wrong about it. */
  { state: 'unknown' } | { state: 'valid'; seconds: number } | { state: 'changing' } | { state: 'over' };

/** How long a code is good for that ends at a moment of the server's clock. */
export function codeLife(until: string | null, nowMs: number): CodeLife {
  if (until === null) return { state: 'unknown' };
  const seconds = Math.ceil((new Date(until).getTime() - nowMs) / 1_000);
  if (seconds > MAX_SECONDS) return { state: 'unknown' };
  if (seconds > 0) return { state: 'valid', seconds };
  return { state: seconds > -CHANGES_WITHIN_SECONDS ? 'changing' : 'over' };
}

/** The same, as time passes. */
export function useCodeLife(until: string | null): CodeLife {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    if (until === null) return;
    setNowMs(serverNowMs());
    const timer = setInterval(() => setNowMs(serverNowMs()), TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return codeLife(until, nowMs);
}
