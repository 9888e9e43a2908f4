import { changeMessage, type MessageAction } from './change-message.ts';
import { anew } from './edit-message.ts';
import { lastingHoldOf } from './lasting-holds.ts';
import { changedRow, laneDue, messagesChanged } from './messages.events.ts';
import { maySendAnyway } from './messages.policy.ts';

/**
 * Lets a message go out although its recipient has quiet hours: a person's word for this one message and the moment it is meant for. The lane's other rules hold as ever.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`
 */
export const sendAnyway: MessageAction = async ({ db }, actor, target) => {
  const row = await changeMessage(
    db,
    actor,
    target,
    { action: 'message.send-anyway', may: maySendAnyway },
    (before) => ({
      quietExempt: true,
      ...(lastingHoldOf(before) === null && { holdRule: null, claimableAt: anew(before.dueAt) }),
    }),
  );
  const due = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: row.claimableAt });
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)]), due] };
};
