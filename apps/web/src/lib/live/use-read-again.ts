import type { LiveEvent } from '@switchyard/contracts/domains';
import { useEffect, useRef } from 'react';
import { useLiveEvents } from './live-provider.tsx';

/** Reads something again after events that are about it, at most so often. */
export function useReadAgain(isAbout: (event: LiveEvent) => boolean, everyMs: number, read: () => void): void {
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

/** A message came in through an engine, or one of ours went on. */
export const isOfChats = (engineId: string) => (event: LiveEvent) =>
  event.type === 'chats.stale' ? event.engineId === engineId : event.type.startsWith('messages.');
