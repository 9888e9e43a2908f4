import { text } from '@switchyard/contracts/text/text';
import { newId } from '../../../platform/database/columns.ts';
import type { Execution } from './execution.ts';
import type { CallAnswer, InboxMessage } from './session-state.ts';
import type { WakeReason } from './transition.ts';

const UNANSWERED: CallAnswer = { ok: false, fault: text('sessionUnanswered') };
const MAX_TRIES = 2;

/**
 * Why a due session is due: `call`, an external call must be made; `enter`, its node has not started; `nothing`, it was
 * woken early. Also adds the received messages to the session's lines.
 */
export function findWakeReason(execution: Execution): WakeReason | 'enter' | 'call' | 'nothing' {
  const { session, state, now } = execution;
  const { inbox } = session;
  if (inbox.length > 0) {
    for (const message of inbox) {
      execution.lines.push({
        id: newId(),
        by: 'them',
        nodeId: session.nodeId,
        text: answerText(message),
        options: [],
        fileName: message.fileName,
        at: new Date(message.at),
        message: null,
      });
    }
    state.lastText = inbox
      .map(answerText)
      .filter((text) => text !== '')
      .join('\n');
    if (inbox.length > 1) execution.botEvents.push({ process: 'messages_merged', details: { messages: inbox.length } });
  }
  const { wait } = state;
  if (!wait) return 'enter';
  if (wait.kind === 'call') return wait.tries < MAX_TRIES ? 'call' : { kind: 'called', answer: UNANSWERED };
  if (wait.kind === 'reply' && inbox.length > 0) return { kind: 'reply', heard: inbox, text: state.lastText };
  return 'until' in wait && wait.until !== null && new Date(wait.until) <= now ? { kind: 'time' } : 'nothing';
}

const answerText = ({ text, choices }: InboxMessage): string => choices?.join(', ') ?? text;
