import { changeMessage, type MessageAction, type Target } from './change-message.ts';
import { changedRow, messagesChanged } from './messages.events.ts';
import { mayResolve } from './messages.policy.ts';

/** Records what a person found out about a message whose fate was unknown. @throws Refusal `NOT_FOUND`, `TOO_LATE` */
export const resolveMessage: MessageAction<Target & { as: 'sent' | 'failed' }> = async (
  { db, clock },
  actor,
  { as, ...target },
) => {
  const act = { action: 'message.resolve', may: mayResolve, details: { as } };
  const row = await changeMessage(db, actor, target, act, () =>
    as === 'sent'
      ? { status: 'sent', ack: 1, sendFailureReason: null, sentAt: clock.now() }
      : { status: 'failed', sendFailureReason: 'Settled by a person: it did not arrive.' },
  );
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)])] };
};
