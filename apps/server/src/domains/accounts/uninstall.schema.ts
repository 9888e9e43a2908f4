import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/database/columns.ts';

/** Why people removed the browser extension, without names. */
export const uninstallReasons = pgTable('uninstall_reasons', {
  id: id(),
  reason: text().notNull(),
  words: text().notNull(),
  createdAt: createdAt(),
});
