import { z } from 'zod';
import { entityId } from '../entity.ts';

/** An engine, or any of them, is not as it was: read it again. */
export const enginesLiveEvents = [
  z.object({ type: z.literal('engines.stale'), engineId: entityId.optional() }),
] as const;
