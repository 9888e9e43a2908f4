import type { BulkResult, LeftReason } from '@switchyard/contracts/message-bulk';
import { inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { sendingEngineOf } from '../../engines/index.ts';
import { WAITS_AGAIN } from '../lasting-holds.ts';
import { messagesStale } from '../messages.events.ts';
import { mayRestore } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';
import { changeMany } from './change-many.ts';
import { noteSoonest, tellLanes } from './move-many.ts';
import { takeBefore } from './remember-before.ts';

/**
 * Has messages that were cancelled together wait again. Left as they are: what was changed since, and what was due meanwhile.
 * @throws Refusal `NOT_FOUND` (never was, or undone already), `FORBIDDEN`
 */
export const undoCancel: Action<{ cancelId: string }, BulkResult> = ({ db, clock }, actor, { cancelId }) =>
  db.transaction(async (tx) => {
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
      const back = rows.filter((row) => {
        const isAsLeft = before.get(row.id)?.version === row.version;
        if (isAsLeft && mayRestore(actor, row, now) === null) return true;
        left.push(isAsLeft ? 'past' : 'changed');
        return false;
      });
      for (const row of back) noteSoonest(soonest, row.engineId ?? engineId, row.dueAt);
      const ids = back.map(({ id }) => id);
      await db
        .update(messages)
        .set({
          ...WAITS_AGAIN,
          engineId: sql`coalesce(engine_id, ${engineId}::uuid)`,
          version: sql`version + 1`,
          updatedAt: sql`now()`,
        })
        .where(inArray(messages.id, ids));
      return { ids, left };
    });
    return { result, events: [messagesStale(actor.workspaceId), ...tellLanes(actor.workspaceId, soonest)] };
  });
