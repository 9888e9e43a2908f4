import { z } from 'zod';

/** Inbound webhooks changed; reload them. */
export const publicApiLiveEvents = [z.object({ type: z.literal('inboundWebhooks.changed') })] as const;
