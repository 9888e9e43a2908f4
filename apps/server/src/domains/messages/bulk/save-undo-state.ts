import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { MessageRow } from '../messages.present.ts';
import { type Moved, messageMoves } from '../messages.schema.ts';

/** A change of many is undone at once or never. */
const UNDO_FOR = sql`interval '1 day'`;

/**
 * Keeps what messages were before a change of many, of which these are a part; what nobody undoes any more is
 * forgotten.
 */
export async function saveUndoState(
  tx: Db,
  { id, part, workspaceId, rows }: { id: string; part: number; workspaceId: string; rows: readonly MessageRow[] },
): Promise<void> {
  if (rows.length > 0) await tx.insert(messageMoves).values({ id, part, workspaceId, rows: rows.map(asBefore) });
  await tx
    .delete(messageMoves)
    .where(and(eq(messageMoves.workspaceId, workspaceId), lt(messageMoves.createdAt, sql`now() - ${UNDO_FOR}`)));
}

/** The same for its undo, which there is once. @throws Refusal `NOT_FOUND` (never was, or undone already) */
export async function takeBefore(tx: Db, workspaceId: string, id: string): Promise<Map<string, Moved>> {
  const parts = await tx
    .delete(messageMoves)
    .where(and(eq(messageMoves.id, id), eq(messageMoves.workspaceId, workspaceId)))
    .returning({ rows: messageMoves.rows });
  if (parts.length === 0) throw new Refusal('NOT_FOUND');
  return new Map(parts.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
}

const asBefore = ({ id, version, dueAt, dueLocal, zone }: MessageRow): Moved => ({
  id,
  version: version + 1,
  dueAt: dueAt.toISOString(),
  dueLocal,
  zone,
});
