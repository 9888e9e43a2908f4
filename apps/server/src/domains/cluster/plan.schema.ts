import type { TouchedSession } from '@switchyard/contracts/cluster/plan';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../platform/database/columns.ts';
import { textValue } from '../../platform/database/text-value.ts';
import { users } from '../accounts/accounts.schema.ts';

/** A session affected by a move, with its state before: a later generation shows that it has reconnected. */
export type AffectedSession = TouchedSession & { wasConnected: boolean; generation: number | null };

/** One pod of a run. Times in milliseconds since 1970. */
export interface RunMove {
  podUid: string;
  podName: string;
  namespace: string;
  /** Identify the pod's replacement: its owner, app and engine. */
  owner: string;
  app: string;
  podId: string;
  memoryBytes: number;
  expectedOn: string | null;
  sessions: AffectedSession[];
  state: 'planned' | 'moving' | 'moved' | 'gone' | 'stays';
  askedAtMs: number | null;
  /** Uid of the replacement, so that it is not mistaken for another pod's. */
  replacementUid: string | null;
  landedOn: string | null;
  tookMs: number | null;
}

/**
 * A node that is being emptied or relieved: what will be done and what was done. The leading process works from this
 * row.
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
    /** Whether the run cordoned the node; null before the attempt. */
    cordonedByRun: boolean(),
    problem: textValue(),
    moves: jsonb().$type<RunMove[]>().notNull(),
    /** The person who last told the run to go on, to whom its actions are attributed. */
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
