import type { QuietHours } from '@switchyard/contracts/messages/quiet-hours';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { ofUser } from '../accounts/accounts.schema.ts';

/** A workspace (better-auth: organization). Everything a customer owns carries its id. */
export const workspaces = pgTable('workspaces', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  logo: text(),
  metadata: text(),
  /** IANA zone in which due dates without one are meant. */
  zone: text().notNull().default('UTC'),
  /** ISO 3166 country in which phone numbers without a prefix are read. */
  country: text().notNull().default('GB'),
  /** For engines and contacts without their own; null: none. */
  quietHours: jsonb().$type<QuietHours>(),
  /** `free` allows no gateway engine, `pro` one. */
  plan: text().notNull().default('free'),
  /** Whoever has no second factor cannot enter. */
  demandsTwoFactor: boolean().notNull().default(false),
  /** From when it is removed with all that is in it; null: it stays. */
  deleteAfter: instant(),
  /** Since when nobody can enter it, by an admin of the platform; null: it is not suspended. */
  suspendedAt: instant(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Whose something is, and with whom it goes. */
export const ofWorkspace = () =>
  uuid()
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });

export const workspaceMembers = pgTable(
  'workspace_members',
  {
    id: id(),
    organizationId: ofWorkspace(),
    userId: ofUser(),
    /** `owner`, `admin` or `member`. */
    role: text().notNull().default('member'),
    /** Since when they are kept out of this workspace by its owners or admins; null: they are not. */
    suspendedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.userId), index().on(table.userId)],
);

export const workspaceInvitations = pgTable(
  'workspace_invitations',
  {
    id: id(),
    organizationId: ofWorkspace(),
    /** In lower case. */
    email: text().notNull(),
    role: text(),
    /** SHA-256 of what its link carries, in hexadecimal; null: it was made without a link. */
    tokenHash: text().unique(),
    /** `pending`, `accepted` or `withdrawn`. */
    status: text().notNull().default('pending'),
    expiresAt: instant().notNull(),
    inviterId: ofUser(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId), index().on(table.email)],
);
