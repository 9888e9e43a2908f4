import { z } from 'zod';

/** For visitors of a shared table: reload it. Contains nothing else. */
export const sharesLiveEvents = [z.object({ type: z.literal('shares.changed') })] as const;
