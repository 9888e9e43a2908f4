import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@switchyard/contracts/accounts/operations';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, isAPIError } from 'better-auth/api';
import { bearer, organization } from 'better-auth/plugins';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { newId } from '../../platform/database/columns.ts';
import { CLIENT_ADDRESS_HEADER } from '../../platform/http/headers.ts';
import { ownOrigins } from '../../platform/http/own-origins.ts';
import type { Platform } from '../../platform/platform.ts';
import { workspaceInvitations, workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { loginAccounts, loginSessions, passkeys, twoFactors, users, verifications } from './accounts.schema.ts';
import { hashLoginPassword, isLoginPassword } from './login-passwords.ts';
import { passkeySignIn } from './passkeys.ts';
import { passwordResetMail } from './password-reset-mail.ts';
import { settlePasswordReset } from './revoke-unverified.ts';
import { secondFactor } from './second-factor.ts';

const DAY_SECONDS = 24 * 60 * 60;
export const LOGIN_LIFE_SECONDS = 30 * DAY_SECONDS;
const RESET_LINK_LIFE_SECONDS = 60 * 60;

export type SignIn = ReturnType<typeof createSignIn>;

const signIns = new WeakMap<Platform, SignIn>();

/** Sign-up, sign-in and passwords of this platform, created once. */
export function signInOf(platform: Platform): SignIn {
  const existing = signIns.get(platform);
  if (existing) return existing;
  const fresh = createSignIn(platform);
  signIns.set(platform, fresh);
  return fresh;
}

/**
 * Creates a sign-in, optionally with a provider's additions.
 * @param more `tables`: those of its plugins, under the plugins' own names
 */
export function createSignIn(
  { config, database, hooks, mailer, secret, log }: Platform,
  more: Pick<BetterAuthOptions, 'plugins' | 'user'> & { tables?: Record<string, PgTable> } = {},
) {
  return betterAuth({
    appName: 'Switchyard',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret,
    telemetry: { enabled: false },
    database: drizzleAdapter(database.db, {
      provider: 'pg',
      // A sign-up writes person, password and login session, or nothing.
      transaction: true,
      schema: {
        user: users,
        session: loginSessions,
        account: loginAccounts,
        verification: verifications,
        organization: workspaces,
        member: workspaceMembers,
        invitation: workspaceInvitations,
        twoFactor: twoFactors,
        passkey: passkeys,
        ...more.tables,
      },
    }),
    advanced: {
      cookiePrefix: 'switchyard',
      // Set explicitly because the library would skip these checks under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: newId },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    trustedOrigins: (request) => ownOrigins(config.publicUrl, request?.headers.get('host') ?? null),
    // Requests read the login session without this library, so nothing would renew it; it ends when the cookie does. We
    // check how recent the sign-in is ourselves (`requireConfirmed`).
    session: { expiresIn: LOGIN_LIFE_SECONDS, disableSessionRefresh: true, freshAge: 0 },
    user: { ...more.user, additionalFields: { role: { type: 'string', input: false, defaultValue: 'user' } } },
    // Read access to the database must not be enough to use a reset link.
    verification: { storeIdentifier: 'hashed' },
    account: { updateAccountOnSignIn: false },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }) => {
            const isSuspended = and(eq(users.id, userId), isNotNull(users.suspendedAt));
            if ((await database.db.$count(users, isSuspended)) > 0) {
              throw new APIError('FORBIDDEN', {
                code: 'ACCOUNT_SUSPENDED',
                message: 'This account is suspended. Ask an administrator of this server.',
              });
            }
          },
        },
      },
      account: {
        create: {
          // We never call the provider later, so we store no tokens for it.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
          }),
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashLoginPassword, verify: isLoginPassword },
      resetPasswordTokenExpiresIn: RESET_LINK_LIFE_SECONDS,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) =>
        settlePasswordReset({ db: database.db, hooks }, { userId: user.id, isMailed: config.smtpUrl !== null }),
      async sendResetPassword({ user, token }) {
        const [own] = await database.db.select({ language: users.language }).from(users).where(eq(users.id, user.id));
        await mailer.send(passwordResetMail(config.publicUrl, { ...user, language: own?.language ?? null }, token));
      },
    },
    // Unexpected errors are handled as everywhere else; an unavailable database is not our fault.
    onAPIError: {
      errorURL: '/login',
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
    // Requests are rate-limited for all routes in platform/http/limits.ts before they get here.
    rateLimit: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message, ...details) =>
        level === 'error' ? log.error({ details }, message) : log.debug({ details }, message),
    },
    plugins: [
      bearer({ requireSignature: true }),
      organization(),
      secondFactor(),
      passkeySignIn(config.publicUrl),
      ...(more.plugins ?? []),
    ],
  });
}
