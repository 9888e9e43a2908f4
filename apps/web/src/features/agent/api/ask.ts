import {
  AGENT_TIMEOUT_MS,
  type AgentReply,
  agentReply,
  BTGPT_PATH,
  CONVERSATION_HEADER,
} from '@switchyard/contracts/agent/operations';
import { requestHeaders } from '../../../lib/api/request-headers.ts';

/** How a request ended: a reply, or one of the three failures (spec 002 section 8). */
export type AgentRequest =
  | { is: 'reply'; reply: AgentReply }
  | { is: 'timeout' }
  /** A status other than OK, or no response at all. */
  | { is: 'refused'; reason: string; code: string | null }
  /** The reply arrived but could not be read. */
  | { is: 'thrown' };

/** The call of spec 002 section 7, with a timeout of 30 seconds. */
export async function askAgent(message: string, conversationId: string | null): Promise<AgentRequest> {
  const signal = AbortSignal.timeout(AGENT_TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(BTGPT_PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...requestHeaders(),
        ...(conversationId ? { [CONVERSATION_HEADER]: conversationId } : {}),
      },
      body: JSON.stringify({ message, stream: false }),
      signal,
    });
  } catch (error) {
    return isTimeout(error) ? { is: 'timeout' } : { is: 'refused', reason: reasonOf(error), code: null };
  }
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as { message?: unknown; code?: unknown } | null;
    const reason = typeof body?.message === 'string' && body.message !== '' ? body.message : String(response.status);
    return { is: 'refused', reason, code: typeof body?.code === 'string' ? body.code : null };
  }
  try {
    return { is: 'reply', reply: agentReply.parse(await response.json()) };
  } catch (error) {
    return isTimeout(error) ? { is: 'timeout' } : { is: 'thrown' };
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
