import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ofUser } from '../accounts/accounts.schema.ts';
import { boardItems } from './boards.schema.ts';

const ofItem = () => uuid().references(() => boardItems.id, { onDelete: 'cascade' });

/** How an item recurs, and when people are reminded of its date. */
export const itemPlans = pgTable('item_plans', {
  itemId: ofItem().primaryKey(),
  /** Of RFC 5545; null if it does not recur. */
  rule: text(),
  /** Null for no reminder. */
  remindDaysBefore: integer(),
  /** In the recipient's local time, such as `09:00`. */
  remindAt: text(),
});

/** Who was reminded of which date of an item: each once. */
export const itemReminders = pgTable(
  'item_reminders',
  { itemId: ofItem().notNull(), userId: ofUser(), day: date().notNull() },
  (table) => [primaryKey({ columns: [table.itemId, table.userId, table.day] }), index().on(table.userId)],
);
