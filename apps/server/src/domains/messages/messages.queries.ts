import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { MessageRow } from './messages.present.ts';
import { messages } from './messages.schema.ts';
import { messagesSeenBy, type Reader } from './sight.ts';

/** Finds a message visible to the reader; null if it doesn't exist or was removed. */
export async function findMessage(db: Db, reader: Reader, id: string): Promise<MessageRow | null> {
  const seen = await messagesSeenBy(db, reader);
  const [row] = await db
    .select()
    .from(messages)
    .where(and(ofWorkspace(reader.workspaceId, id), seen));
  return row ?? null;
}

/** Engine ids by message id; omits messages without an engine and unknown ids. */
export async function enginesOfMessages(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: messages.id, engineId: messages.engineId })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), inArray(messages.id, [...ids])));
  return new Map(found.flatMap(({ id, engineId }) => (engineId === null ? [] : [[id, engineId]])));
}

/** How long failed messages are shown in their chat. */
const FAILED_SHOWN_DAYS = 7;
/** Maximum pending messages per chat. */
const MAX_OUTGOING = 50;

/**
 * Messages to a chat through one engine that have not been sent: pending, sending or recently failed, by due moment.
 */
export async function findOutgoing(
  db: Db,
  { workspaceId, engineId, recipient }: { workspaceId: string; engineId: string; recipient: string },
): Promise<MessageRow[]> {
  const ofChat = sql`m.engine_id = ${engineId} and m.recipient = ${recipient} and not m.deleted`;
  const isRecent = sql`m.due_at > now() - make_interval(days => ${FAILED_SHOWN_DAYS})`;
  // Each part uses an index of its own.
  const ids = sql`
    (select m.id from messages m where ${ofChat} and m.status = 'pending' order by m.due_at, m.id limit ${MAX_OUTGOING})
    union all select m.id from messages m where ${ofChat} and m.status = 'sending'
    union all (select m.id from messages m where ${ofChat} and m.workspace_id = ${workspaceId} and m.status in ('failed', 'unknown') and ${isRecent}
      order by m.due_at desc limit ${MAX_OUTGOING})`;
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), sql`${messages.id} in (${ids})`))
    .orderBy(messages.dueAt, messages.id);
}

/** The ids of rows stored by an earlier run of an import, by row number. */
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

/** Finds a message, or with `isRemoved` a removed one, and locks it until the transaction ends. */
export async function lockMessage(
  tx: Db,
  workspaceId: string,
  id: string,
  isRemoved: boolean,
  seen?: SQL,
): Promise<MessageRow | null> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(ofWorkspace(workspaceId, id, isRemoved), seen))
    .for('update');
  return row ?? null;
}

/** The retry of each failed message, by the failed message's id; cancelled retries don't count. */
export async function findRetries(db: Db, ids: readonly string[]): Promise<Map<string | null, string>> {
  if (ids.length === 0) return new Map();
  const retries = await db
    .select({ of: messages.retryOf, id: messages.id })
    .from(messages)
    .where(and(inArray(messages.retryOf, [...ids]), ne(messages.status, 'cancelled'), eq(messages.deleted, false)));
  return new Map(retries.map(({ of, id }) => [of, id]));
}

/** Updates a locked message. @returns the updated row */
export async function updateMessage(
  tx: Db,
  id: string,
  changes: { [Column in keyof MessageRow]?: MessageRow[Column] | SQL },
): Promise<MessageRow> {
  const [row] = await tx.update(messages).set(changes).where(eq(messages.id, id)).returning();
  if (!row) throw new Error(`message ${id} vanished while it was locked`);
  return row;
}

const ofWorkspace = (workspaceId: string, id: string, isRemoved = false) =>
  and(eq(messages.id, id), eq(messages.workspaceId, workspaceId), eq(messages.deleted, isRemoved));
