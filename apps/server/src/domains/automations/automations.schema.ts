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

/** A rule of a board: when something happens, and its item is so, then some steps. */
export const automations = pgTable(
  'automations',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** Boards are of a higher domain. */
    boardId: uuid().notNull(),
    name: text().notNull(),
    trigger: jsonb().$type<Trigger>().notNull(),
    /** Of the trigger. */
    kind: text().$type<TriggerKind>().notNull(),
    filters: jsonb().$type<BoardFilter[]>().notNull(),
    steps: jsonb().$type<Step[]>().notNull(),
    isActive: boolean().notNull().default(true),
    stoppedBecause: text().$type<(typeof STOP_REASONS)[number]>(),
    /** When it was last switched on: of dates, it acts on those since then. */
    activeSince: instant().notNull().defaultNow(),
    /** Of a schedule, while it is active. */
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

/** The chat that set a run off. */
export interface TriggerChat {
  engineId: string;
  chat: string;
  /** Of the message; empty: it was not a message. */
  text: string;
  /** WhatsApp's id of the message, and when it was written (ISO 8601). */
  message: { waMessageId: string; at: string } | null;
}

/**
 * An automation that was set off, written in the transaction of what set it off. Each step is one transaction with the
 * mark that it is done, so that it is done once whenever the process dies.
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
    /** Of a date or a schedule: each moment sets it off once. */
    moment: text(),
    /** How many runs led to this one. */
    depth: integer().notNull(),
    state: text().$type<(typeof RUN_STATES)[number]>().notNull(),
    /** One for each step that is done. */
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
