import { useEffect, useState } from 'react';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';

const TICK_MS = 500;
/** WhatsApp's codes never last longer; a greater remainder means that the two clocks differ. */
const MAX_SECONDS = 600;
/** Time to wait for the next code, which usually follows by itself, before requesting one. */
const CHANGES_WITHIN_SECONDS = 3;

export type CodeLife =
  /** The expiry is unknown, or the browser's clock is clearly wrong. */
  { state: 'unknown' } | { state: 'valid'; seconds: number } | { state: 'changing' } | { state: 'over' };

/** Remaining validity of a code whose expiry is a server time. */
export function codeLife(until: string | null, nowMs: number): CodeLife {
  if (until === null) return { state: 'unknown' };
  const seconds = Math.ceil((new Date(until).getTime() - nowMs) / 1_000);
  if (seconds > MAX_SECONDS) return { state: 'unknown' };
  if (seconds > 0) return { state: 'valid', seconds };
  return { state: seconds > -CHANGES_WITHIN_SECONDS ? 'changing' : 'over' };
}

/** The current {@link codeLife}, updated as time passes. */
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
