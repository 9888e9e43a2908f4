import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { workMail } from '../../platform/mail/smtp-mailer.ts';
import { accountsNotices } from './accounts.notices.ts';
import { accountsRouter } from './accounts.routes.ts';
import { serveSignIn } from './auth.http.ts';
import { changeSignInSecret } from './change-secret.ts';
import { apiKeysRouter } from './keys/keys.routes.ts';
import { notifyKeyExpiry } from './keys/notify-key-expiry.ts';
import { revokeKeysOfMember } from './keys/revoke-of-member.ts';
import { liveRouter, revokedTickets, ticketRights } from './live-ticket.ts';
import { readLoginToken } from './login-token.ts';
import { purgeDeleted } from './purge-deleted.ts';
import { purgeExpired } from './purge-expired.ts';
import { resolveActor } from './resolve-actor.ts';
import { supportRouter } from './support/support.routes.ts';
import { serveUninstall } from './uninstall.http.ts';

export { requireConfirmed } from './confirm-identity.ts';
export { createAccount, hasAnyAccount } from './create-account.ts';
export { credentialsRevoked } from './credentials-revoked.ts';
export { closeAccount, reopenAccount } from './delete-account.ts';
export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
export { firstAdminLink } from './first-admin.ts';
export { createKey } from './keys/create-key.ts';
export { KEY_SCOPES } from './keys/key-scopes.ts';
export { hashLoginPassword } from './login-passwords.ts';
export { outboxMailer } from './outbox-mailer.ts';
export { toRole } from './platform-role.ts';
export { resetAdmin } from './reset-admin.ts';
export { createSignIn, type SignIn } from './sign-in.ts';
export { accountReinstated, accountSuspended, reinstateAccount, suspendAccount } from './suspend-account.ts';

/** People: sign-up, sign-in, who makes a request, their workspaces, and account emails. */
export const accountsDomain: Domain = {
  name: 'accounts',
  hooks: [revokeKeysOfMember],
  notices: accountsNotices,
  routers: { accounts: accountsRouter, live: liveRouter, apiKeys: apiKeysRouter, support: supportRouter },
  http(server, platform) {
    serveSignIn(server, platform);
    serveUninstall(server, platform);
  },
  changeSecret: changeSignInSecret,
  resolveActor,
  topicRights: async (credentials, { secret }) => ticketRights(secret, credentials, Date.now()),
  revokedConnections: (usernames, { database }) => revokedTickets(database.db, usernames),
  async signerOf(headers, platform) {
    const token = await readLoginToken({ get: (name) => headers[name] ?? null }, platform);
    return token === null ? null : `login:${token}`;
  },
  async work(platform) {
    const mail = await workMail(platform);
    const tidying = await runHourly(platform, 'forget-expired-sign-ins', async () => {
      platform.log.debug(await purgeExpired(platform.database.db), 'removed what had expired');
    });
    const keys = await runHourly(platform, 'tell-of-expiring-keys', async () => void (await notifyKeyExpiry(platform)));
    const deleting = await runHourly(platform, 'forget-deleted', () => purgeDeleted(platform));
    return {
      stop: async () => {
        await Promise.all([mail.stop(), tidying.stop(), keys.stop(), deleting.stop()]);
      },
    };
  },
};
