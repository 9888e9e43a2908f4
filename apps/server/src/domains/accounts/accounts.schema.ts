import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';

/** People. `role` is the platform role: `admin` sees the operating screens. Workspace rights are on the membership. */
export const users = pgTable('users', {
  id: id(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  role: text().notNull().default('user'),
  /** Language of the interface; null if not chosen. */
  language: text(),
  /**
   * How times are formatted: an IANA zone, `h12` or `h23`, and the first day of the week (0: Sunday). Null if not
   * chosen.
   */
  zone: text(),
  clock: text().$type<'h12' | 'h23'>(),
  weekStart: integer(),
  twoFactorEnabled: boolean().notNull().default(false),
  /** When the account will be deleted; null if it is not closed. */
  deleteAfter: instant(),
  /** When a platform admin suspended them; null if not suspended. */
  suspendedAt: instant(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** The owning user; the row is deleted with them. */
export const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Login sessions; the token is what a bearer header or the cookie carries. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    id: id(),
    userId: ofUser(),
    token: text().notNull().unique(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    activeOrganizationId: uuid(),
    /** When the person last confirmed their identity by password or code outside a sign-in; null if never. */
    confirmedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId)],
);

/** Ways to sign in: the password's hash, or a link to an identity provider. */
export const loginAccounts = pgTable(
  'login_accounts',
  {
    id: id(),
    userId: ofUser(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId), uniqueIndex().on(table.providerId, table.accountId)],
);

/**
 * Two-factor authentication that is set up, or being set up (`verified` false). better-auth encrypts the secret and the
 * recovery codes.
 */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: id(),
    userId: ofUser(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    verified: boolean().notNull().default(true),
    /** Consecutive wrong codes over all sign-ins; too many lock it for a while. */
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: instant(),
  },
  (table) => [uniqueIndex().on(table.userId)],
);

/** Passkeys as better-auth stores them: the public half of each. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: ofUser(),
    /** The name that the person gave it. */
    name: text(),
    credentialID: text('credential_id').notNull(),
    publicKey: text().notNull(),
    counter: integer().notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId), uniqueIndex().on(table.credentialID)],
);

/** Devices a person has signed in from: a browser that carries the token, or one of this kind in this network. */
export const signInDevices = pgTable(
  'sign_in_devices',
  {
    id: id(),
    userId: ofUser(),
    /** Hexadecimal SHA-256 of the value in its cookie. */
    tokenHash: text().notNull(),
    /** `Firefox on Linux`. */
    label: text().notNull(),
    /** The part of the IP address that stays stable from day to day. */
    network: text().notNull(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
  },
  (table) => [uniqueIndex().on(table.userId, table.tokenHash)],
);

/** Tokens sent by email: password resets, address checks. */
export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.identifier)],
);

/** Changes of email address: requested, confirmed from the new address, undone from the previous one. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    userId: ofUser(),
    before: text().notNull(),
    after: text().notNull(),
    createdAt: createdAt(),
    confirmedAt: instant(),
    undoneAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/** Mail stored instead of sent when no SMTP server is configured. */
export const outboxMails = pgTable('outbox_mails', {
  id: id(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  attempts: integer().notNull().default(0),
  createdAt: createdAt(),
});
