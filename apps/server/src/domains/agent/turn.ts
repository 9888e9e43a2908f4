import { AGENT_TIMEOUT_MS, type AgentProgress, type AgentReply } from '@switchyard/contracts/agent';
import { topics } from '@switchyard/contracts/mqtt-topics';
import type { Actor } from '../../platform/actor.ts';
import { toEnvelope } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { answerTurn } from './answer-turn.ts';
import { beginReply, endReply, findConversation, newestConversation, presentAgentMessage } from './conversations.ts';
import type { Turn } from './turn-scope.ts';

/** Spec 002 section 8. */
export const TIMEOUT_TEXT =
  'The request took longer than expected (30 seconds). Please try again or try a simpler request.';
const STOPPED_TEXT = 'You stopped this reply.';

/** Replies that this process works at, by their conversations. */
const running = new Map<string, AbortController>();

/**
 * Answers one request: it is noted in the conversation, answered, and ends after 30 s at the latest. Nothing acts after that, though the page may be gone.
 * @throws Refusal `AGENT_BUSY`, `NOT_FOUND`; and what the answer fails with, once the conversation says so
 */
export async function runTurn(
  platform: Platform,
  actor: Actor,
  asks: { conversationId: string | null; message: string; timeoutMs?: number },
): Promise<AgentReply> {
  const { db } = platform.database;
  const conversation = asks.conversationId
    ? await findConversation(db, actor, asks.conversationId)
    : await newestConversation(db, actor);
  const messageId = await beginReply(db, conversation, asks.message);
  const stop = new AbortController();
  running.set(conversation.id, stop);
  const timeout = AbortSignal.timeout(asks.timeoutMs ?? AGENT_TIMEOUT_MS);
  const signal = AbortSignal.any([stop.signal, timeout]);
  const tell = (progress: Pick<AgentProgress, 'state' | 'step' | 'text'>) => {
    const event: AgentProgress = { type: 'agent.progress', conversationId: conversation.id, messageId, ...progress };
    platform.broker.publish(topics.userLive(actor.userId), JSON.stringify(event));
  };
  const turn: Turn = {
    conversationId: conversation.id,
    messageId,
    signal,
    step: (step) => tell({ state: 'pending', step }),
    tell: (text) => tell({ state: 'pending', text }),
  };
  tell({ state: 'pending' });
  try {
    const said = await Promise.race([answerTurn(platform, actor, asks.message, turn), ended(signal)]);
    const row = await endReply(db, messageId, said);
    return { ...presentAgentMessage(row), conversationId: conversation.id, messageId };
  } catch (error) {
    if (signal.aborted) {
      const content = timeout.aborted ? TIMEOUT_TEXT : STOPPED_TEXT;
      const row = await endReply(db, messageId, { content, state: timeout.aborted ? 'timeout' : 'stopped' });
      return { ...presentAgentMessage(row), conversationId: conversation.id, messageId };
    }
    const { message } = toEnvelope(error, platform.log);
    await endReply(db, messageId, {
      content: `I encountered an error while processing your request: ${message}`,
      state: 'failed',
    });
    throw error;
  } finally {
    if (running.get(conversation.id) === stop) running.delete(conversation.id);
    tell({ state: 'done' });
  }
}

/** Stops the reply of a conversation where this process works at it. */
export const stopTurn = (conversationId: string): boolean => {
  const stop = running.get(conversationId);
  stop?.abort();
  return stop !== undefined;
};

const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
