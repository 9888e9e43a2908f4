import type { BulkResult, MessageSelection, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import { sql } from 'drizzle-orm';
import type { Action } from '../../../platform/action.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import { recordset } from '../../../platform/database/recordset.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { pick } from '../../../platform/pick.ts';
import { invalid } from '../../../platform/refusal.ts';
import { laneDue, messagesStale } from '../messages.events.ts';
import { editRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { type DueMoment, isFault, readDueMoment } from '../write/due-moment.ts';
import { changeMany } from './change-many.ts';
import { saveUndoState } from './save-undo-state.ts';

export interface MoveTo {
  /** `YYYY-MM-DD`. Undefined: each message keeps its own. */
  date?: string | undefined;
  /** `HH:mm`. Undefined: each message keeps its own. */
  time?: string | undefined;
  zone: string;
}

/**
 * Moves the selected messages to another date, time of day or both. A message whose new time has passed is not moved.
 * @returns exact counts, and the id for the undo; null: nothing was moved
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const moveMany: Action<{ selection: MessageSelection } & MoveTo, BulkResult & { moveId: string | null }> = (
  { db, clock },
  actor,
  { selection, ...to },
) =>
  db.transaction(async (tx) => {
    const moveId = newId();
    const nowMs = clock.now().getTime();
    const soonest = new Map<string, Date>();
    let part = 0;
    const spec = { action: 'message.move-many' as const, refusal: editRefusal, subject: moveId, details: { to } };
    const { result } = await changeMany(tx, actor, selection, spec, async (db, rows) => {
      const left: UnchangedReason[] = [];
      const moved: (DueMoment & { id: string })[] = [];
      const before: MessageRow[] = [];
      for (const row of rows) {
        const due = movedDue(row, to, nowMs);
        if (due.dueAt.getTime() < nowMs - PAST_TOLERANCE_MS) {
          left.push('past');
          continue;
        }
        moved.push({ id: row.id, ...due });
        before.push(row);
        recordSoonest(soonest, row.engineId, due.dueAt);
      }
      await setDue(db, moved);
      part += 1;
      await saveUndoState(db, { id: moveId, part, workspaceId: actor.workspaceId, rows: before });
      return { ids: moved.map(({ id }) => id), left };
    });
    return {
      result: { ...result, moveId: result.changed > 0 ? moveId : null },
      events: [messagesStale(actor.workspaceId), ...laneDueEvents(actor.workspaceId, soonest)],
    };
  });

function movedDue(row: MessageRow, { date, time, zone }: MoveTo, nowMs: number): DueMoment {
  const own = readDueMoment({ dueDate: row.dueAt.toISOString(), zone, past: 'record' }, nowMs);
  if (isFault(own)) throw invalid([own]);
  const [ownDate, ownTime] = own.dueLocal.split('T');
  const due = readDueMoment({ dueDate: `${date ?? ownDate}T${time ?? ownTime}`, zone, past: 'record' }, nowMs);
  if (isFault(due)) throw invalid([{ ...due, field: 'date' }]);
  if (row.zone === zone) return due;
  // The moment was chosen in `zone`, but the message keeps its own zone.
  const inOwnZone = readDueMoment({ dueDate: due.dueAt.toISOString(), zone: row.zone, past: 'record' }, nowMs);
  return isFault(inOwnZone) ? due : inOwnZone;
}

/** Sets the due moments of locked rows and lets their lanes evaluate them again. */
export async function setDue(tx: Db, rows: readonly (DueMoment & { id: string })[]): Promise<void> {
  if (rows.length === 0) return;
  const due = rows.map((row) => pick(row, ['id', 'dueAt', 'dueLocal', 'zone']));
  await tx.execute(sql`
    update messages m set due_at = given.due_at, due_local = given.due_local, zone = given.zone,
      claimable_at = greatest(given.due_at, now()), hold_rule = null, version = m.version + 1, updated_at = now()
    from ${recordset(messages, due)} where m.id = given.id`);
}

/** Records the soonest due moment per lane. */
export function recordSoonest(soonest: Map<string, Date>, engineId: string | null, dueAt: Date): void {
  if (engineId === null) return;
  const current = soonest.get(engineId);
  if (!current || dueAt < current) soonest.set(engineId, dueAt);
}

/** One event per lane, for its soonest due moment. */
export const laneDueEvents = (workspaceId: string, soonest: ReadonlyMap<string, Date>): DomainEvent[] =>
  [...soonest].map(([engineId, dueAt]) => laneDue(workspaceId, { engineId, dueAt }));
