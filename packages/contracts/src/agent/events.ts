import { z } from 'zod';
import { entityId } from '../entity.ts';
import { TURN_STATES } from './operations.ts';

/** Progress of a reply, published to the pages of the person who asked. */
export const agentLiveEvents = [
  z.object({
    type: z.literal('agent.progress'),
    conversationId: entityId,
    messageId: entityId,
    state: z.enum(TURN_STATES),
    /** The text so far. */
    text: z.string().optional(),
    /** Title of the tool that is running. */
    step: z.string().optional(),
    /** The reply has new results to load with the conversation: rows of lists are too large for a live event. */
    isMoreShown: z.literal(true).optional(),
  }),
] as const;
export type AgentProgress = z.infer<(typeof agentLiveEvents)[0]>;
