import type { Domain } from '../../platform/domain.ts';
import { workMail } from '../../platform/mail/smtp-mailer.ts';
import { accountsRouter } from './accounts.routes.ts';
import { serveSignIn } from './auth.http.ts';
import { resolveActor } from './resolve-actor.ts';

export { createAccount, hasAnyAccount, hashLoginPassword } from './create-account.ts';
export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
export { outboxMailer } from './outbox-mailer.ts';

/** People: signing up and in, who makes a request, their workspaces, mail to them. */
export const accountsDomain: Domain = {
  name: 'accounts',
  router: accountsRouter,
  http: serveSignIn,
  resolveActor,
  work: workMail,
};
