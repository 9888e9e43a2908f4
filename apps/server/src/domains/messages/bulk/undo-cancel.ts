import type { BulkResult, LeftReason } from '@switchyard/contracts/message-bulk';
import { inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { sendingEngineOf } from '../../engines/index.ts';
import { holdSuppressions } from '../../suppression/index.ts';
import { isByRule, unwantedByRule } from '../by-rule.ts';
import { messagesStale } from '../messages.events.ts';
import { mayRestore } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';
import { waitingAgain } from '../wait-again.ts';
import { changeMany } from './change-many.ts';
import { noteSoonest, tellLanes } from './move-many.ts';
import { takeBefore } from './remember-before.ts';

/**
 * Has messages that were cancelled together wait again. Left as they are: what was changed since, what was due meanwhile, and what a rule sent to whoever has asked for no more since.
 * @throws Refusal `NOT_FOUND` (never was, or undone already), `FORBIDDEN`
 */
export const undoCancel: Action<{ cancelId: string }, BulkResult> = ({ db, clock }, actor, { cancelId }) =>
  db.transaction(async (tx) => {
    // Before any message is locked: whoever stores a wish waits for those that wait.
    await holdSuppressions(tx, actor.workspaceId);
    const before = await takeBefore(tx, actor.workspaceId, cancelId);
    const engineId = (await sendingEngineOf(tx, actor.workspaceId))?.id ?? null;
    const now = clock.now();
    const soonest = new Map<string, Date>();
    const act = {
      action: 'message.cancel-undo',
      may: (by: typeof actor, row: Parameters<typeof mayRestore>[1]) =>
        row.status === 'cancelled' ? null : mayRestore(by, row, now),
      subject: cancelId,
    };
    // One parameter for any number of ids.
    const where = sql`${messages.id} = any(${sql.param([...before.keys()])}::uuid[])`;
    const { result } = await changeMany(tx, actor, { where }, act, async (db, rows) => {
      const left: LeftReason[] = [];
      const unwanted = await unwantedByRule(db, actor.workspaceId, rows);
      const back = rows.filter((row) => {
        const isAsLeft = before.get(row.id)?.version === row.version;
        const isUnwanted = isByRule(row) && unwanted.has(row.recipient);
        if (isAsLeft && !isUnwanted && mayRestore(actor, row, now) === null) return true;
        left.push(!isAsLeft ? 'changed' : isUnwanted ? 'unwanted' : 'past');
        return false;
      });
      for (const row of back)
        noteSoonest(soonest, row.goneEngine === null ? (row.engineId ?? engineId) : null, row.dueAt);
      const ids = back.map(({ id }) => id);
      await db
        .update(messages)
        .set({ ...waitingAgain(engineId), version: sql`version + 1`, updatedAt: sql`now()` })
        .where(inArray(messages.id, ids));
      return { ids, left };
    });
    return { result, events: [messagesStale(actor.workspaceId), ...tellLanes(actor.workspaceId, soonest)] };
  });
