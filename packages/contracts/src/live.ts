import { z } from 'zod';
import { entityId } from './entity.ts';
import { operation } from './errors.ts';
import { ackLevel, messageStatus } from './messages.ts';

/**
 * What the server tells browsers, on the MQTT topic of their workspace. Changes are gathered for a moment and told together.
 * A change names what changed; a browser that missed some reads again from the API (`*.stale`), so losing one costs freshness only.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('messages.changed'),
    changes: z.array(
      z.object({
        _id: entityId,
        status: messageStatus,
        ack: ackLevel,
        version: z.number().int(),
        sendFailureReason: z.string().nullable(),
        retryCount: z.number().int(),
        updatedAt: z.string(),
      }),
    ),
  }),
  /** Rows were added, removed or changed beyond what `messages.changed` can say: read the lists again. */
  z.object({ type: z.literal('messages.stale') }),
  z.object({ type: z.literal('contacts.stale') }),
  /** Messages came in. */
  z.object({ type: z.literal('chats.stale'), engineId: entityId }),
  z.object({ type: z.literal('engines.stale'), engineId: entityId.optional() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const liveContract = {
  /** Short-lived credentials for the MQTT broker, with rights on the caller's own topics only. */
  ticket: operation
    .route({ method: 'POST', path: '/live/ticket', tags: ['live'], summary: 'Credentials for live updates over MQTT' })
    .output(
      z.object({
        /** Path of the broker's WebSocket on this server, or an absolute URL of an external broker. */
        url: z.string(),
        clientId: z.string(),
        username: z.string(),
        password: z.string(),
        topics: z.array(z.string()),
        expiresInMs: z.number().int(),
      }),
    ),
};
