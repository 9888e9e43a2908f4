import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import type { OverdueAnswer } from '@switchyard/contracts/messages/waits';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, invalid } from '../../../platform/refusal.ts';
import { cancelMany } from '../bulk/cancel-many.ts';
import { type Changed, changeMany } from '../bulk/change-many.ts';
import { laneDueEvents, moveMany, noteSoonest } from '../bulk/move-many.ts';
import { CAMPAIGN_HOLD, OVERDUE_HOLD } from '../holds/persistent-holds.ts';
import { messagesStale } from '../messages.events.ts';
import { editRefusal, scheduleRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { askedAbout, type OverdueGroup } from './overdue-groups.ts';
import { messagesSeenBy } from '../sight.ts';

interface OverdueDecision extends OverdueGroup {
  /** How many the person was told of. */
  expected: number;
  answer: OverdueAnswer;
}

/**
 * A person's word about what is overdue, for all of a campaign or a lane: it goes out after all, at the pace of its
 * lane; it is given another time; or it is cancelled.
 * @returns true counts, and the id by which a move can be undone
 * @throws Refusal `FORBIDDEN`; `INVALID` when more are overdue than the person was told, or the new time makes no sense
 */
export const answerOverdue: Action<OverdueDecision, BulkResult & { moveId: string | null }> = (
  { db, clock },
  actor,
  { expected, answer, ...about },
) =>
  db.transaction(async (tx) => {
    authorize(scheduleRefusal(actor));
    const found = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(askedAbout(actor.workspaceId, about), await messagesSeenBy(tx, actor)))
      .orderBy(asc(messages.id))
      .for('update');
    if (found.length > expected) {
      throw invalid([faultAt('expected', 'overdueMore', { found: found.length, expected })]);
    }
    const selection = { ids: found.map(({ id }) => id) };
    const parts = { db: tx, clock };
    if (answer.as === 'move') return moveMany(parts, actor, { selection, ...answer });
    if (answer.as === 'cancel') {
      const { result, events } = await cancelMany(parts, actor, { selection });
      return { result: { ...result, moveId: null }, events };
    }
    const act = { action: 'message.send-overdue' as const, may: editRefusal };
    const soonest = new Map<string, Date>();
    const { result } = await changeMany(tx, actor, selection, act, async (part, rows) => {
      for (const { engineId } of rows) noteSoonest(soonest, engineId, clock.now());
      return letGo(part, rows);
    });
    return {
      result: { ...result, moveId: null },
      events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)],
    };
  });

/**
 * In the order in which they were due, behind what is due already. What is a campaign's is the campaign's to let go: it
 * may be paused. A new try that a person made of one is not: the campaign knows nothing of it.
 */
async function letGo(tx: Db, rows: MessageRow[]): Promise<Changed> {
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
