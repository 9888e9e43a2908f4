import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';

/** A single row: the installation that works this database's lanes, and when one of its servers was last alive. */
export const laneHeartbeat = pgTable(
  'lane_heartbeat',
  {
    isOnly: boolean().primaryKey().default(true),
    installation: text().notNull(),
    aliveAt: instant().notNull().defaultNow(),
  },
  (table) => [check('lane_heartbeat_is_only', sql`${table.isOnly}`)],
);
