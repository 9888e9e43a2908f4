import { faultAt } from '@switchyard/contracts/text/faults';
import { invalid } from '../../../platform/refusal.ts';
import { refuseSuppressed } from '../automated/automated.ts';
import { type Changes, changeMessage, type MessageAction, type Target } from '../change/change-message.ts';
import { type Edit, mergeExtras } from '../change/edit-message.ts';
import { resendRefusal } from '../messages.policy.ts';
import { findRetries } from '../messages.queries.ts';
import { scheduleMessage } from './schedule-messages.ts';
import { toResendInput } from './to-resend-input.ts';

/** It stays what it is; its row's lock lets one press of a button send once. */
const untouched: Changes = {};

/**
 * Sends what failed again, once: a new message under an id of its own, in the lane like any other; what is given takes
 * the place of what the failed one said.
 * @returns the new message
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`, `INVALID` naming each field, `id` when it is being tried again already, or
 *   its recipient when a rule sent it and they want no more
 */
export const resendMessage: MessageAction<Target & Edit> = ({ db, clock }, actor, { id, version, ...edit }) =>
  db.transaction(async (tx) => {
    const act = { action: 'message.resend' as const, may: resendRefusal };
    const failed = await changeMessage(tx, actor, { id, version }, act, () => untouched);
    if ((await findRetries(tx, [id])).size > 0) throw invalid([faultAt('id', 'sentAgain')]);
    const isTo = edit.contactName !== undefined || edit.contactList !== undefined;
    if (!isTo) await refuseSuppressed(tx, failed);
    return scheduleMessage({ db: tx, clock }, actor, {
      ...toResendInput(failed),
      ...mergeExtras(failed, edit),
      ...(isTo ? { contactName: edit.contactName, contactList: edit.contactList ?? [] } : {}),
      ...(edit.message === undefined ? {} : { message: edit.message }),
      ...(edit.zone === undefined ? {} : { zone: edit.zone }),
      dueDate: edit.dueDate,
      pastDue: edit.pastDue,
      retryCount: failed.retryCount + 1,
    });
  });
