import type { UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { messageSeries, type OccurrenceState, seriesOccurrences } from '../series.schema.ts';

export type SeriesRow = typeof messageSeries.$inferSelect;

/** Finds a series of the workspace and locks it until the transaction ends. @throws Refusal `NOT_FOUND` */
export async function lockSeries(tx: Db, workspaceId: string, id: string, seen?: SQL): Promise<SeriesRow> {
  const [row] = await tx
    .select()
    .from(messageSeries)
    .where(and(eq(messageSeries.id, id), eq(messageSeries.workspaceId, workspaceId), seen))
    .for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** The current state of a series, without locking it. Null: it doesn't exist. */
export async function findSeriesState(tx: Db, id: string): Promise<SeriesRow['state'] | null> {
  const [row] = await tx.select({ state: messageSeries.state }).from(messageSeries).where(eq(messageSeries.id, id));
  return row?.state ?? null;
}

/** Updates a locked series. @returns the updated row */
export async function updateSeries(tx: Db, id: string, changes: Partial<SeriesRow>): Promise<SeriesRow> {
  const set = { ...changes, updatedAt: sql`now()` };
  const [row] = await tx.update(messageSeries).set(set).where(eq(messageSeries.id, id)).returning();
  if (!row) throw new Error(`series ${id} vanished while it was locked`);
  return row;
}

/** Wall-clock times compare as plain text, without a language's collation. */
const from = (column: typeof messages.seriesSlot | typeof seriesOccurrences.slot, slot: string): SQL =>
  sql`${column} collate "C" >= ${slot}`;

/** Locks the messages of a series from an occurrence on, in id order like every bulk change. */
export async function lockMessagesOf(tx: Db, seriesId: string, slot: string): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(and(eq(messages.seriesId, seriesId), eq(messages.deleted, false), from(messages.seriesSlot, slot)))
    .orderBy(asc(messages.id))
    .for('update');
}

/** The decided occurrences of a series from a slot on. */
export async function occurrencesFrom(tx: Db, seriesId: string, slot: string): Promise<Map<string, OccurrenceState>> {
  const found = await tx
    .select({ slot: seriesOccurrences.slot, state: seriesOccurrences.state })
    .from(seriesOccurrences)
    .where(and(eq(seriesOccurrences.seriesId, seriesId), from(seriesOccurrences.slot, slot)));
  return new Map(found.map(({ slot, state }) => [slot, state]));
}

/** Stores decisions on occurrences. @returns the slots that had not been decided */
export async function decide(
  tx: Db,
  seriesId: string,
  decisions: readonly { slot: string; state: OccurrenceState }[],
): Promise<Set<string>> {
  if (decisions.length === 0) return new Set();
  const stored = await tx
    .insert(seriesOccurrences)
    .values(decisions.map((decision) => ({ ...decision, seriesId })))
    .onConflictDoNothing()
    .returning({ slot: seriesOccurrences.slot });
  return new Set(stored.map(({ slot }) => slot));
}

/** Changes the decision on these slots. */
export async function redecide(
  tx: Db,
  seriesId: string,
  slots: readonly string[],
  state: OccurrenceState,
): Promise<void> {
  if (slots.length === 0) return;
  await tx
    .update(seriesOccurrences)
    .set({ state })
    .where(and(eq(seriesOccurrences.seriesId, seriesId), inArray(seriesOccurrences.slot, [...slots])));
}

/** Marks the occurrences of messages that were stopped with their whole series, so that they can resume with it. */
export async function stopOccurrencesOf(tx: Db, rows: readonly MessageRow[]): Promise<void> {
  const ids = rows.filter(({ seriesId }) => seriesId !== null).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.execute(sql`
    update series_occurrences o set state = 'stopped' from messages m
    where m.id = any (${sql.param(ids)}::uuid[]) and o.series_id = m.series_id and o.slot = m.series_slot`);
}

/** Moves occurrences from a slot on, and their messages, to another series. */
export async function moveOccurrences(tx: Db, fromId: string, toId: string, slot: string): Promise<void> {
  await tx
    .update(seriesOccurrences)
    .set({ seriesId: toId })
    .where(and(eq(seriesOccurrences.seriesId, fromId), from(seriesOccurrences.slot, slot)));
  await tx
    .update(messages)
    .set({ seriesId: toId })
    .where(and(eq(messages.seriesId, fromId), from(messages.seriesSlot, slot)));
}

/** Deletes the decisions on these slots. */
export async function undecide(tx: Db, seriesId: string, slots: readonly string[]): Promise<void> {
  if (slots.length === 0) return;
  await tx
    .delete(seriesOccurrences)
    .where(and(eq(seriesOccurrences.seriesId, seriesId), inArray(seriesOccurrences.slot, [...slots])));
}

/**
 * The first pending message of a series from a slot on. Null: there is none.
 * @param preferredId comes before any other
 */
export async function firstPending(
  db: Db,
  seriesId: string,
  slot = '',
  preferredId: string | null = null,
): Promise<MessageRow | null> {
  const [row] = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.seriesId, seriesId),
        eq(messages.status, 'pending'),
        eq(messages.deleted, false),
        from(messages.seriesSlot, slot),
      ),
    )
    .orderBy(sql`${messages.id} is distinct from ${preferredId}::uuid`, asc(messages.dueAt), asc(messages.id))
    .limit(1);
  return row ?? null;
}

/** The first slot of a series with a pending message, even if the message was moved. Null: there is none. */
export async function firstPendingSlot(tx: Db, seriesId: string): Promise<string | null> {
  const [first] = await tx
    .select({ slot: sql<string | null>`min(${messages.seriesSlot} collate "C")` })
    .from(messages)
    .where(and(eq(messages.seriesId, seriesId), eq(messages.status, 'pending'), eq(messages.deleted, false)));
  return first?.slot ?? null;
}

/** Whether it is pending and cannot have been sent. */
export const isWaiting = ({ status, inDoubt }: Pick<MessageRow, 'status' | 'inDoubt'>): boolean =>
  status === 'pending' && !inDoubt;

/** Counts why messages stay unchanged, per reason. */
export function countUnchanged(rows: readonly MessageRow[]): { why: UnchangedReason; count: number }[] {
  const counts = new Map<UnchangedReason, number>();
  for (const { status, inDoubt } of rows) {
    const why = status === 'pending' && inDoubt ? 'in_doubt' : status;
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => ({ why, count }));
}
