import { sendingEngineOf } from '../engines/index.ts';
import { changeMessage, type MessageAction } from './change-message.ts';
import { WAITS_AGAIN } from './lasting-holds.ts';
import { changedRow, laneDue, messagesChanged } from './messages.events.ts';
import { mayRestore } from './messages.policy.ts';
import type { MessageRow } from './messages.present.ts';

/**
 * Undoes a cancel: the message waits again as it did, under the same id, since nothing of it has left.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`; `INVALID` when it was due meanwhile
 */
export const restoreMessage: MessageAction = async ({ db, clock }, actor, target) => {
  const may = (by: typeof actor, row: MessageRow) => mayRestore(by, row, clock.now());
  const row = await changeMessage(db, actor, target, { action: 'message.restore', may }, async (before, tx) => ({
    ...WAITS_AGAIN,
    ...(before.engineId === null &&
      before.goneEngine === null && { engineId: (await sendingEngineOf(tx, actor.workspaceId))?.id ?? null }),
  }));
  const due = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: row.claimableAt });
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)]), due] };
};
