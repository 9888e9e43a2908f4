import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { engines } from './engines.schema.ts';

/** Engines that should be connected, were once, and are not now: one row as long as it lasts. */
export const engineOutages = pgTable('engine_outages', {
  engineId: uuid()
    .primaryKey()
    .references(() => engines.id, { onDelete: 'cascade' }),
  /** When it was first seen to be off. */
  since: instant().notNull().defaultNow(),
  /** When people were told; null: it may still pass by itself. */
  toldAt: instant(),
});
