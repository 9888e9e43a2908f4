import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';

/** One row: which installation works the lanes of this database, and when a server of it was last seen to. */
export const laneHeartbeat = pgTable(
  'lane_heartbeat',
  {
    isOnly: boolean().primaryKey().default(true),
    installation: text().notNull(),
    aliveAt: instant().notNull().defaultNow(),
  },
  (table) => [check('lane_heartbeat_is_only', sql`${table.isOnly}`)],
);
