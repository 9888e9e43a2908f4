import type { BulkResult, LeftReason } from '@switchyard/contracts/message-bulk';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import type { Db } from '../../../platform/database/database.ts';
import { sendingEngineOf } from '../../engines/index.ts';
import { WAITS_AGAIN } from '../lasting-holds.ts';
import { messagesStale } from '../messages.events.ts';
import { mayRestore } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { findRetries } from '../messages.queries.ts';
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
      const again = await otherTries(db, rows);
      const back = rows.filter((row) => {
        const isAsLeft = before.get(row.id)?.version === row.version;
        const isPossible = isAsLeft && mayRestore(actor, row, now) === null;
        if (isPossible && !again.has(row.retryOf)) return true;
        left.push(isPossible ? 'retried' : isAsLeft ? 'past' : 'changed');
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

/** Of cancelled new tries: which failed messages others try again meanwhile; they are locked, so that nobody does from now on. */
async function otherTries(tx: Db, rows: readonly MessageRow[]): Promise<Map<string | null, string>> {
  const failed = rows.flatMap(({ retryOf }) => retryOf ?? []).sort();
  if (failed.length === 0) return new Map();
  const ids = inArray(messages.id, failed);
  await tx.select({ id: messages.id }).from(messages).where(ids).orderBy(asc(messages.id)).for('update');
  return findRetries(tx, failed);
}
