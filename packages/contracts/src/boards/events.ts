import { z } from 'zod';
import { entityId } from '../entity.ts';

/** A board was changed: read again what of it is shown. */
export const boardsLiveEvents = [
  z.object({
    type: z.literal('boards.changed'),
    boardId: entityId,
    /** Its name, columns, groups or views are other ones. */
    isLayout: z.boolean(),
    /** Items that changed, each with its version; at most 200 are named, and `isMore` says that there are others. */
    items: z.array(z.object({ _id: entityId, version: z.number().int() })),
    isMore: z.boolean(),
    /** More than single cells: items may have come, gone, or be at another place. */
    isReordered: z.boolean(),
  }),
  z.object({
    /** Somebody looks at a board, at a cell of it, or has left it. Nothing of it is stored. */
    type: z.literal('boards.presence'),
    boardId: entityId,
    userId: entityId,
    name: z.string(),
    /** Null: no cell in particular. */
    itemId: entityId.nullable(),
    columnId: entityId.nullable(),
    hasLeft: z.boolean(),
  }),
] as const;

/** A presence that is not repeated is over after so long. */
export const BOARD_PRESENCE_MS = 30_000;
