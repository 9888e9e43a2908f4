import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { invalidateHolds, invalidateMessages, patchMessages } from '../api/messages.ts';

/** Thousands of messages can change in a minute; lists are read again at most this often. */
const READ_AGAIN_EVERY_MS = 2_000;

/**
 * Keeps the messages on the screen current: a change is shown at once, and what it does not tell (abilities, holds,
 * rows that now match a filter or no longer do) is read again a moment later.
 */
export function useLiveMessages(): void {
  const queries = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  const readSoon = () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      void invalidateMessages(queries);
    }, READ_AGAIN_EVERY_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useLiveEvents((event) => {
    if (event.type === 'messages.changed') {
      patchMessages(queries, new Map(event.changes.map((change) => [change._id, change])));
      readSoon();
    }
    if (event.type === 'messages.stale') readSoon();
    // Why a message waits is its engine's doing, and no row changes when an engine falls silent.
    if (event.type === 'engines.stale') void invalidateHolds(queries);
  });
}
