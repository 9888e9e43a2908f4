import { changeMessage, type MessageAction } from './change-message.ts';
import { claimableFrom } from './edit-message.ts';
import { persistentHold } from '../holds/persistent-holds.ts';
import { changedRow, laneDue, messagesChanged } from '../messages.events.ts';
import { sendAnywayRefusal } from '../messages.policy.ts';

/**
 * Lets a message go out although its recipient has quiet hours: a person's word for this one message and the moment it
 * is meant for. The lane's other rules hold as ever.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`
 */
export const sendAnyway: MessageAction = async ({ db }, actor, target) => {
  const row = await changeMessage(
    db,
    actor,
    target,
    { action: 'message.send-anyway', may: sendAnywayRefusal },
    (before) => ({
      quietExempt: true,
      ...(persistentHold(before) === null && { holdRule: null, claimableAt: claimableFrom(before.dueAt) }),
    }),
  );
  const due = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: row.claimableAt });
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)]), due] };
};
