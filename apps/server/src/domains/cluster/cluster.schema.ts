import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';

/**
 * The audit log of pod deletions. Each row is written before the call to Kubernetes and settled after it, otherwise
 * never updated, and never removed.
 */
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
    /** `delete` or `terminate`. */
    act: text().notNull().default('delete'),
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

/** Rules that the server carries out automatically, one row each, created when the rule is first switched. */
export const clusterRules = pgTable('cluster_rules', {
  rule: text().primaryKey(),
  mode: text().notNull(),
  switchedBy: uuid()
    .notNull()
    .references(() => users.id),
  switchedAt: instant().notNull(),
  /** Written before the rule acts, so that a process that takes over in the middle does not act again. */
  lastRunAt: instant(),
});
