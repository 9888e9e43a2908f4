import { z } from 'zod';

/** API keys have changed: read them again. */
export const accountsLiveEvents = [z.object({ type: z.literal('apiKeys.changed') })] as const;
