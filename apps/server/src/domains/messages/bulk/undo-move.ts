import type { BulkResult, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { messagesStale } from '../messages.events.ts';
import { editRefusal } from '../messages.policy.ts';
import { messages } from '../messages.schema.ts';
import { changeMany } from './change-many.ts';
import { laneDueEvents, recordSoonest, setDue } from './move-many.ts';
import { takeUndoState } from './save-undo-state.ts';

/**
 * Restores the due dates of moved messages. Skipped: messages that were sent or changed since, and those that would be
 * late at once.
 * @throws Refusal `NOT_FOUND` (unknown, or undone already), `FORBIDDEN`
 */
export const undoMove: Action<{ moveId: string }, BulkResult> = ({ db, clock }, actor, { moveId }) =>
  db.transaction(async (tx) => {
    const before = await takeUndoState(tx, actor.workspaceId, moveId);
    const soonest = new Map<string, Date>();
    const nowMs = clock.now().getTime();
    const spec = { action: 'message.move-undo' as const, refusal: editRefusal, subject: moveId };
    // One parameter for any number of ids.
    const where = sql`${messages.id} = any(${sql.param([...before.keys()])}::uuid[])`;
    const { result } = await changeMany(tx, actor, { where }, spec, async (db, rows) => {
      const left: UnchangedReason[] = [];
      const restored = rows.flatMap((row) => {
        const previous = before.get(row.id);
        if (previous?.version !== row.version) {
          left.push('changed');
          return [];
        }
        const dueAt = new Date(previous.dueAt);
        if (dueAt.getTime() < nowMs - PAST_TOLERANCE_MS) {
          left.push('past');
          return [];
        }
        recordSoonest(soonest, row.engineId, dueAt);
        return [{ id: row.id, dueAt, dueLocal: previous.dueLocal, zone: previous.zone }];
      });
      await setDue(db, restored);
      return { ids: restored.map(({ id }) => id), left };
    });
    return { result, events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)] };
  });
