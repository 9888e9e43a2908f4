import { faultAt } from '@switchyard/contracts/text/faults';
import { invalid } from '../../../platform/refusal.ts';
import { sendingEngineOf } from '../../engines/index.ts';
import { refuseSuppressed } from '../automated/automated.ts';
import { changedRow, laneDue, messagesChanged } from '../messages.events.ts';
import { restoreRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findRetries, lockMessage } from '../messages.queries.ts';
import { findSeriesState } from '../series/series.queries.ts';
import { changeMessage, type MessageAction } from './change-message.ts';
import { requeueChanges } from './requeue-changes.ts';

/**
 * Undoes a cancel: the message waits again as it did, with the same id, since nothing of it has been sent.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`; `INVALID` if it became due meanwhile, if another message already retries the
 *   same failed one, if its series is paused, or if it is automated and its recipient has opted out
 */
export const restoreMessage: MessageAction = async ({ db, clock }, actor, target) => {
  const refusal = (by: typeof actor, row: MessageRow) => restoreRefusal(by, row, clock.now());
  const row = await changeMessage(db, actor, target, { action: 'message.restore', refusal }, async (before, tx) => {
    await refuseSuppressed(tx, before);
    // A concurrent retry of the same failed message holds this lock.
    const failed = before.retryOf && (await lockMessage(tx, actor.workspaceId, before.retryOf, false));
    if (failed && (await findRetries(tx, [failed.id])).size > 0) throw invalid([faultAt('id', 'sentAgain')]);
    // No lock is needed: pausing the series now would also cancel this message, which is locked here.
    if (before.seriesId !== null && (await findSeriesState(tx, before.seriesId)) === 'paused')
      throw invalid([faultAt('id', 'seriesPaused')]);
    return requeueChanges((await sendingEngineOf(tx, actor.workspaceId))?.id ?? null);
  });
  const due = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: row.claimableAt });
  return { result: row, events: [messagesChanged(row.workspaceId, [changedRow(row)]), due] };
};
