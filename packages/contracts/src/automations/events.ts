import { z } from 'zod';
import { entityId } from '../entity.ts';

/** A board's automations were changed or ran. */
export const automationsLiveEvents = [z.object({ type: z.literal('automations.changed'), boardId: entityId })] as const;
