import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { MessageRow } from './messages.present.ts';
import { messages } from './messages.schema.ts';

/** A message of a workspace; null: there is none, or it was removed. */
export async function findMessage(db: Db, workspaceId: string, id: string): Promise<MessageRow | null> {
  const [row] = await db.select().from(messages).where(ofWorkspace(workspaceId, id));
  return row ?? null;
}

/** The ids of rows that an import has stored before, by their row numbers. */
export async function importedIds(
  db: Db,
  workspaceId: string,
  importId: string,
  rows: number[],
): Promise<Map<number, string>> {
  const found = await db
    .select({ row: messages.importRow, id: messages.id })
    .from(messages)
    .where(
      and(eq(messages.workspaceId, workspaceId), eq(messages.importId, importId), inArray(messages.importRow, rows)),
    );
  return new Map(found.map(({ row, id }) => [row ?? 0, id]));
}

/**
 * Changes a message if it is where the caller believes it to be. Every change of a user's goes through here, so that a lane that takes the row at
 * the same moment and the user exclude each other: one of them finds it changed.
 * @returns the row as it is now; null: it was not there any more, nothing was changed.
 */
export async function changeMessage(
  db: Db,
  where: { workspaceId: string; id: string; statuses: readonly MessageRow['status'][]; version?: number },
  changes: { [Column in keyof MessageRow]?: MessageRow[Column] | SQL },
): Promise<MessageRow | null> {
  const [row] = await db
    .update(messages)
    .set({ ...changes, version: sql`${messages.version} + 1`, updatedAt: sql`now()` })
    .where(
      and(
        ofWorkspace(where.workspaceId, where.id),
        inArray(messages.status, [...where.statuses]),
        where.version === undefined ? undefined : eq(messages.version, where.version),
      ),
    )
    .returning();
  return row ?? null;
}

const ofWorkspace = (workspaceId: string, id: string) =>
  and(eq(messages.id, id), eq(messages.workspaceId, workspaceId), eq(messages.deleted, false));
