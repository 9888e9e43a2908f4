import { text } from '@switchyard/contracts/text/text';
import type { Actor } from '../../../platform/actor.ts';
import { refuseSuppressed } from '../automated/automated.ts';
import { changeMessage, type MessageAction, type Target } from './change-message.ts';
import { changedRow, laneDue, messagesChanged } from '../messages.events.ts';
import { resolveRefusal, sendAnewRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { scheduleMessage } from '../write/schedule-messages.ts';
import { UNDELIVERED_REASON } from './undelivered.ts';
import { toResendInput } from '../write/to-resend-input.ts';

/** It waits for nothing any more. */
const settled = { inDoubt: false, holdRule: null };

/**
 * Records what a person found out about a message whose fate is not known, or has not been for long. One that its
 * engine may still send stays in doubt although it failed: until the engine has let go of it, nobody sends it again.
 * With `again` the same goes out now as a new message, under an id of its own: to WhatsApp the old one may still be the
 * old message.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`; `INVALID` when what it carries is not there any more, or a rule sent it and
 *   its recipient wants no more
 */
export const resolveMessage: MessageAction<Target & { as: 'sent' | 'failed' | 'again' }> = async (
  { db, clock },
  actor,
  { as, ...target },
) => {
  const may = (by: Actor, row: MessageRow) =>
    as === 'again' ? sendAnewRefusal(by, row) : resolveRefusal(by, row, clock.now());
  const act = { action: 'message.resolve' as const, may, details: { as } };
  return db.transaction(async (tx) => {
    const row = await changeMessage(tx, actor, target, act, (before) => {
      if (as === 'sent') return { ...settled, status: 'sent', ack: 1, sendFailureReason: null, sentAt: clock.now() };
      if (before.status !== 'sending') return { ...settled, status: 'failed', sendFailureReason: WORDS[as] };
      return { ...settled, inDoubt: true, status: 'failed', sendFailureReason: WORDS.held };
    });
    // The lane hears at once that it is not to be sent any more, if it holds it.
    const asked = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: clock.now() });
    const events = [messagesChanged(row.workspaceId, [changedRow(row)]), asked];
    if (as !== 'again') return { result: row, events };
    await refuseSuppressed(tx, row);
    const anew = await scheduleMessage({ db: tx, clock }, actor, toResendInput(row));
    return { result: row, events: [...events, ...anew.events] };
  });
};

const WORDS = {
  failed: UNDELIVERED_REASON,
  held: text('settledHeld'),
  again: text('settledAgain'),
};
