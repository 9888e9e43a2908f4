import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { engines } from './engines.schema.ts';

/** Current outages: engines that should be connected, were once, and are not now. One row while it lasts. */
export const engineOutages = pgTable('engine_outages', {
  engineId: uuid()
    .primaryKey()
    .references(() => engines.id, { onDelete: 'cascade' }),
  /** When the outage was first seen. */
  since: instant().notNull().defaultNow(),
  /** When people were notified; null if it may still pass unnoticed. */
  toldAt: instant(),
});
