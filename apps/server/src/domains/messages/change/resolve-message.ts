import { text } from '@switchyard/contracts/text/text';
import type { Actor } from '../../../platform/actor.ts';
import { refuseSuppressed } from '../automated/automated.ts';
import { changedRow, laneDue, messagesChanged } from '../messages.events.ts';
import { resolveRefusal, sendAsNewRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { scheduleMessage } from '../write/schedule-messages.ts';
import { toResendInput } from '../write/to-resend-input.ts';
import { changeMessage, type MessageAction, type Target } from './change-message.ts';
import { UNDELIVERED_REASON } from './undelivered.ts';

const settled = { inDoubt: false, holdRule: null };

/**
 * Records what a person found out about a message whose outcome is unknown, or is taking too long. If its engine may
 * still send it, it is marked as failed but stays in doubt: nobody can send it again until the engine has let go of it.
 * With `again`, the same content goes out now as a new message with a new id, since WhatsApp may still treat the old id
 * as the old message.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`; `INVALID` if its file no longer exists, or if it is automated and its
 *   recipient has opted out
 */
export const resolveMessage: MessageAction<Target & { as: 'sent' | 'failed' | 'again' }> = async (
  { db, clock },
  actor,
  { as, ...target },
) => {
  const refusal = (by: Actor, row: MessageRow) =>
    as === 'again' ? sendAsNewRefusal(by, row) : resolveRefusal(by, row, clock.now());
  const spec = { action: 'message.resolve' as const, refusal, details: { as } };
  return db.transaction(async (tx) => {
    const row = await changeMessage(tx, actor, target, spec, (before) => {
      if (as === 'sent') return { ...settled, status: 'sent', ack: 1, sendFailureReason: null, sentAt: clock.now() };
      if (before.status !== 'sending') return { ...settled, status: 'failed', sendFailureReason: REASONS[as] };
      return { ...settled, inDoubt: true, status: 'failed', sendFailureReason: REASONS.held };
    });
    // Tells the lane at once to drop the message, if it holds it.
    const poke = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: clock.now() });
    const events = [messagesChanged(row.workspaceId, [changedRow(row)]), poke];
    if (as !== 'again') return { result: row, events };
    await refuseSuppressed(tx, row);
    const resent = await scheduleMessage({ db: tx, clock }, actor, toResendInput(row));
    return { result: row, events: [...events, ...resent.events] };
  });
};

const REASONS = {
  failed: UNDELIVERED_REASON,
  held: text('settledHeld'),
  again: text('settledAgain'),
};
