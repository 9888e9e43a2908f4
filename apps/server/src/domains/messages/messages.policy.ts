import type { Message } from '@switchyard/contracts/message';
import type { MessageStatus } from '@switchyard/contracts/message-status';
import { type Actor, mayChange } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

type By = Pick<Actor, 'onBehalfOf'>;

interface Standing {
  status: MessageStatus;
  version: number;
}

/** The message has moved on since the caller read it. */
export const tooLate = ({ status, version }: Standing) => new Refusal('TOO_LATE', { status, version });

/** Whoever works in a workspace may work with its messages. */
export const maySchedule = mayChange;
/** A message can be changed until a lane has taken it. */
export const mayEdit = (actor: By, message: Standing) => mayChange(actor) ?? unless(isPending(message), message);
export const mayCancel = (actor: By, message: Standing) => mayChange(actor) ?? unless(isPending(message), message);
/** What waits must be cancelled first; what is on its way cannot be called back. */
export const mayRemove = (actor: By, message: Standing) =>
  mayChange(actor) ?? unless(!isPending(message) && message.status !== 'sending', message);
/** Only what nobody could find out is for a person to decide. */
export const mayResolve = (actor: By, message: Standing) =>
  mayChange(actor) ?? unless(message.status === 'unknown', message);

const isPending = ({ status }: Standing): boolean => status === 'pending';
const unless = (isPossible: boolean, message: Standing) => (isPossible ? null : tooLate(message));

/** What this actor may do with a message as it stands. */
export const messageAbilities = (actor: By, message: Standing): Message['abilities'] => ({
  edit: mayEdit(actor, message) === null,
  cancel: mayCancel(actor, message) === null,
  remove: mayRemove(actor, message) === null,
  resolve: mayResolve(actor, message) === null,
});
