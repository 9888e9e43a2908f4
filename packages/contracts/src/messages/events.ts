import { z } from 'zod';
import { entityId } from '../entity.ts';
import { textSchema } from '../text/schema.ts';
import { ackLevel, messageStatus } from './message.ts';

/**
 * `messages.changed`: single rows changed. `messages.stale`: rows were added, removed or changed beyond that; reload
 * the lists.
 */
export const messagesLiveEvents = [
  z.object({
    type: z.literal('messages.changed'),
    changes: z.array(
      z.object({
        _id: entityId,
        status: messageStatus,
        ack: ackLevel,
        version: z.number().int(),
        sendFailureReason: textSchema.nullable(),
        retryCount: z.number().int(),
        updatedAt: z.string(),
      }),
    ),
  }),
  z.object({ type: z.literal('messages.stale') }),
] as const;
