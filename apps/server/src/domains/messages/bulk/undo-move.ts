import type { BulkResult, LeftReason } from '@switchyard/contracts/message-bulk';
import { PAST_TOLERANCE_MS } from '@switchyard/contracts/message-limits';
import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { messagesStale } from '../messages.events.ts';
import { mayEdit } from '../messages.policy.ts';
import { messageMoves, messages } from '../messages.schema.ts';
import { changeMany } from './change-many.ts';
import { noteSoonest, setDue, tellLanes } from './move-many.ts';

/**
 * Gives moved messages the due dates that they had before. Left as they are: what went out or was changed since, and what would go out late at once.
 * @throws Refusal `NOT_FOUND` (never was, or undone already), `FORBIDDEN`
 */
export const undoMove: Action<{ moveId: string }, BulkResult> = ({ db, clock }, actor, { moveId }) =>
  db.transaction(async (tx) => {
    const parts = await tx
      .select({ rows: messageMoves.rows })
      .from(messageMoves)
      .where(and(eq(messageMoves.id, moveId), eq(messageMoves.workspaceId, actor.workspaceId)))
      .for('update');
    if (parts.length === 0) throw new Refusal('NOT_FOUND');
    const before = new Map(parts.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
    const soonest = new Map<string, Date>();
    const nowMs = clock.now().getTime();
    const act = { action: 'message.move-undo', may: mayEdit, subject: moveId };
    // One parameter for any number of ids.
    const where = sql`${messages.id} = any(${sql.param([...before.keys()])}::uuid[])`;
    const { result } = await changeMany(tx, actor, { where }, act, async (db, rows) => {
      const left: LeftReason[] = [];
      const back = rows.flatMap((row) => {
        const was = before.get(row.id);
        if (was?.version !== row.version) {
          left.push('changed');
          return [];
        }
        const dueAt = new Date(was.dueAt);
        if (dueAt.getTime() < nowMs - PAST_TOLERANCE_MS) {
          left.push('past');
          return [];
        }
        noteSoonest(soonest, row.engineId, dueAt);
        return [{ id: row.id, dueAt, dueLocal: was.dueLocal, zone: was.zone }];
      });
      await setDue(db, back);
      return { ids: back.map(({ id }) => id), left };
    });
    await tx.delete(messageMoves).where(eq(messageMoves.id, moveId));
    return { result, events: [messagesStale(actor.workspaceId), ...tellLanes(actor.workspaceId, soonest)] };
  });
