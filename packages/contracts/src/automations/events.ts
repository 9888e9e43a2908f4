import { z } from 'zod';
import { entityId } from '../entity.ts';

/** Automations of a board were changed, or have run. */
export const automationsLiveEvents = [z.object({ type: z.literal('automations.changed'), boardId: entityId })] as const;
