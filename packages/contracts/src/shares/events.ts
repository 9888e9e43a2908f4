import { z } from 'zod';

/** For visitors of a shared table: read it again. It says nothing else. */
export const sharesLiveEvents = [z.object({ type: z.literal('shares.changed') })] as const;
