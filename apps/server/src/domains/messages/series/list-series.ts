import { type RecurrenceRule, recurrenceRule } from '@switchyard/contracts/messages/message';
import { type ListedSeries, listedSeries } from '@switchyard/contracts/messages/series';
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { redactText } from '../../../platform/hidden-text.ts';
import { pick } from '../../../platform/pick.ts';
import { presenter } from '../../../platform/presenter.ts';
import { messageSeries } from '../series.schema.ts';
import { type Reader, seriesSeenBy } from '../sight.ts';
import type { SeriesRow } from './series.queries.ts';

interface SeriesFilter {
  state?: SeriesRow['state'][] | undefined;
  /** Numbers and group ids, as stored. */
  recipients?: string[] | undefined;
  ids?: string[] | undefined;
}

/** Lists a page of a workspace's series, latest first, with the total. */
export async function listSeries(
  db: Db,
  actor: Reader,
  { limit, skip, state, recipients, ids }: SeriesFilter & { limit: number; skip: number },
): Promise<{ data: ListedSeries[]; total: number }> {
  const matches = and(
    eq(messageSeries.workspaceId, actor.workspaceId),
    state && inArray(messageSeries.state, state),
    recipients && inArray(messageSeries.recipient, recipients),
    ids && inArray(messageSeries.id, ids),
    await seriesSeenBy(db, actor),
  );
  const rows = await db
    .select({ ...getTableColumns(messageSeries), nextDue: NEXT_DUE })
    .from(messageSeries)
    .where(matches)
    .orderBy(desc(messageSeries.id))
    .limit(limit)
    .offset(skip);
  return {
    data: rows.map((row) => presentSeries(row, actor)),
    total: await db.$count(messageSeries, matches),
  };
}

/**
 * When the next pending message of a `message_series` row is due. Written as text because Drizzle omits the table name
 * in single-table queries.
 */
const NEXT_DUE = sql<string | null>`(select min(m.due_at) from messages m
  where m.series_id = message_series.id and m.status = 'pending' and not m.deleted)`;

const RULE = Object.keys(recurrenceRule.shape) as (keyof RecurrenceRule)[];

/** How a message recurs. Null: it does not. */
export async function findRecurrence(
  db: Db,
  { seriesId, seriesSlot }: { seriesId: string | null; seriesSlot: string | null },
): Promise<(RecurrenceRule & { slot: string }) | null> {
  if (seriesId === null || seriesSlot === null) return null;
  const [row] = await db.select().from(messageSeries).where(eq(messageSeries.id, seriesId));
  return row ? { ...pick(row, RULE), slot: seriesSlot } : null;
}

const copyShared = presenter(listedSeries);
const presentSeries = (
  row: SeriesRow & { nextDue: string | null },
  actor: Pick<Actor, 'onBehalfOf'>,
): ListedSeries => ({
  ...copyShared(row),
  message: redactText(actor, row.body),
  nextDue: row.nextDue && new Date(row.nextDue).toISOString(),
});
