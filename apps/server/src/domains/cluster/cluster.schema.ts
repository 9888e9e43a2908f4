import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';

/** The audit log of pod deletions: written before Kubernetes is asked, settled after. Never updated otherwise, never removed. */
export const podDeletions = pgTable(
  'pod_deletions',
  {
    id: id(),
    podName: text().notNull(),
    namespace: text().notNull(),
    podUid: text().notNull(),
    nodeName: text().notNull(),
    podStatus: text().notNull(),
    /** Ids of the engine sessions that the pod served. */
    sessions: jsonb().$type<string[]>().notNull().default([]),
    cause: text().notNull(),
    via: text().notNull(),
    outcome: text().notNull().default('requested'),
    failure: text(),
    actorId: uuid()
      .notNull()
      .references(() => users.id),
    actorEmail: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.createdAt), index().on(table.podName)],
);
