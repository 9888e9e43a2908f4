import { z } from 'zod';

/** Webhooks or their deliveries have changed: read them again. */
export const webhooksLiveEvents = [z.object({ type: z.literal('webhooks.changed') })] as const;
