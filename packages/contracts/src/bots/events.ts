import { z } from 'zod';
import { entityId } from '../entity.ts';

/** Bots or their sessions changed; reload them. */
export const botsLiveEvents = [
  z.object({ type: z.literal('bots.changed') }),
  z.object({ type: z.literal('bot-sessions.changed'), botId: entityId }),
] as const;
