import { z } from 'zod';

/** A campaign has other numbers, or another state. */
export const campaignsLiveEvents = [z.object({ type: z.literal('campaigns.changed') })] as const;
