import { z } from 'zod';
import { entityId } from '../entity.ts';

/** A board changed; reload the visible parts of it. */
export const boardsLiveEvents = [
  z.object({
    type: z.literal('boards.changed'),
    boardId: entityId,
    /** Its name, columns, groups or views changed. */
    isLayout: z.boolean(),
    /** Changed items with their versions, at most 200; `isMore` says that there are others. */
    items: z.array(z.object({ _id: entityId, version: z.number().int() })),
    isMore: z.boolean(),
    /** Items were added, removed or moved, rather than single cells changed. */
    isReordered: z.boolean(),
  }),
  z.object({
    /** A colleague opened a board, selected a cell, or left. Not stored. */
    type: z.literal('boards.presence'),
    boardId: entityId,
    userId: entityId,
    name: z.string(),
    /** Null: no particular cell. */
    itemId: entityId.nullable(),
    columnId: entityId.nullable(),
    hasLeft: z.boolean(),
  }),
] as const;

/** A presence that is not repeated expires after this time. */
export const BOARD_PRESENCE_MS = 30_000;
