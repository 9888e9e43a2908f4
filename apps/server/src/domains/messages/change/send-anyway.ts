import { persistentHold } from '../holds/persistent-holds.ts';
import { changedRow, laneDue, messagesChanged } from '../messages.events.ts';
import { sendAnywayRefusal } from '../messages.policy.ts';
import { changeMessage, type MessageAction } from './change-message.ts';
import { claimableFrom } from './edit-message.ts';

/**
 * Sends a message despite its recipient's quiet hours. A person's decision for this message and its current due moment
 * only; the lane's other rules still apply.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`
 */
export const sendAnyway: MessageAction = async ({ db }, actor, target) => {
  const row = await changeMessage(
    db,
    actor,
    target,
    { action: 'message.send-anyway', refusal: sendAnywayRefusal },
    (before) => ({
      quietExempt: true,
      ...(persistentHold(before) === null && { holdRule: null, claimableAt: claimableFrom(before.dueAt) }),
    }),
  );
  const due = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: row.claimableAt });
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)]), due] };
};
