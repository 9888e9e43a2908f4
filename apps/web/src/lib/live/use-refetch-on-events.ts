import type { LiveEvent } from '@switchyard/contracts/domains';
import { useEffect, useRef } from 'react';
import { useLiveEvents } from './live-provider.tsx';

/** Refetches after matching events, at most once per `everyMs`. */
export function useRefetchOnEvents(isAbout: (event: LiveEvent) => boolean, everyMs: number, read: () => void): void {
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useLiveEvents((event) => {
    if (!isAbout(event)) return;
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      read();
    }, everyMs);
  });
}

/** Whether a chat of the engine received a message, or one of ours progressed. */
export const isChatsEventOf = (engineId: string) => (event: LiveEvent) =>
  event.type === 'chats.stale' ? event.engineId === engineId : event.type.startsWith('messages.');
