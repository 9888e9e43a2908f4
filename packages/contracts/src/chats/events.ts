import { z } from 'zod';
import { entityId } from '../entity.ts';

/** Messages came in, or something of chats or messages in them has changed. */
export const chatsLiveEvents = [z.object({ type: z.literal('chats.stale'), engineId: entityId })] as const;
