import { z } from 'zod';
import { entityId } from '../entity.ts';

/** Bots, or sessions of theirs, have changed: read them again. */
export const botsLiveEvents = [
  z.object({ type: z.literal('bots.changed') }),
  z.object({ type: z.literal('bot-sessions.changed'), botId: entityId }),
] as const;
