import { z } from 'zod';
import { entityId } from '../entity.ts';

/** Messages were received, or chats or their messages changed. */
export const chatsLiveEvents = [z.object({ type: z.literal('chats.stale'), engineId: entityId })] as const;
