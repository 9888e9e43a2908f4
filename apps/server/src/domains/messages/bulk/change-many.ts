import type { AuditAction } from '@switchyard/contracts/domains';
import type { BulkResult, MessageSelection, UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, invalid, type Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { filtersOf } from '../list/message-filter.ts';
import { scheduleRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { messagesSeenBy } from '../sight.ts';

/** A person's selection, or an internal condition. */
type RowSelection = MessageSelection | { where: SQL | undefined };

/** Rows locked and changed per statement: enough to be fast, few enough to stay within the statement timeout. */
const BATCH_SIZE = 2_000;
/** Maximum ids in the audit entry; beyond that, the count and the filter identify the messages. */
const MAX_IDS_IN_AUDIT = 1_000;

interface BulkChangeSpec {
  action: AuditAction;
  refusal: (actor: Actor, row: MessageRow) => Refusal | null;
  subject?: string;
  details?: Record<string, unknown>;
}

/** The outcome for rows that may be changed: the changed ones, and why others were skipped after all. */
export interface ChangedRows {
  ids: string[];
  left?: UnchangedReason[];
}

/**
 * Changes many messages of the actor's workspace in one transaction with one audit entry (none if nothing changed).
 * Each is locked first and then checked by the policy, so that the change and a lane's claim exclude each other.
 * @returns exact counts, and how many messages were selected
 * @throws Refusal `FORBIDDEN`; `INVALID` if more match than the person was shown
 */
export async function changeMany(
  db: Db,
  actor: Actor,
  selection: RowSelection,
  { action, refusal, subject, details }: BulkChangeSpec,
  change: (tx: Db, rows: MessageRow[]) => Promise<ChangedRows>,
): Promise<{ result: BulkResult; selected: number }> {
  authorize(scheduleRefusal(actor));
  return db.transaction(async (tx) => {
    const seen = await messagesSeenBy(tx, actor);
    const ids = await idsOf(tx, actor.workspaceId, selection, seen);
    const changed: string[] = [];
    const left = new Map<UnchangedReason, number>();
    const skip = (reason: UnchangedReason, count = 1) => count > 0 && left.set(reason, (left.get(reason) ?? 0) + count);
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      const part = ids.slice(from, from + BATCH_SIZE);
      const rows = await lockMessages(tx, actor.workspaceId, part, seen);
      skip('gone', part.length - rows.length);
      const possible = rows.filter((row) => refusal(actor, row) === null || !skip(unchangedReason(row)));
      if (possible.length === 0) continue;
      const outcome = await change(tx, possible);
      changed.push(...outcome.ids);
      for (const reason of outcome.left ?? []) skip(reason);
    }
    const result: BulkResult = { changed: changed.length, left: [...left].map(([why, count]) => ({ why, count })) };
    const which = {
      ids: changed.slice(0, MAX_IDS_IN_AUDIT),
      ...('matching' in selection && { matching: selection.matching }),
    };
    if (changed.length > 0) {
      const entry = { action, details: { ...result, ...which, ...details } };
      await writeAudit(tx, actor, subject === undefined ? entry : { ...entry, subject });
    }
    return { result, selected: ids.length };
  });
}

/** Locks rows in id order, as every bulk change does, to avoid deadlocks. */
async function lockMessages(tx: Db, workspaceId: string, ids: string[], seen: SQL | undefined): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(and(inArray(messages.id, ids), eq(messages.workspaceId, workspaceId), eq(messages.deleted, false), seen))
    .orderBy(asc(messages.id))
    .for('update');
}

async function idsOf(tx: Db, workspaceId: string, selection: RowSelection, seen: SQL | undefined): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids)].sort();
  const where = 'where' in selection ? [selection.where] : filtersOf(selection.matching);
  const found = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.deleted, false), seen, ...where))
    .orderBy(asc(messages.id));
  if ('expected' in selection && found.length > selection.expected) {
    throw invalid([faultAt('expected', 'moreMessages', { found: found.length, expected: selection.expected })]);
  }
  return found.map(({ id }) => id);
}

const unchangedReason = ({ status, inDoubt }: MessageRow): UnchangedReason =>
  status !== 'sending' && inDoubt ? 'in_doubt' : status;
