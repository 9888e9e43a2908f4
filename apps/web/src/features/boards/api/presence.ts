import { BOARD_PRESENCE_MS } from '@switchyard/contracts/boards/events';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';

/** A person's position on a board. */
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
/** Moving through cells reports only the cell where the person stays. */
const SETTLE_MS = 400;

/**
 * Reports this person's position on a board and returns colleagues' positions. Best effort: a lost update is repeated
 * soon.
 */
export function useBoardPresence(boardId: string, { itemId, columnId }: Place): Colleague[] {
  const { _id: me, supportMode } = useMe();
  const [colleagues, setColleagues] = useState<ReadonlyMap<string, Colleague>>(new Map());
  const sending = useRef<Promise<unknown>>(Promise.resolve());

  const sendPosition = useEffectEvent((hasLeft = false) => {
    if (supportMode) return;
    const place = hasLeft ? { itemId: null, columnId: null } : { itemId, columnId };
    // One at a time, so that the last position sent is the last one received.
    sending.current = sending.current
      .then(() => api.boards.tellPresence({ id: boardId, ...place, hasLeft }))
      .catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position is sent again
  useEffect(() => {
    const settled = setTimeout(() => sendPosition(), SETTLE_MS);
    const timer = setInterval(() => sendPosition(), REPEAT_MS);
    return () => {
      clearTimeout(settled);
      clearInterval(timer);
    };
  }, [itemId, columnId]);
  useEffect(() => () => sendPosition(true), []);

  useLiveEvents((event) => {
    if (event.type !== 'boards.presence' || event.userId === me) return;
    const { type: _, hasLeft, boardId: where, ...colleague } = event;
    const isHere = where === boardId && !hasLeft;
    // A newcomer does not know yet who is here.
    if (isHere && !colleagues.has(event.userId)) sendPosition();
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
