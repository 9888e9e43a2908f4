import { faultAt } from '@switchyard/contracts/fault-words';
import { invalid } from '../../platform/refusal.ts';
import { sendingEngineOf } from '../engines/index.ts';
import { changeMessage, type MessageAction } from './change-message.ts';
import { WAITS_AGAIN } from './lasting-holds.ts';
import { changedRow, laneDue, messagesChanged } from './messages.events.ts';
import { mayRestore } from './messages.policy.ts';
import type { MessageRow } from './messages.present.ts';
import { findRetries, lockMessage } from './messages.queries.ts';

/**
 * Undoes a cancel: the message waits again as it did, under the same id, since nothing of it has left.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`; `INVALID` when it was due meanwhile, or what it tries again is being tried by another
 */
export const restoreMessage: MessageAction = async ({ db, clock }, actor, target) => {
  const may = (by: typeof actor, row: MessageRow) => mayRestore(by, row, clock.now());
  const row = await changeMessage(db, actor, target, { action: 'message.restore', may }, async (before, tx) => {
    const { engineId, goneEngine, retryOf } = before;
    // Whoever tries the same message again has it locked.
    const failed = retryOf && (await lockMessage(tx, actor.workspaceId, retryOf, false));
    if (failed && (await findRetries(tx, [failed.id])).size > 0) throw invalid([faultAt('id', 'sentAgain')]);
    const isFree = engineId === null && goneEngine === null;
    return {
      ...WAITS_AGAIN,
      ...(isFree && { engineId: (await sendingEngineOf(tx, actor.workspaceId))?.id ?? null }),
    };
  });
  const due = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: row.claimableAt });
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)]), due] };
};
