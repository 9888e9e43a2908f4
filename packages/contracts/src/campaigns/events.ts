import { z } from 'zod';

/** A campaign's counts or state changed. */
export const campaignsLiveEvents = [z.object({ type: z.literal('campaigns.changed') })] as const;
