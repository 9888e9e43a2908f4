import type { BulkResult, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { messagesStale } from '../messages.events.ts';
import { editRefusal } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';
import { changeMany } from './change-many.ts';
import { laneDueEvents, noteSoonest, setDue } from './move-many.ts';
import { takeBefore } from './save-undo-state.ts';

/**
 * Gives moved messages the due dates that they had before. Left as they are: what went out or was changed since, and
 * what would go out late at once.
 * @throws Refusal `NOT_FOUND` (never was, or undone already), `FORBIDDEN`
 */
export const undoMove: Action<{ moveId: string }, BulkResult> = ({ db, clock }, actor, { moveId }) =>
  db.transaction(async (tx) => {
    const before = await takeBefore(tx, actor.workspaceId, moveId);
    const soonest = new Map<string, Date>();
    const nowMs = clock.now().getTime();
    const act = { action: 'message.move-undo' as const, may: editRefusal, subject: moveId };
    // One parameter for any number of ids.
    const where = sql`${messages.id} = any(${sql.param([...before.keys()])}::uuid[])`;
    const { result } = await changeMany(tx, actor, { where }, act, async (db, rows) => {
      const left: UnchangedReason[] = [];
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
    return { result, events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)] };
  });
