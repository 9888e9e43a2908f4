import type { AlertOutcome } from '@switchyard/cluster-rules/forecast-alerts';
import { HISTORY_MINUTES } from '@switchyard/cluster-rules/memory-history';
import type { NodeForecast } from '@switchyard/cluster-rules/pressure-forecast';
import type { ForecastScore } from '@switchyard/contracts/cluster/forecast';
import { and, count, eq, gt, gte, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { podDeletions } from '../cluster.schema.ts';
import { forecastAlerts, forecastMinutes } from '../forecast.schema.ts';

type AlertRecord = typeof forecastAlerts.$inferSelect;

const DAY_MS = 86_400_000;
/** The score covers the alerts of this many days. Older alerts are stored for a while and then deleted. */
const SCORED_DAYS = 30;
const RETENTION_DAYS = 90;

/** The saved minutes of the last hour. */
export function findMinutes(db: Db, nowMs: number): Promise<(typeof forecastMinutes.$inferSelect)[]> {
  const now = Math.floor(nowMs / 60_000);
  return db
    .select()
    .from(forecastMinutes)
    .where(gt(forecastMinutes.minute, now - HISTORY_MINUTES));
}

/** Saves a minute, and deletes what is older than an hour. */
export async function saveMinute(db: Db, row: typeof forecastMinutes.$inferInsert): Promise<void> {
  await db.insert(forecastMinutes).values(row).onConflictDoNothing();
  await db.delete(forecastMinutes).where(lt(forecastMinutes.minute, row.minute - HISTORY_MINUTES));
}

export function findOpenAlerts(db: Db): Promise<AlertRecord[]> {
  return db.select().from(forecastAlerts).where(isNull(forecastAlerts.outcome));
}

export async function raiseAlert(
  db: Db,
  node: { name: string; uid: string; memoryBytes: number; capacityBytes: number },
  forecast: NodeForecast,
  now: Date,
): Promise<void> {
  const after = (inMs: number | null) => (inMs === null ? null : new Date(now.getTime() + inMs));
  await db.insert(forecastAlerts).values({
    nodeName: node.name,
    nodeUid: node.uid,
    raisedAt: now,
    memoryBytes: node.memoryBytes,
    capacityBytes: node.capacityBytes,
    growthBytesPerMinute: forecast.growthBytesPerMinute,
    confidence: forecast.confidence,
    crossesAt: after(forecast.crossesInMs),
    earliestAt: after(forecast.earliestInMs),
    latestAt: after(forecast.latestInMs),
  });
  await db.delete(forecastAlerts).where(lt(forecastAlerts.raisedAt, new Date(now.getTime() - RETENTION_DAYS * DAY_MS)));
}

export async function settleAlert(db: Db, id: string, outcome: AlertOutcome, now: Date): Promise<void> {
  await db
    .update(forecastAlerts)
    .set({ outcome, settledAt: now })
    .where(and(eq(forecastAlerts.id, id), isNull(forecastAlerts.outcome)));
}

/** Ids of alerts whose node has lost a pod by deletion since, so that their outcome cannot be known. */
export async function findRelieved(db: Db, alerts: readonly AlertRecord[]): Promise<Set<string>> {
  if (alerts.length === 0) return new Set();
  const since = new Date(Math.min(...alerts.map((alert) => alert.raisedAt.getTime())));
  const deletions = await db
    .select({ nodeName: podDeletions.nodeName, createdAt: podDeletions.createdAt })
    .from(podDeletions)
    .where(
      and(
        gte(podDeletions.createdAt, since),
        // A dry run deletes nothing.
        inArray(podDeletions.outcome, ['requested', 'deleted']),
        inArray(
          podDeletions.nodeName,
          alerts.map((alert) => alert.nodeName),
        ),
      ),
    );
  const isRelieved = (alert: AlertRecord) =>
    deletions.some((deletion) => deletion.nodeName === alert.nodeName && deletion.createdAt >= alert.raisedAt);
  return new Set(alerts.filter(isRelieved).map((alert) => alert.id));
}

/** Outcomes of the alerts of the last 30 days. */
export async function scoreAlerts(db: Db, nowMs: number): Promise<ForecastScore> {
  const rows = await db
    .select({ outcome: forecastAlerts.outcome, alerts: count() })
    .from(forecastAlerts)
    .where(gte(forecastAlerts.raisedAt, new Date(nowMs - SCORED_DAYS * DAY_MS)))
    .groupBy(forecastAlerts.outcome);
  const countOf = (outcome: AlertOutcome | null) => rows.find((row) => row.outcome === outcome)?.alerts ?? 0;
  return {
    cameTrue: countOf('came-true'),
    didNot: countOf('did-not'),
    actedOn: countOf('acted-on'),
    unknown: countOf('unknown'),
    open: countOf(null),
  };
}
