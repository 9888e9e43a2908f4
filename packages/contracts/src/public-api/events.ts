import { z } from 'zod';

/** Form webhooks have changed: read them again. */
export const publicApiLiveEvents = [z.object({ type: z.literal('inboundWebhooks.changed') })] as const;
