import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import type { OverdueAnswer } from '@switchyard/contracts/messages/waits';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, invalid } from '../../../platform/refusal.ts';
import { cancelMany } from '../bulk/cancel-many.ts';
import { type ChangedRows, changeMany } from '../bulk/change-many.ts';
import { laneDueEvents, moveMany, recordSoonest } from '../bulk/move-many.ts';
import { CAMPAIGN_HOLD, OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import { messagesStale } from '../messages.events.ts';
import { editRefusal, scheduleRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { messagesSeenBy } from '../sight.ts';
import { type OverdueGroup, overdueIn } from './overdue-groups.ts';

interface OverdueDecision extends OverdueGroup {
  /** The number the person was shown. */
  expected: number;
  answer: OverdueAnswer;
}

/**
 * Applies a person's decision about the overdue messages of a campaign or lane: send them at the lane's pace, move
 * them, or cancel them.
 * @returns exact counts, and the id to undo a move
 * @throws Refusal `FORBIDDEN`; `INVALID` if more are overdue than the person was shown, or the new time is invalid
 */
export const answerOverdue: Action<OverdueDecision, BulkResult & { moveId: string | null }> = (
  { db, clock },
  actor,
  { expected, answer, ...group },
) =>
  db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    const found = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(overdueIn(actor.workspaceId, group), await messagesSeenBy(tx, actor)))
      .orderBy(asc(messages.id))
      .for('update');
    if (found.length > expected) {
      throw invalid([faultAt('expected', 'overdueMore', { found: found.length, expected })]);
    }
    const selection = { ids: found.map(({ id }) => id) };
    const deps = { db: tx, clock };
    if (answer.as === 'move') return moveMany(deps, actor, { selection, ...answer });
    if (answer.as === 'cancel') {
      const { result, events } = await cancelMany(deps, actor, { selection });
      return { result: { ...result, moveId: null }, events };
    }
    const spec = { action: 'message.send-overdue' as const, refusal: editRefusal };
    const soonest = new Map<string, Date>();
    const { result } = await changeMany(tx, actor, selection, spec, async (part, rows) => {
      for (const { engineId } of rows) recordSoonest(soonest, engineId, clock.now());
      return release(part, rows);
    });
    return {
      result: { ...result, moveId: null },
      events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)],
    };
  });

/**
 * Releases messages in the order in which they were due, behind those due already. Campaign messages are left to their
 * campaign, which may be paused; a person's retry of one is not, since the campaign doesn't know of it.
 */
async function release(tx: Db, rows: MessageRow[]): Promise<ChangedRows> {
  const held = rows.filter(({ holdRule }) => holdRule === OVERDUE_HOLD).map(({ id }) => id);
  await tx.execute(sql`
    update messages m set
      hold_rule = case when m.campaign_recipient_id is not null then ${CAMPAIGN_HOLD} end,
      claimable_at = case when m.campaign_recipient_id is not null then m.claimable_at else now() + turn.place * interval '1 microsecond' end,
      version = m.version + 1, updated_at = now()
    from (select id, row_number() over (order by due_at, id) as place from messages where ${inArray(messages.id, held)}) turn
    where m.id = turn.id`);
  return { ids: held };
}
