import { messagesStale } from '../messages.events.ts';
import { removeRefusal } from '../messages.policy.ts';
import { changeMessage, type MessageAction } from './change-message.ts';

/**
 * Undoes a removal: the message is on the lists again with its old status.
 * @throws Refusal `NOT_FOUND` if it is not removed
 */
export const undeleteMessage: MessageAction = async ({ db }, actor, target) => {
  const spec = { action: 'message.bring-back' as const, refusal: removeRefusal, isRemoved: true };
  const row = await changeMessage(db, actor, target, spec, () => ({ deleted: false }));
  return { result: row, events: [messagesStale(row.workspaceId)] };
};
