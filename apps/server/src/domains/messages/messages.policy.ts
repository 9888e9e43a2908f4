import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import type { Message } from '@switchyard/contracts/messages/message';
import type { MessageStatus } from '@switchyard/contracts/messages/status';
import { faultAt } from '@switchyard/contracts/text/faults';
import { type Text, text } from '@switchyard/contracts/text/text';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'onBehalfOf'>;

interface Standing {
  status: MessageStatus;
  version: number;
  /** WhatsApp may have it, though it waits to be tried again. */
  inDoubt: boolean;
  claimedAt: Date | null;
  ack: number;
  dueAt: Date;
  updatedAt: Date;
}

/** So long a cancel can be undone although the message has become due meanwhile: it goes out as if nothing had been. */
const UNDO_MS = 5 * 60_000;

/**
 * What a lane has had for longer than this without a word may be settled by a person. Drivers give up on an answer
 * after 15 to 30 s.
 */
const LONG_ON_ITS_WAY_MS = 2 * 60_000;

/** What has become of a message that has moved on; of another status its code says all. */
const MOVED_ON: Partial<Record<MessageStatus, Text>> = {
  sending: text('messageSending'),
  sent: text('messageSent'),
  cancelled: text('messageCancelled'),
};

/** The message has moved on since the caller read it. */
export const tooLate = ({ status, version }: Pick<Standing, 'status' | 'version'>) =>
  new Refusal('TOO_LATE', { status, version }, MOVED_ON[status]);

/** Whoever works in a workspace may work with its messages. */
export const scheduleRefusal = changeRefusal;
/** A message can be changed and called back while nothing of it can have left. */
export const editRefusal = (actor: By, message: Standing) =>
  changeRefusal(actor) ?? unless(isUntouched(message), message);
export const cancelRefusal = (actor: By, message: Standing) =>
  changeRefusal(actor) ?? unless(isUntouched(message), message);
/** Quiet hours are for the recipient's sake: a person may know better for one message. */
export const sendAnywayRefusal = (actor: By, message: Standing) => editRefusal(actor, message);
/** A cancel can be undone while nobody is surprised by what then goes out. */
export const restoreRefusal = (actor: By, message: Standing, at: Date) =>
  changeRefusal(actor) ??
  unless(message.status === 'cancelled' && !message.inDoubt && message.ack === 0, message) ??
  (isForgotten(message, at) ? invalid([faultAt('dueDate', 'dueMeanwhile')]) : null);
/** What failed is over: the same may go out again as a new message. */
export const resendRefusal = (actor: By, message: Standing) =>
  changeRefusal(actor) ?? unless(message.status === 'failed' && !message.inDoubt, message);
/** What waits must be cancelled first; what is on its way cannot be called back. */
export const removeRefusal = (actor: By, message: Standing) =>
  changeRefusal(actor) ?? unless(message.status !== 'pending' && message.status !== 'sending', message);
/** Only what nobody could find out, or has not found out for long, is for a person to decide. */
export const resolveRefusal = (actor: By, message: Standing, at: Date) =>
  changeRefusal(actor) ??
  unless(message.status === 'unknown' || isInDoubt(message) || isLongOnItsWay(message, at), message);

/** What is on its way is still being tried by its engine: the same as a new message would arrive twice. */
export const sendAnewRefusal = (actor: By, message: Standing) =>
  changeRefusal(actor) ?? unless(message.status === 'unknown' || isInDoubt(message), message);

const isUntouched = ({ status, inDoubt }: Standing): boolean => status === 'pending' && !inDoubt;
const isInDoubt = ({ status, inDoubt }: Standing): boolean => status === 'pending' && inDoubt;
const isLongOnItsWay = ({ status, claimedAt }: Standing, at: Date): boolean =>
  status === 'sending' && claimedAt !== null && at.getTime() - claimedAt.getTime() > LONG_ON_ITS_WAY_MS;
const isForgotten = ({ dueAt, updatedAt }: Standing, at: Date): boolean =>
  dueAt.getTime() < at.getTime() - PAST_TOLERANCE_MS && updatedAt.getTime() < at.getTime() - UNDO_MS;
const unless = (isPossible: boolean, message: Standing) => (isPossible ? null : tooLate(message));

/** What this actor may do with a message as it stands. */
export const messageAbilities = (actor: By, message: Standing, at: Date): Message['abilities'] => ({
  edit: editRefusal(actor, message) === null,
  cancel: cancelRefusal(actor, message) === null,
  restore: restoreRefusal(actor, message, at) === null,
  resend: resendRefusal(actor, message) === null,
  remove: removeRefusal(actor, message) === null,
  resolve: resolveRefusal(actor, message, at) === null,
});
