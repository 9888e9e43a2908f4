import { type Changes, changeMessage, type MessageAction, type Target } from './change-message.ts';
import { carriedAfter, type Edit } from './edit-message.ts';
import { mayResend } from './messages.policy.ts';
import { scheduleMessage } from './schedule-messages.ts';

/** The version rises, so that the same press of a button sends once. */
const untouched: Changes = {};

/**
 * Sends what failed again: a new message under an id of its own, in the lane like any other; what is given takes the place of what the failed one said.
 * The failed one stays, as what it is.
 * @returns the new message
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`, `INVALID` naming each field
 */
export const resendMessage: MessageAction<Target & Edit> = ({ db, clock }, actor, { id, version, ...edit }) =>
  db.transaction(async (tx) => {
    const act = { action: 'message.resend', may: mayResend };
    const failed = await changeMessage(tx, actor, { id, version }, act, () => untouched);
    const isRenamed = edit.contactName !== undefined || edit.contactList !== undefined;
    const to = isRenamed
      ? { contactName: edit.contactName, contactList: edit.contactList ?? [] }
      : { contactName: failed.contactName, contactList: [{ ...failed.contactList[0], mobile: failed.recipient }] };
    return scheduleMessage({ db: tx, clock }, actor, {
      ...to,
      ...carriedAfter(failed, edit),
      message: edit.message ?? failed.body,
      dueDate: edit.dueDate,
      zone: edit.zone ?? failed.zone,
      pastDue: edit.pastDue,
      status: 'pending',
      verifyContact: failed.verifyContact,
      isRecurring: false,
      sentWith: failed.sentWith,
      retryCount: failed.retryCount + 1,
      campaignId: failed.campaignId,
      retryOf: failed.id,
    });
  });
