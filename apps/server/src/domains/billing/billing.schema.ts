import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { ofWorkspace, workspaces } from '../workspaces/workspaces.schema.ts';

/** Every change of a workspace's plan, by whom; never changed or removed: it outlives the workspace. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: id(),
    workspaceId: uuid().references(() => workspaces.id, { onDelete: 'set null' }),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** As it was then: the record outlives the account. */
    userName: text().notNull(),
    fromPlan: text().notNull(),
    toPlan: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc())],
);

/**
 * How long a workspace's plan (`workspaces.plan`) is paid or tried, and what it becomes then. None: a free workspace
 * that never bought or tried anything. All times are the database's, and months are counted in UTC, where no clock is
 * changed.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    workspaceId: uuid()
      .primaryKey()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The first day of the first month; the others are counted from it, so that the 31st comes back after February. */
    anchoredAt: instant(),
    /** Months since then at the end of the present one. */
    months: integer().notNull().default(0),
    /** Null: nothing is paid or tried. */
    periodEndsAt: instant(),
    nextPlan: text(),
    nextAt: instant(),
    /** `asked`, `trial` or `unpaid`. */
    nextReason: text(),
    /** When the owners were told of what stops. */
    toldAt: instant(),
    /** A workspace has one trial. */
    triedAt: instant(),
    billTo: text().notNull().default(''),
    /** Who pays, at Stripe; null: nobody of this workspace has been there. */
    stripeCustomerId: text().unique(),
    /** What is charged there by itself; null: nothing, and the months above are ours. */
    stripeSubscriptionId: text(),
    /** The last charge failed, and Stripe tries again. */
    isChargeFailing: boolean().notNull().default(false),
    /**
     * When the reading began whose result is here: an earlier one that arrives later is not written. Null: it is to be
     * read.
     */
    stripeReadAt: instant(),
    /** Somebody is being led to a payment until then at the latest, so that there is never a second one to pay. */
    payingUntil: instant(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.nextAt), index().on(table.periodEndsAt)],
);

/** What was asked to be paid, as it was written then; it outlives the workspace. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().unique(),
    workspaceId: uuid().references(() => workspaces.id, { onDelete: 'set null' }),
    workspaceName: text().notNull(),
    billTo: text().notNull(),
    plan: text().notNull(),
    months: integer().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
    /** Null: not yet. */
    paidAt: instant(),
    /** Who has said so, by name. */
    paidBy: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.workspaceId, table.number),
    index('invoices_open').on(table.number).where(sql`${table.paidAt} is null`),
  ],
);

/** What a workspace has spent in a month, so that what is left is told without counting. */
export const creditMonths = pgTable(
  'credit_months',
  {
    workspaceId: ofWorkspace(),
    /** `YYYY-MM`, in UTC. */
    month: text().notNull(),
    spent: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.month] })],
);

/** The ledger: each spending of credits, never changed. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** Null: a rule of the workspace, such as a bot. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** `ai` or `campaign`. */
    kind: text().notNull(),
    credits: integer().notNull(),
    /** What for, in words or by an id. */
    subject: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc(), table.id)],
);

/**
 * One row: whether this platform sells plans at all (`BILLING`), as the server that started last was told. None: it
 * does.
 */
export const billingMode = pgTable('billing_mode', {
  id: integer().primaryKey(),
  isOn: boolean().notNull(),
});
