import { z } from 'zod';
import { entityId } from '../entity.ts';

/** Something of a knowledge base was changed: read it again. */
export const knowledgeLiveEvents = [
  z.object({ type: z.literal('knowledge.changed'), knowledgeBaseId: entityId }),
] as const;
