import { newId } from '../../../platform/database/columns.ts';
import { botLines } from '../bots.schema.ts';
import type { Cause } from './move.ts';
import type { Piece } from './piece.ts';
import type { Heard } from './session-state.ts';

/** Why a session that is due is due: `enter`, its node was not begun; `nothing`, it was woken early. What was heard is written down. */
export async function causeOf(piece: Piece): Promise<Cause | 'enter' | 'nothing'> {
  const { session, state, now } = piece;
  const { inbox } = session;
  if (inbox.length > 0) {
    await piece.tx.insert(botLines).values(
      inbox.map((one) => ({
        id: newId(),
        sessionId: session.id,
        by: 'them' as const,
        nodeId: session.nodeId,
        text: textOf(one),
        fileName: one.fileName,
        at: new Date(one.at),
      })),
    );
    state.lastText = inbox
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n');
    if (inbox.length > 1) piece.happenings.push({ process: 'messages_merged', details: { messages: inbox.length } });
  }
  const { wait } = state;
  if (!wait) return 'enter';
  if (wait.kind === 'reply' && inbox.length > 0) return { kind: 'reply', heard: inbox, text: state.lastText };
  return 'until' in wait && wait.until !== null && new Date(wait.until) <= now ? { kind: 'time' } : 'nothing';
}

const textOf = ({ text, choices }: Heard): string => choices?.join(', ') ?? text;
