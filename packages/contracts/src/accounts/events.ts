import { z } from 'zod';

/** API keys changed; reload them. */
export const accountsLiveEvents = [z.object({ type: z.literal('apiKeys.changed') })] as const;
