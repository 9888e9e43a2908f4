import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';

/**
 * People. `role` is the platform's: `admin` sees the operating screens. Rights inside a workspace are on the
 * membership.
 */
export const users = pgTable('users', {
  id: id(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  role: text().notNull().default('user'),
  /** In which they read screens; null: they have not chosen. */
  language: text(),
  /**
   * How times are written for them: an IANA zone, `h12` or `h23`, the day that weeks begin with (0: Sunday); null: they
   * have not chosen.
   */
  zone: text(),
  clock: text().$type<'h12' | 'h23'>(),
  weekStart: integer(),
  twoFactorEnabled: boolean().notNull().default(false),
  /** From when they are removed; null: they stay. */
  deleteAfter: instant(),
  /** Since when they are kept out by an admin of the platform; null: they are not. */
  suspendedAt: instant(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Whose something is, and with whom it goes. */
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
    /** When the person last gave a password or code of theirs beside the sign-in itself; null: never. */
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
 * The second factor of who has set one up, or begun to (`verified` false): the secret and the recovery codes are
 * encrypted by better-auth.
 */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: id(),
    userId: ofUser(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    verified: boolean().notNull().default(true),
    /** Wrong codes in a row, over all sign-ins; too many lock it for a while. */
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: instant(),
  },
  (table) => [uniqueIndex().on(table.userId)],
);

/** Passkeys of people, as better-auth keeps them: the public half of each. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: ofUser(),
    /** As the person calls it. */
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

/** Where a person has signed in from before: a browser that carries the token, or one of this kind in this network. */
export const signInDevices = pgTable(
  'sign_in_devices',
  {
    id: id(),
    userId: ofUser(),
    /** SHA-256 of what its cookie carries, in hexadecimal. */
    tokenHash: text().notNull(),
    /** `Firefox on Linux`. */
    label: text().notNull(),
    /** The address, as far as it is the same tomorrow. */
    network: text().notNull(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
  },
  (table) => [uniqueIndex().on(table.userId, table.tokenHash)],
);

/** Tokens sent by mail: password resets, address checks. */
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

/** A change of a person's address: asked for, confirmed from the new one, and undone from the earlier one. */
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

/** Mail kept instead of sent, when no SMTP server is configured. */
export const outboxMails = pgTable('outbox_mails', {
  id: id(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  attempts: integer().notNull().default(0),
  createdAt: createdAt(),
});
