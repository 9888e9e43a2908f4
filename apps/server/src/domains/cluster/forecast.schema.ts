import { bigint, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../platform/database/columns.ts';

/** The last hour of every node's memory, so that a server that was just started has a forecast. Minutes since 1970. */
export const forecastMinutes = pgTable('forecast_minutes', {
  minute: integer().primaryKey(),
  /** By the node's uid: the lowest and the highest that was measured, in bytes. */
  nodes: jsonb().$type<Record<string, [lowBytes: number, highBytes: number]>>().notNull(),
});

/** What the forecast has told, and what became of it: its score. */
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
    /** `came-true`, `did-not`, `acted-on`, `unknown`; null: it is still open. */
    outcome: text(),
    settledAt: instant(),
  },
  (table) => [index().on(table.raisedAt)],
);
