import { agentOperations, askRequest, BTGPT_PATH, CONVERSATION_HEADER } from '@switchyard/contracts/agent/operations';
import { entityId } from '@switchyard/contracts/entity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { recheckActor } from '../../platform/http/callers.ts';
import { admit, admitRequest } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { readInput } from '../../platform/read-input.ts';
import { Refusal } from '../../platform/refusal.ts';
import { runTurn } from './turn.ts';

/** The call of spec 002 section 7. */
export function serveBtgpt(server: FastifyInstance, platform: Platform): void {
  server.post(BTGPT_PATH, async (request) => {
    const actor = await admitRequest(request, platform, agentOperations.ask);
    const { message } = readInput(askRequest, request.body ?? {});
    const header = request.headers[CONVERSATION_HEADER];
    const conversation = header === undefined ? null : entityId.safeParse(header);
    if (conversation && !conversation.success) throw new Refusal('NOT_FOUND');
    const { content, toolResults, widgets, totals, conversationId, messageId } = await runTurn(platform, actor, {
      conversationId: conversation?.data ?? null,
      message,
      isAdmitted: () => isStillAdmitted(request, platform, actor),
    });
    return { content, toolResults, widgets, totals, conversationId, messageId };
  });
}

/** Whether the requester is still signed in to the same workspace. */
async function isStillAdmitted(request: FastifyRequest, platform: Platform, actor: Actor): Promise<boolean> {
  try {
    const now = admit(await recheckActor(request, platform, actor), agentOperations.ask);
    return now?.userId === actor.userId && now.workspaceId === actor.workspaceId;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
