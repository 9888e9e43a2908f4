import { faultAt } from '@switchyard/contracts/text/faults';
import { invalid } from '../../../platform/refusal.ts';
import { refuseSuppressed } from '../automated/automated.ts';
import { type Changes, changeMessage, type MessageAction, type Target } from '../change/change-message.ts';
import { type Edit, mergeExtras } from '../change/edit-message.ts';
import { resendRefusal } from '../messages.policy.ts';
import { findRetries } from '../messages.queries.ts';
import { scheduleMessage } from './schedule-messages.ts';
import { toResendInput } from './to-resend-input.ts';

/** The failed message itself doesn't change; its row lock makes a double click send once. */
const noChanges: Changes = {};

/**
 * Sends a failed message again, once: as a new message with an id of its own, in the lane like any other. Given fields
 * replace those of the failed message.
 * @returns the new message
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`, `INVALID` naming each field: `id` if it has been retried already, or its
 *   recipient if it is automated and they have opted out
 */
export const resendMessage: MessageAction<Target & Edit> = ({ db, clock }, actor, { id, version, ...edit }) =>
  db.transaction(async (tx) => {
    const spec = { action: 'message.resend' as const, refusal: resendRefusal };
    const failed = await changeMessage(tx, actor, { id, version }, spec, () => noChanges);
    if ((await findRetries(tx, [id])).size > 0) throw invalid([faultAt('id', 'sentAgain')]);
    const hasNewRecipient = edit.contactName !== undefined || edit.contactList !== undefined;
    if (!hasNewRecipient) await refuseSuppressed(tx, failed);
    return scheduleMessage({ db: tx, clock }, actor, {
      ...toResendInput(failed),
      ...mergeExtras(failed, edit),
      ...(hasNewRecipient ? { contactName: edit.contactName, contactList: edit.contactList ?? [] } : {}),
      ...(edit.message === undefined ? {} : { message: edit.message }),
      ...(edit.zone === undefined ? {} : { zone: edit.zone }),
      dueDate: edit.dueDate,
      pastDue: edit.pastDue,
      retryCount: failed.retryCount + 1,
    });
  });
