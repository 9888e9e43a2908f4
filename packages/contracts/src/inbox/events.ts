import { z } from 'zod';
import { entityId } from '../entity.ts';

/** What a colleague is doing in a conversation, as other people see it. */
export const PRESENCES = ['viewing', 'typing', 'left'] as const;
/** A presence that is not repeated is over after so long. */
export const PRESENCE_MS = 30_000;

export const inboxLiveEvents = [
  /** Read the conversation again; what was said in it is never told here. */
  z.object({ type: z.literal('conversations.changed'), conversationId: entityId, version: z.number().int() }),
  /** Teams, or who sees what, changed: everybody reads the inbox again. */
  z.object({ type: z.literal('inbox.stale') }),
  z.object({
    type: z.literal('conversations.presence'),
    conversationId: entityId,
    userId: z.string(),
    name: z.string(),
    doing: z.enum(PRESENCES),
  }),
] as const;
