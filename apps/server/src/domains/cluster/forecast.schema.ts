import { bigint, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../platform/database/columns.ts';

/** The last hour of every node's memory, so that a restarted server can forecast immediately. Minutes since 1970. */
export const forecastMinutes = pgTable('forecast_minutes', {
  minute: integer().primaryKey(),
  /** Lowest and highest measurement in bytes, by the node's uid. */
  nodes: jsonb().$type<Record<string, [lowBytes: number, highBytes: number]>>().notNull(),
});

/** Alerts of the forecast with their outcomes, from which its score is computed. */
export const forecastAlerts = pgTable(
  'forecast_alerts',
  {
    id: id(),
    nodeName: text().notNull(),
    nodeUid: text().notNull(),
    raisedAt: instant().notNull(),
    memoryBytes: bigint({ mode: 'number' }).notNull(),
    capacityBytes: bigint({ mode: 'number' }).notNull(),
    growthBytesPerMinute: doublePrecision().notNull(),
    confidence: doublePrecision().notNull(),
    crossesAt: instant(),
    earliestAt: instant(),
    latestAt: instant(),
    /** `came-true`, `did-not`, `acted-on`, `unknown`; null while it is open. */
    outcome: text(),
    settledAt: instant(),
  },
  (table) => [index().on(table.raisedAt)],
);
