import { persistentHold } from '../holds/persistent-holds.ts';
import { changedRow, messagesChanged } from '../messages.events.ts';
import { cancelRefusal } from '../messages.policy.ts';
import { changeMessage, type MessageAction } from './change-message.ts';

/** Cancels a pending message. @throws Refusal `NOT_FOUND`, `TOO_LATE` */
export const cancelMessage: MessageAction = async ({ db }, actor, target) => {
  const spec = { action: 'message.cancel' as const, refusal: cancelRefusal };
  const row = await changeMessage(db, actor, target, spec, (before) => ({
    status: 'cancelled',
    holdRule: persistentHold(before),
  }));
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)])] };
};
