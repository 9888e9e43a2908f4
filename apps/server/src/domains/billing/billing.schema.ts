import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { ofWorkspace, workspaces } from '../workspaces/workspaces.schema.ts';

/** Every change of a workspace's plan and who made it. Never changed or removed; outlives the workspace. */
export const planChanges = pgTable(
  'plan_changes',
  {
    id: id(),
    workspaceId: uuid().references(() => workspaces.id, { onDelete: 'set null' }),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Copied, because the record outlives the account. */
    userName: text().notNull(),
    fromPlan: text().notNull(),
    toPlan: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc())],
);

/**
 * How long a workspace's plan (`workspaces.plan`) is paid or tried, and what it becomes afterwards. No row: a free
 * workspace that never bought or tried anything. All times are the database's; months are counted in UTC, which has no
 * clock changes.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    workspaceId: uuid()
      .primaryKey()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The first day of the first month. Later months are counted from it, so that the 31st returns after February. */
    anchoredAt: instant(),
    /** Months from the anchor to the end of the current one. */
    months: integer().notNull().default(0),
    /** Null if nothing is paid or tried. */
    periodEndsAt: instant(),
    nextPlan: text(),
    nextAt: instant(),
    /** `asked`, `trial` or `unpaid`. */
    nextReason: text(),
    /** When the owners were notified of what will stop. */
    toldAt: instant(),
    /** Each workspace has one trial. */
    triedAt: instant(),
    billTo: text().notNull().default(''),
    /** The Stripe customer; null if nobody of this workspace has paid there. */
    stripeCustomerId: text().unique(),
    /** The Stripe subscription; null if there is none, and the months above are our own. */
    stripeSubscriptionId: text(),
    /** The last charge failed and Stripe is retrying. */
    isChargeFailing: boolean().notNull().default(false),
    /**
     * When the reading stored here began; results of earlier readings are discarded. Null means it must be read again.
     */
    stripeReadAt: instant(),
    /** Until then at the latest somebody is completing a payment; a second one is refused. */
    payingUntil: instant(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.nextAt), index().on(table.periodEndsAt)],
);

/** Invoices as written at the time; they outlive the workspace. */
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
    /** Null if unpaid. */
    paidAt: instant(),
    /** Name of the person who marked it as paid. */
    paidBy: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.workspaceId, table.number),
    index('invoices_open').on(table.number).where(sql`${table.paidAt} is null`),
  ],
);

/** Credits spent by a workspace per month, so that the balance needs no counting. */
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

/** The credit ledger: every spending, never changed. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    /** Null for automated spending, such as a bot's. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** `ai` or `campaign`. */
    kind: text().notNull(),
    credits: integer().notNull(),
    /** What it was spent on: text or an id. */
    subject: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId, table.createdAt.desc(), table.id)],
);

/**
 * One row: whether this installation sells plans (`BILLING`), as configured on the server that started last. No row
 * means it does.
 */
export const billingMode = pgTable('billing_mode', {
  id: integer().primaryKey(),
  isOn: boolean().notNull(),
});
