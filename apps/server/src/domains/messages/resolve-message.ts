import type { Actor } from '../../platform/actor.ts';
import { changeMessage, type MessageAction, type Target } from './change-message.ts';
import { changedRow, messagesChanged } from './messages.events.ts';
import { mayResolve } from './messages.policy.ts';
import type { MessageRow } from './messages.present.ts';

/** It waits for nothing any more. */
const settled = { inDoubt: false, holdRule: null };

/** Records what a person found out about a message whose fate is not known, or has not been for long. @throws Refusal `NOT_FOUND`, `TOO_LATE` */
export const resolveMessage: MessageAction<Target & { as: 'sent' | 'failed' }> = async (
  { db, clock },
  actor,
  { as, ...target },
) => {
  const may = (by: Actor, row: MessageRow) => mayResolve(by, row, clock.now());
  const act = { action: 'message.resolve', may, details: { as } };
  const row = await changeMessage(db, actor, target, act, () =>
    as === 'sent'
      ? { ...settled, status: 'sent', ack: 1, sendFailureReason: null, sentAt: clock.now() }
      : { ...settled, status: 'failed', sendFailureReason: 'Settled by a person: it did not arrive.' },
  );
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)])] };
};
