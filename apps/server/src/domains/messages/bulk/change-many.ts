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

/** Those that a person chose, or those of a condition of ours. */
type RowSelection = MessageSelection | { where: SQL | undefined };

/**
 * Rows locked and changed in one statement: many enough to be quick, few enough for the time that a statement may take.
 */
const ROWS_AT_ONCE = 2_000;
/** So many ids stand in the audit entry; beyond, the number and the filter say which they were. */
const IDS_IN_AUDIT = 1_000;

interface Act {
  action: AuditAction;
  may: (actor: Actor, row: MessageRow) => Refusal | null;
  subject?: string;
  details?: Record<string, unknown>;
}

/** What became of rows that may be changed: those changed, and why others were left after all. */
export interface Changed {
  ids: string[];
  left?: UnchangedReason[];
}

/**
 * Changes many messages of the actor's workspace in one transaction with one audit entry (none where nothing was
 * changed). Each is locked and judged by the policy as it stands then, so that a lane that takes it at the same moment
 * and the user exclude each other.
 * @returns true counts, and how many there were
 * @throws Refusal `FORBIDDEN`; `INVALID` when more match than the person was told
 */
export async function changeMany(
  db: Db,
  actor: Actor,
  chosen: RowSelection,
  { action, may, subject, details }: Act,
  change: (tx: Db, rows: MessageRow[]) => Promise<Changed>,
): Promise<{ result: BulkResult; asked: number }> {
  authorize(scheduleRefusal(actor));
  return db.transaction(async (tx) => {
    const seen = await messagesSeenBy(tx, actor);
    const ids = await idsOf(tx, actor.workspaceId, chosen, seen);
    const changed: string[] = [];
    const left = new Map<UnchangedReason, number>();
    const leave = (why: UnchangedReason, count = 1) => count > 0 && left.set(why, (left.get(why) ?? 0) + count);
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const part = ids.slice(from, from + ROWS_AT_ONCE);
      const rows = await lockMessages(tx, actor.workspaceId, part, seen);
      leave('gone', part.length - rows.length);
      const possible = rows.filter((row) => may(actor, row) === null || !leave(whyLeft(row)));
      if (possible.length === 0) continue;
      const done = await change(tx, possible);
      changed.push(...done.ids);
      for (const why of done.left ?? []) leave(why);
    }
    const result: BulkResult = { changed: changed.length, left: [...left].map(([why, count]) => ({ why, count })) };
    const which = { ids: changed.slice(0, IDS_IN_AUDIT), ...('matching' in chosen && { matching: chosen.matching }) };
    if (changed.length > 0) {
      const entry = { action, details: { ...result, ...which, ...details } };
      await writeAudit(tx, actor, subject === undefined ? entry : { ...entry, subject });
    }
    return { result, asked: ids.length };
  });
}

/** In the order in which everybody locks many rows. */
async function lockMessages(tx: Db, workspaceId: string, ids: string[], seen: SQL | undefined): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(and(inArray(messages.id, ids), eq(messages.workspaceId, workspaceId), eq(messages.deleted, false), seen))
    .orderBy(asc(messages.id))
    .for('update');
}

async function idsOf(tx: Db, workspaceId: string, chosen: RowSelection, seen: SQL | undefined): Promise<string[]> {
  if ('ids' in chosen) return [...new Set(chosen.ids)].sort();
  const where = 'where' in chosen ? [chosen.where] : filtersOf(chosen.matching);
  const found = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.deleted, false), seen, ...where))
    .orderBy(asc(messages.id));
  if ('expected' in chosen && found.length > chosen.expected) {
    throw invalid([faultAt('expected', 'moreMessages', { found: found.length, expected: chosen.expected })]);
  }
  return found.map(({ id }) => id);
}

const whyLeft = ({ status, inDoubt }: MessageRow): UnchangedReason =>
  status !== 'sending' && inDoubt ? 'in_doubt' : status;
