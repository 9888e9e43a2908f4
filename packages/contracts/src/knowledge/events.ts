import { z } from 'zod';
import { entityId } from '../entity.ts';

/** A knowledge base or its contents changed; reload it. */
export const knowledgeLiveEvents = [
  z.object({ type: z.literal('knowledge.changed'), knowledgeBaseId: entityId }),
] as const;
