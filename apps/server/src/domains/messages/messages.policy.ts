import type { Message, MessageStatus } from '@switchyard/contracts/messages';
import type { Actor } from '../../platform/http/request-context.ts';

/** Whoever works in a workspace may work with its messages; support mode may only look. What is possible depends on where the message stands. */
export function messageAbilities(actor: Pick<Actor, 'supportMode'>, status: MessageStatus): Message['abilities'] {
  const may = !actor.supportMode;
  return {
    edit: may && canEdit(status),
    cancel: may && canCancel(status),
    remove: may && canRemove(status),
    resolve: may && canResolve(status),
  };
}

/** A message can be changed until a lane has taken it. */
export const canEdit = (status: MessageStatus): boolean => status === 'pending';
export const canCancel = (status: MessageStatus): boolean => status === 'pending';
/** What waits must be cancelled first; what is on its way cannot be called back. */
export const canRemove = (status: MessageStatus): boolean => status !== 'pending' && status !== 'sending';
/** Only what nobody could find out is for a person to decide. */
export const canResolve = (status: MessageStatus): boolean => status === 'unknown';
