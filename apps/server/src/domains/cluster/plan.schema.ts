import type { TouchedSession } from '@switchyard/contracts/cluster/plan';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';

/** A session that a move touches, and how it stood before: by its next generation it is known to be connected anew. */
export type HeldSession = TouchedSession & { wasConnected: boolean; generation: number | null };

/** One pod of a run. Times in milliseconds since 1970. */
export interface RunMove {
  podUid: string;
  podName: string;
  namespace: string;
  /** By which its replacement is known: who owns it, its app and its engine. */
  owner: string;
  app: string;
  podId: string;
  memoryBytes: number;
  expectedOn: string | null;
  sessions: HeldSession[];
  state: 'planned' | 'moving' | 'moved' | 'gone' | 'stays';
  askedAtMs: number | null;
  /** What came in its place, so that it is not taken for another's. */
  replacementUid: string | null;
  landedOn: string | null;
  tookMs: number | null;
}

/**
 * A node that is being emptied or relieved. What is here is what will be done and was done; whoever leads the work goes
 * by it.
 */
export const planRuns = pgTable(
  'plan_runs',
  {
    id: id(),
    nodeName: text().notNull(),
    nodeUid: text().notNull(),
    purpose: text().$type<'empty' | 'relieve'>().notNull(),
    state: text().$type<'open' | 'undoing' | 'undone' | 'finished'>().notNull().default('open'),
    going: text().$type<'no' | 'one' | 'all'>().notNull().default('no'),
    /** Null: not asked yet. */
    cordonedByRun: boolean(),
    problem: text(),
    moves: jsonb().$type<RunMove[]>().notNull(),
    /** Who told it last to go on: what it does is that person's doing. */
    actorId: uuid()
      .notNull()
      .references(() => users.id),
    actorEmail: text().notNull(),
    actorName: text().notNull(),
    actorWorkspaceId: uuid().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.createdAt),
    uniqueIndex('plan_runs_one_a_node').on(table.nodeName).where(sql`${table.state} in ('open', 'undoing')`),
  ],
);
