import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { MessageRow } from '../messages.present.ts';
import { type MovedMessage, messageMoves } from '../messages.schema.ts';

/** How long a bulk change can be undone: in practice at once or never. */
const UNDO_FOR = sql`interval '1 day'`;

/** Saves the state of messages before a bulk change, part by part, and purges expired states. */
export async function saveUndoState(
  tx: Db,
  { id, part, workspaceId, rows }: { id: string; part: number; workspaceId: string; rows: readonly MessageRow[] },
): Promise<void> {
  if (rows.length > 0) await tx.insert(messageMoves).values({ id, part, workspaceId, rows: rows.map(toUndoRow) });
  await tx
    .delete(messageMoves)
    .where(and(eq(messageMoves.workspaceId, workspaceId), lt(messageMoves.createdAt, sql`now() - ${UNDO_FOR}`)));
}

/**
 * Takes the saved state out for an undo, which can happen once.
 * @throws Refusal `NOT_FOUND` (unknown, or undone already)
 */
export async function takeUndoState(tx: Db, workspaceId: string, id: string): Promise<Map<string, MovedMessage>> {
  const parts = await tx
    .delete(messageMoves)
    .where(and(eq(messageMoves.id, id), eq(messageMoves.workspaceId, workspaceId)))
    .returning({ rows: messageMoves.rows });
  if (parts.length === 0) throw new Refusal('NOT_FOUND');
  return new Map(parts.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
}

const toUndoRow = ({ id, version, dueAt, dueLocal, zone }: MessageRow): MovedMessage => ({
  id,
  version: version + 1,
  dueAt: dueAt.toISOString(),
  dueLocal,
  zone,
});
