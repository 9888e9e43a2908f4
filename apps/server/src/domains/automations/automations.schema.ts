import type {
  RUN_STATES,
  STOP_REASONS,
  Step,
  StepResult,
  Trigger,
  TriggerKind,
} from '@switchyard/contracts/automations/operations';
import type { BoardFilter } from '@switchyard/contracts/boards/operations';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/** A rule of a board: when something happens and its item meets conditions, it runs steps. */
export const automations = pgTable(
  'automations',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** No foreign key: boards belong to a higher domain. */
    boardId: uuid().notNull(),
    name: text().notNull(),
    trigger: jsonb().$type<Trigger>().notNull(),
    /** The trigger's kind. */
    kind: text().$type<TriggerKind>().notNull(),
    filters: jsonb().$type<BoardFilter[]>().notNull(),
    steps: jsonb().$type<Step[]>().notNull(),
    isActive: boolean().notNull().default(true),
    stoppedBecause: text().$type<(typeof STOP_REASONS)[number]>(),
    /** When it was last activated; date triggers only act on dates reached since then. */
    activeSince: instant().notNull().defaultNow(),
    /** When a schedule runs next, while it is active. */
    nextAt: instant(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.boardId),
    index('automations_active').on(table.workspaceId, table.kind).where(sql`is_active`),
    index('automations_next').on(table.nextAt).where(sql`is_active and next_at is not null`),
  ],
);

/** The chat that triggered a run. */
export interface TriggerChat {
  engineId: string;
  chat: string;
  /** The message's text. Empty: the trigger was not a message. */
  text: string;
  /** WhatsApp's id of the message, and when it was sent (ISO 8601). Null: the trigger was not a message. */
  message: { waMessageId: string; at: string } | null;
}

/**
 * A run of an automation, stored in the transaction of its trigger. Each step runs in one transaction with its result,
 * so that it runs once even if the process dies.
 */
export const automationRuns = pgTable(
  'automation_runs',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    automationId: uuid()
      .notNull()
      .references(() => automations.id, { onDelete: 'cascade' }),
    itemId: uuid(),
    chat: jsonb().$type<TriggerChat>(),
    subject: text().notNull(),
    /** The moment of a date or wait that triggered it; each moment triggers one run. */
    moment: text(),
    /** Number of runs that led to this one. */
    depth: integer().notNull(),
    state: text().$type<(typeof RUN_STATES)[number]>().notNull(),
    /** Results of the completed steps. */
    steps: jsonb().$type<StepResult[]>().notNull().default([]),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    index('automation_runs_pending').on(table.workspaceId, table.id).where(sql`state = 'pending'`),
    index('automation_runs_log').on(table.automationId, table.id),
    uniqueIndex('automation_runs_moment')
      .on(table.automationId, table.itemId, table.moment)
      .where(sql`moment is not null`),
    uniqueIndex('automation_runs_chat_moment')
      .on(table.automationId, table.moment)
      .where(sql`moment is not null and item_id is null`),
    index('automation_runs_age').on(table.createdAt),
  ],
);
