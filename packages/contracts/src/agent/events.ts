import { z } from 'zod';
import { entityId } from '../entity.ts';
import { TURN_STATES } from './operations.ts';

/** How a reply goes on, told to the pages of the person who asked. */
export const agentLiveEvents = [
  z.object({
    type: z.literal('agent.progress'),
    conversationId: entityId,
    messageId: entityId,
    state: z.enum(TURN_STATES),
    /** The text so far. */
    text: z.string().optional(),
    /** What is being done, in the tool's own title. */
    step: z.string().optional(),
    /**
     * What the reply shows has grown, and can be read with the conversation: rows of lists are too large for a live
     * event.
     */
    isMoreShown: z.literal(true).optional(),
  }),
] as const;
export type AgentProgress = z.infer<(typeof agentLiveEvents)[0]>;
