import { z } from 'zod';
import { entityId } from '../entity.ts';

/** One engine, or any of them, changed; reload it. */
export const enginesLiveEvents = [
  z.object({ type: z.literal('engines.stale'), engineId: entityId.optional() }),
] as const;
