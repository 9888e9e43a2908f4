import { z } from 'zod';
import { entityId } from '../entity.ts';

/** A colleague's activity in a conversation, as shown to others. */
export const PRESENCES = ['viewing', 'typing', 'left'] as const;
/** A presence that is not repeated expires after this time. */
export const PRESENCE_MS = 30_000;

export const inboxLiveEvents = [
  /** Reload the conversation; events never contain its messages. */
  z.object({ type: z.literal('conversations.changed'), conversationId: entityId, version: z.number().int() }),
  /** Teams or visibility changed: all members reload the inbox. */
  z.object({ type: z.literal('inbox.stale') }),
  z.object({
    type: z.literal('conversations.presence'),
    conversationId: entityId,
    userId: z.string(),
    name: z.string(),
    doing: z.enum(PRESENCES),
  }),
] as const;
