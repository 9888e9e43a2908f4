import type { LiveEvent } from '@switchyard/contracts/domains';
import { defineEvent } from '../../platform/events.ts';

export interface BoardChange {
  boardId: string;
  /** Omitted if the board itself was changed. */
  item?: { id: string; version: number };
  /** Set if only this cell changed; omitted if anything may have. */
  columnId?: string;
}

/** Beyond this number, browsers are told to reload instead. */
const MAX_NAMED_ITEMS = 200;

/** Short, because colleagues watch the same board live. */
const DELAY_MS = 50;

type Presence = Omit<Extract<LiveEvent, { type: 'boards.presence' }>, 'type'>;

/** Somebody has moved to another place of a board or left it. Only the latest per person and batch is published. */
export const presenceChanged = defineEvent<Presence>('boards.presence', (changes) =>
  [...new Map(changes.map((presence) => [`${presence.boardId} ${presence.userId}`, presence])).values()].map(
    (presence) => ({
      type: 'boards.presence',
      ...presence,
    }),
  ),
);

/** A board's layout or one of its items has changed. */
export const boardChanged = defineEvent<BoardChange>(
  'boards.changed',
  (changes) => {
    const versions = new Map<string, { isLayout: boolean; isReordered: boolean; items: Map<string, number> }>();
    for (const { boardId, item, columnId } of changes) {
      const board = versions.get(boardId) ?? { isLayout: false, isReordered: false, items: new Map<string, number>() };
      versions.set(boardId, board);
      if (item) board.items.set(item.id, Math.max(item.version, board.items.get(item.id) ?? 0));
      else board.isLayout = true;
      if (!columnId) board.isReordered = true;
    }
    return [...versions].map(([boardId, { isLayout, isReordered, items }]) => ({
      type: 'boards.changed',
      boardId,
      isLayout,
      items: [...items].slice(0, MAX_NAMED_ITEMS).map(([_id, version]) => ({ _id, version })),
      isMore: items.size > MAX_NAMED_ITEMS,
      isReordered,
    }));
  },
  DELAY_MS,
);
