import { messagesStale } from '../messages.events.ts';
import { removeRefusal } from '../messages.policy.ts';
import { changeMessage, type MessageAction } from './change-message.ts';

/** Removes a message from every list. A sent message stays sent. @throws Refusal `NOT_FOUND`, `TOO_LATE` */
export const removeMessage: MessageAction = async ({ db }, actor, target) => {
  const row = await changeMessage(db, actor, target, { action: 'message.remove', refusal: removeRefusal }, () => ({
    deleted: true,
  }));
  return { result: row, events: [messagesStale(row.workspaceId)] };
};
