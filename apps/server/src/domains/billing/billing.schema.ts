import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';

/** Every change of a workspace's plan, by whom; never changed or removed. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: id(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** As it was then: the record outlives the account. */
    userName: text().notNull(),
    fromPlan: text().notNull(),
    toPlan: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc())],
);
