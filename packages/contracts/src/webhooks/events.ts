import { z } from 'zod';

/** Webhooks or their deliveries changed; reload them. */
export const webhooksLiveEvents = [z.object({ type: z.literal('webhooks.changed') })] as const;
