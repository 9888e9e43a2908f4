import type { UnchangedReason } from '@switchyard/contracts/messages/bulk';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { MessageRow } from '../messages.present.ts';
import { messages } from '../messages.schema.ts';
import { messageSeries, type OccurrenceState, seriesOccurrences } from '../series.schema.ts';

export type SeriesRow = typeof messageSeries.$inferSelect;

/**
 * A series of the workspace, kept from everybody else who changes it or makes messages of it until the transaction
 * ends.
 * @throws Refusal `NOT_FOUND`
 */
export async function lockSeries(tx: Db, workspaceId: string, id: string, seen?: SQL): Promise<SeriesRow> {
  const [row] = await tx
    .select()
    .from(messageSeries)
    .where(and(eq(messageSeries.id, id), eq(messageSeries.workspaceId, workspaceId), seen))
    .for('update');
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** How a series is now, for whoever does not hold it; null: there is none. */
export async function stateOf(tx: Db, id: string): Promise<SeriesRow['state'] | null> {
  const [row] = await tx.select({ state: messageSeries.state }).from(messageSeries).where(eq(messageSeries.id, id));
  return row?.state ?? null;
}

/** Changes a series that is locked. @returns it as it is now */
export async function updateSeries(tx: Db, id: string, changes: Partial<SeriesRow>): Promise<SeriesRow> {
  const set = { ...changes, updatedAt: sql`now()` };
  const [row] = await tx.update(messageSeries).set(set).where(eq(messageSeries.id, id)).returning();
  if (!row) throw new Error(`series ${id} vanished while it was locked`);
  return row;
}

/** Wall-clock times compare as texts, in no language's order. */
const from = (column: typeof messages.seriesSlot | typeof seriesOccurrences.slot, slot: string): SQL =>
  sql`${column} collate "C" >= ${slot}`;

/** The messages of a series from an occurrence on, locked in the order in which everybody locks many rows. */
export async function lockMessagesOf(tx: Db, seriesId: string, slot: string): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(and(eq(messages.seriesId, seriesId), eq(messages.deleted, false), from(messages.seriesSlot, slot)))
    .orderBy(asc(messages.id))
    .for('update');
}

/** The occurrences of a series from a slot on, and how each was decided. */
export async function occurrencesFrom(tx: Db, seriesId: string, slot: string): Promise<Map<string, OccurrenceState>> {
  const found = await tx
    .select({ slot: seriesOccurrences.slot, state: seriesOccurrences.state })
    .from(seriesOccurrences)
    .where(and(eq(seriesOccurrences.seriesId, seriesId), from(seriesOccurrences.slot, slot)));
  return new Map(found.map((one) => [one.slot, one.state]));
}

/** Decides on occurrences. @returns the slots of those that nobody had decided on */
export async function decide(
  tx: Db,
  seriesId: string,
  given: readonly { slot: string; state: OccurrenceState }[],
): Promise<Set<string>> {
  if (given.length === 0) return new Set();
  const stored = await tx
    .insert(seriesOccurrences)
    .values(given.map((one) => ({ ...one, seriesId })))
    .onConflictDoNothing()
    .returning({ slot: seriesOccurrences.slot });
  return new Set(stored.map(({ slot }) => slot));
}

/** Decides anew on occurrences of these slots. */
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

/** Notes that these messages were stopped with the whole of their series: they may go on with it. */
export async function stopOccurrencesOf(tx: Db, rows: readonly MessageRow[]): Promise<void> {
  const ids = rows.filter(({ seriesId }) => seriesId !== null).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.execute(sql`
    update series_occurrences one set state = 'stopped' from messages m
    where m.id = any (${sql.param(ids)}::uuid[]) and one.series_id = m.series_id and one.slot = m.series_slot`);
}

/** Has occurrences from a slot on, and their messages, belong to another series. */
export async function handOver(tx: Db, fromId: string, toId: string, slot: string): Promise<void> {
  await tx
    .update(seriesOccurrences)
    .set({ seriesId: toId })
    .where(and(eq(seriesOccurrences.seriesId, fromId), from(seriesOccurrences.slot, slot)));
  await tx
    .update(messages)
    .set({ seriesId: toId })
    .where(and(eq(messages.seriesId, fromId), from(messages.seriesSlot, slot)));
}

/** Forgets that occurrences were decided on. */
export async function undecide(tx: Db, seriesId: string, slots: readonly string[]): Promise<void> {
  if (slots.length === 0) return;
  await tx
    .delete(seriesOccurrences)
    .where(and(eq(seriesOccurrences.seriesId, seriesId), inArray(seriesOccurrences.slot, [...slots])));
}

/**
 * The soonest message of a series that waits, from a slot on; null: none does.
 * @param preferredId before any other
 */
export async function firstWaiting(
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

/** The first occurrence of a series whose message waits, also where that was moved; null: none does. */
export async function firstSlotWaiting(tx: Db, seriesId: string): Promise<string | null> {
  const [first] = await tx
    .select({ slot: sql<string | null>`min(${messages.seriesSlot} collate "C")` })
    .from(messages)
    .where(and(eq(messages.seriesId, seriesId), eq(messages.status, 'pending'), eq(messages.deleted, false)));
  return first?.slot ?? null;
}

/** Waits, and nothing of it can have left. */
export const isWaiting = ({ status, inDoubt }: Pick<MessageRow, 'status' | 'inDoubt'>): boolean =>
  status === 'pending' && !inDoubt;

/** Why messages stay as they are, each reason with how many. */
export function leftOf(rows: readonly MessageRow[]): { why: UnchangedReason; count: number }[] {
  const counts = new Map<UnchangedReason, number>();
  for (const { status, inDoubt } of rows) {
    const why = status === 'pending' && inDoubt ? 'in_doubt' : status;
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => ({ why, count }));
}
