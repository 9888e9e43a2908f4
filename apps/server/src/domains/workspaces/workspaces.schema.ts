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
  /** IANA zone of due dates without a zone. */
  zone: text().notNull().default('UTC'),
  /** ISO 3166 country of phone numbers without a prefix. */
  country: text().notNull().default('GB'),
  /** For engines and contacts without their own; null for none. */
  quietHours: jsonb().$type<QuietHours>(),
  /** `free` allows no gateway engine, `pro` one. */
  plan: text().notNull().default('free'),
  /** People without two-factor authentication cannot enter. */
  demandsTwoFactor: boolean().notNull().default(false),
  /** When it will be deleted with all its contents; null if it is not closed. */
  deleteAfter: instant(),
  /** When a platform admin suspended it; null if not suspended. */
  suspendedAt: instant(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** The owning workspace; the row is deleted with it. */
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
    /** When owners or admins suspended them in this workspace; null if not suspended. */
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
    /** Hexadecimal SHA-256 of the link's token; null if it was made without a link. */
    tokenHash: text().unique(),
    /** `pending`, `accepted` or `withdrawn`. */
    status: text().notNull().default('pending'),
    expiresAt: instant().notNull(),
    inviterId: ofUser(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId), index().on(table.email)],
);
