import { BOARD_PRESENCE_MS } from '@switchyard/contracts/boards/events';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';

/** Where on a board somebody is. */
export interface Place {
  itemId: string | null;
  columnId: string | null;
}
export interface Colleague extends Place {
  userId: string;
  name: string;
  untilMs: number;
}

const REPEAT_MS = 20_000;
/** Whoever walks through cells tells where they stay. */
const SETTLE_MS = 400;

/** Tells colleagues where on a board one is, and where they are. Best effort: what is lost is told again soon. */
export function useBoardPresence(boardId: string, { itemId, columnId }: Place): Colleague[] {
  const { _id: me, supportMode } = useMe();
  const [colleagues, setColleagues] = useState<ReadonlyMap<string, Colleague>>(new Map());
  const told = useRef<Promise<unknown>>(Promise.resolve());

  const tell = useEffectEvent((hasLeft = false) => {
    if (supportMode) return;
    const place = hasLeft ? { itemId: null, columnId: null } : { itemId, columnId };
    // In turn, so that the last one told is the last one known.
    told.current = told.current
      .then(() => api.boards.tellPresence({ id: boardId, ...place, hasLeft }))
      .catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one is now is told anew
  useEffect(() => {
    const settled = setTimeout(() => tell(), SETTLE_MS);
    const timer = setInterval(() => tell(), REPEAT_MS);
    return () => {
      clearTimeout(settled);
      clearInterval(timer);
    };
  }, [itemId, columnId]);
  useEffect(() => () => tell(true), []);

  useLiveEvents((event) => {
    if (event.type !== 'boards.presence' || event.userId === me) return;
    const { type: _, hasLeft, boardId: where, ...colleague } = event;
    const isHere = where === boardId && !hasLeft;
    // Who has just come does not know yet who is here.
    if (isHere && !colleagues.has(event.userId)) tell();
    setColleagues((known) => {
      const next = new Map(known);
      if (isHere) next.set(event.userId, { ...colleague, untilMs: Date.now() + BOARD_PRESENCE_MS });
      else next.delete(event.userId);
      return next;
    });
  });

  useEffect(() => {
    if (colleagues.size === 0) return;
    const firstMs = Math.min(...[...colleagues.values()].map(({ untilMs }) => untilMs));
    const timer = setTimeout(
      () => setColleagues((known) => new Map([...known].filter(([, { untilMs }]) => untilMs > Date.now()))),
      Math.max(firstMs - Date.now(), 0) + 1,
    );
    return () => clearTimeout(timer);
  }, [colleagues]);
  return useMemo(() => [...colleagues.values()], [colleagues]);
}
