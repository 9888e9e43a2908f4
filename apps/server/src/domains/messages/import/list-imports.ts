import type { MessageImport } from '@switchyard/contracts/messages/import';
import { and, eq, inArray, min, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { messages } from '../messages.schema.ts';
import { messagesSeenBy, type Reader } from '../sight.ts';

/**
 * Imports of a workspace, newest first (their ids sort by time). Steps through the index from one import to the next,
 * whatever their size.
 */
const IMPORTS = (workspaceId: string) => sql<{ id: string }>`
  with recursive found as (
    (select import_id from messages where workspace_id = ${workspaceId} and import_id is not null order by import_id desc limit 1)
    union all
    select (select m.import_id from messages m where m.workspace_id = ${workspaceId} and m.import_id < found.import_id order by m.import_id desc limit 1)
    from found where found.import_id is not null
  )
  select import_id as id from found where import_id is not null`;

/** Filters imports to those with a visible message. */
async function withVisibleMessages(db: Db, imports: readonly { id: string }[], seen: SQL): Promise<{ id: string }[]> {
  const ids = imports.map(({ id }) => id);
  const rows = await db
    .selectDistinct({ id: messages.importId })
    .from(messages)
    .where(and(inArray(messages.importId, ids), seen));
  const held = new Set(rows.map(({ id }) => id));
  return imports.filter(({ id }) => held.has(id));
}

/** Lists a page of a workspace's imports, with the current status counts of the rows visible to the reader. */
export async function listImports(
  db: Db,
  reader: Reader,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ data: MessageImport[]; total: number }> {
  const { workspaceId } = reader;
  const seen = await messagesSeenBy(db, reader);
  const { rows: found } = await db.execute<{ id: string }>(IMPORTS(workspaceId));
  const all = seen === undefined ? found : await withVisibleMessages(db, found, seen);
  const ids = all.slice(skip, skip + limit).map(({ id }) => id);
  if (ids.length === 0) return { data: [], total: all.length };
  const counts = await db
    .select({
      id: messages.importId,
      status: messages.status,
      count: sql<number>`count(*)::int`,
      withdrawable: sql<number>`count(*) filter (where ${messages.status} = 'pending' and not ${messages.inDoubt})::int`,
      since: min(messages.createdAt),
    })
    .from(messages)
    .where(
      and(eq(messages.workspaceId, workspaceId), inArray(messages.importId, ids), eq(messages.deleted, false), seen),
    )
    .groupBy(messages.importId, messages.status);
  const data = ids.flatMap((id): MessageImport[] => {
    const parts = counts.filter((count) => count.id === id);
    const createdMs = parts.flatMap(({ since }) => (since ? [since.getTime()] : []));
    if (createdMs.length === 0) return [];
    return [
      {
        _id: id,
        createdAt: new Date(Math.min(...createdMs)).toISOString(),
        total: parts.reduce((sum, { count }) => sum + count, 0),
        withdrawable: parts.reduce((sum, { withdrawable }) => sum + withdrawable, 0),
        standing: parts.map(({ status, count }) => ({ status, count })),
      },
    ];
  });
  return { data, total: all.length };
}
