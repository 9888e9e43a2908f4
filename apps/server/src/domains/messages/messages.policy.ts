import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import type { Message } from '@switchyard/contracts/messages/message';
import type { MessageStatus } from '@switchyard/contracts/messages/status';
import { faultAt } from '@switchyard/contracts/text/faults';
import { type Text, text } from '@switchyard/contracts/text/text';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';

type Requester = Pick<Actor, 'onBehalfOf'>;

interface MessageState {
  status: MessageStatus;
  version: number;
  /** WhatsApp may have it although it waits for another attempt. */
  inDoubt: boolean;
  claimedAt: Date | null;
  ack: number;
  dueAt: Date;
  updatedAt: Date;
}

/** How long a cancel can be undone after the message has become due. */
const UNDO_AFTER_DUE_MS = 5 * 60_000;

/**
 * A person may settle a message that has been `sending` for longer than this. Drivers stop waiting for an answer after
 * 15 to 30 s.
 */
const STUCK_AFTER_MS = 2 * 60_000;

/** Refusal texts for messages that have moved on; for other statuses the code says enough. */
const MOVED_ON: Partial<Record<MessageStatus, Text>> = {
  sending: text('messageSending'),
  sent: text('messageSent'),
  cancelled: text('messageCancelled'),
};

/** Refusal for a message that has moved on since the caller read it. */
export const tooLate = ({ status, version }: Pick<MessageState, 'status' | 'version'>) =>
  new Refusal('TOO_LATE', { status, version }, MOVED_ON[status]);

/** Members may schedule messages in their workspace. */
export const scheduleRefusal = changeRefusal;
/** A message can be edited or cancelled while nothing of it can have been sent. */
export const editRefusal = (actor: Requester, message: MessageState) =>
  changeRefusal(actor) ?? unless(isUntouched(message), message);
export const cancelRefusal = (actor: Requester, message: MessageState) =>
  changeRefusal(actor) ?? unless(isUntouched(message), message);
/** Quiet hours protect the recipient; a person may override them for one message. */
export const sendAnywayRefusal = (actor: Requester, message: MessageState) => editRefusal(actor, message);
/** A cancel can be undone while the message it releases surprises nobody. */
export const restoreRefusal = (actor: Requester, message: MessageState, at: Date) =>
  changeRefusal(actor) ??
  unless(message.status === 'cancelled' && !message.inDoubt && message.ack === 0, message) ??
  (isPastUndo(message, at) ? invalid([faultAt('dueDate', 'dueMeanwhile')]) : null);
/** A failed message is final: the same content may go out as a new message. */
export const resendRefusal = (actor: Requester, message: MessageState) =>
  changeRefusal(actor) ?? unless(message.status === 'failed' && !message.inDoubt, message);
/** A pending message must be cancelled first; one being sent cannot be recalled. */
export const removeRefusal = (actor: Requester, message: MessageState) =>
  changeRefusal(actor) ?? unless(message.status !== 'pending' && message.status !== 'sending', message);
/** A person decides only when the outcome is unknown or has been pending for too long. */
export const resolveRefusal = (actor: Requester, message: MessageState, at: Date) =>
  changeRefusal(actor) ?? unless(message.status === 'unknown' || isInDoubt(message) || isStuck(message, at), message);

/** A message still being sent by its engine would arrive twice if it were sent as a new one. */
export const sendAsNewRefusal = (actor: Requester, message: MessageState) =>
  changeRefusal(actor) ?? unless(message.status === 'unknown' || isInDoubt(message), message);

const isUntouched = ({ status, inDoubt }: MessageState): boolean => status === 'pending' && !inDoubt;
const isInDoubt = ({ status, inDoubt }: MessageState): boolean => status === 'pending' && inDoubt;
const isStuck = ({ status, claimedAt }: MessageState, at: Date): boolean =>
  status === 'sending' && claimedAt !== null && at.getTime() - claimedAt.getTime() > STUCK_AFTER_MS;
const isPastUndo = ({ dueAt, updatedAt }: MessageState, at: Date): boolean =>
  dueAt.getTime() < at.getTime() - PAST_TOLERANCE_MS && updatedAt.getTime() < at.getTime() - UNDO_AFTER_DUE_MS;
const unless = (isPossible: boolean, message: MessageState) => (isPossible ? null : tooLate(message));

/** What this actor may do with a message in its current state. */
export const messageAbilities = (actor: Requester, message: MessageState, at: Date): Message['abilities'] => ({
  edit: editRefusal(actor, message) === null,
  cancel: cancelRefusal(actor, message) === null,
  restore: restoreRefusal(actor, message, at) === null,
  resend: resendRefusal(actor, message) === null,
  remove: removeRefusal(actor, message) === null,
  resolve: resolveRefusal(actor, message, at) === null,
});
