import { agentOperations, askRequest, BTGPT_PATH, CONVERSATION_HEADER } from '@switchyard/contracts/agent';
import { entityId } from '@switchyard/contracts/entity';
import type { FastifyInstance } from 'fastify';
import { admitted } from '../../platform/http/operations.ts';
import type { Platform } from '../../platform/platform.ts';
import { faultsOf, invalid, Refusal } from '../../platform/refusal.ts';
import { runTurn } from './turn.ts';

/** The call of spec 002 section 7. */
export function serveBtgpt(server: FastifyInstance, platform: Platform): void {
  server.post(BTGPT_PATH, async (request) => {
    const actor = await admitted(request, platform, agentOperations.ask);
    const given = askRequest.safeParse(request.body ?? {});
    if (!given.success) throw invalid(faultsOf(given.error.issues));
    const header = request.headers[CONVERSATION_HEADER];
    const conversation = header === undefined ? null : entityId.safeParse(header);
    if (conversation && !conversation.success) throw new Refusal('NOT_FOUND');
    const { content, toolResults, widgets, totals, conversationId, messageId } = await runTurn(platform, actor, {
      conversationId: conversation?.data ?? null,
      message: given.data.message,
    });
    return { content, toolResults, widgets, totals, conversationId, messageId };
  });
}
