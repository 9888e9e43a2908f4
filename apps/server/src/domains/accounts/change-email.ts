import { createHmac, timingSafeEqual } from 'node:crypto';
import { faultAt } from '@switchyard/contracts/text/faults';
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { accountMail } from './account-mail.ts';
import { emailChanges, loginAccounts, users } from './accounts.schema.ts';
import { requireConfirmed } from './confirm-identity.ts';
import { revokeUnverified } from './revoke-unverified.ts';

const CONFIRM_WITHIN = sql`interval '1 day'`;
const UNDO_WITHIN = sql`interval '7 days'`;

type Deps = ActionDeps & Pick<Platform, 'config' | 'hooks' | 'mailer' | 'secret'>;
type Step = 'confirm' | 'undo';

/** The token in a mailed link: one step of one change. */
const tokenOf = (secret: string, step: Step, id: string): string =>
  `${id}.${createHmac('sha256', secret).update(`email-change:${step}:${id}`).digest('base64url')}`;

/** The id of the change that a link belongs to. @throws Refusal `NOT_FOUND` */
function changeIdFromToken(secret: string, step: Step, token: string): string {
  const [id = ''] = token.split('.');
  const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(secret, step, id))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal('NOT_FOUND');
  return id;
}

function linkTo(publicUrl: string, path: string, name: string, token: string): string {
  const link = new URL(path, publicUrl);
  link.searchParams.set(name, token);
  return link.href;
}

/**
 * Requests a change of the actor's email address: mails a link to the new address and a notice to the current one. Does
 * not reveal whether the new address is taken.
 * @throws Refusal `CONFIRM_FIRST`, `INVALID`
 */
export const requestEmailChange: Action<{ email: string }, { to: string }, Deps> = (
  { db, config, mailer, secret },
  actor,
  input,
) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    await requireConfirmed(tx, { id: actor.loginId });
    const email = input.email.toLowerCase();
    const person = await personOf(tx, actor.userId);
    if (email === person.email.toLowerCase()) throw invalid([faultAt('email', 'choice')]);
    const isOpen = and(eq(emailChanges.userId, actor.userId), isNull(emailChanges.confirmedAt));
    await tx.delete(emailChanges).where(isOpen);
    const id = newId();
    await tx.insert(emailChanges).values({ id, userId: actor.userId, before: person.email, after: email });
    await writeAudit(tx, actor, { action: 'account.email-ask', workspaceId: null, details: { to: email } });
    const confirm = linkTo(config.publicUrl, '/account', 'email', tokenOf(secret, 'confirm', id));
    await mailer.send(accountMail('emailConfirm', { ...person, email }, confirm));
    const security = new URL('/account-security', config.publicUrl).href;
    await mailer.send(accountMail('emailAsked', person, security, { address: email }));
    return { result: { to: email }, events: [] };
  });

/**
 * Confirms the change by the link mailed to the new address. The previous address is notified and can undo it for a
 * week.
 * @throws Refusal `NOT_FOUND` for a link of another account, an expired link, or an address that has been taken since
 */
export const confirmEmailChange: Action<{ token: string }, { email: string }, Deps> = (
  { db, config, mailer, secret },
  actor,
  { token },
) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const id = changeIdFromToken(secret, 'confirm', token);
    const [change] = await tx
      .update(emailChanges)
      .set({ confirmedAt: sql`now()` })
      .where(
        and(
          eq(emailChanges.id, id),
          eq(emailChanges.userId, actor.userId),
          isNull(emailChanges.confirmedAt),
          sql`${emailChanges.createdAt} > now() - ${CONFIRM_WITHIN}`,
        ),
      )
      .returning();
    const person = await personOf(tx, actor.userId);
    // A request is void once the address has changed in some other way.
    if (change?.before !== person.email) throw new Refusal('NOT_FOUND');
    await setEmail(tx, actor.userId, change.after);
    const details = { from: change.before, to: change.after };
    await writeAudit(tx, actor, { action: 'account.email', workspaceId: null, subject: actor.userId, details });
    const undo = linkTo(config.publicUrl, '/reset-password', 'undo', tokenOf(secret, 'undo', id));
    await mailer.send(accountMail('emailChanged', person, undo, { address: change.after }));
    return { result: { email: change.after }, events: [] };
  });

/**
 * Undoes a change by the link mailed to the previous address, within a week. Restores that address and revokes every
 * other way into the account, including the password; the person sets a new one by email.
 * @throws Refusal `NOT_FOUND`
 */
export const undoEmailChange = (
  { db, hooks, secret }: Pick<Deps, 'db' | 'hooks' | 'secret'>,
  address: string | undefined,
  { token }: { token: string },
): Promise<{ email: string }> =>
  db.transaction(async (tx) => {
    const id = changeIdFromToken(secret, 'undo', token);
    const [change] = await tx
      .update(emailChanges)
      .set({ undoneAt: sql`now()` })
      .where(
        and(
          eq(emailChanges.id, id),
          isNotNull(emailChanges.confirmedAt),
          isNull(emailChanges.undoneAt),
          sql`${emailChanges.confirmedAt} > now() - ${UNDO_WITHIN}`,
        ),
      )
      .returning();
    if (!change) throw new Refusal('NOT_FOUND');
    const { userId, before: email } = change;
    const person = await personOf(tx, userId);
    await setEmail(tx, userId, email);
    await tx
      .delete(loginAccounts)
      .where(and(eq(loginAccounts.userId, userId), eq(loginAccounts.providerId, 'credential')));
    await revokeUnverified(hooks, tx, userId);
    const by = { userId, fullName: person.name, workspaceId: '', onBehalfOf: null, ...(address && { address }) };
    const details = { from: person.email, to: email };
    await writeAudit(tx, by, { action: 'account.email-undo', workspaceId: null, subject: userId, details });
    return { email };
  });

async function personOf(tx: Db, userId: string) {
  const [person] = await tx
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!person) throw new Refusal('NOT_FOUND');
  return person;
}

/** @throws Refusal `NOT_FOUND` if the address is taken */
async function setEmail(tx: Db, userId: string, email: string): Promise<void> {
  const others = and(sql`lower(${users.email}) = ${email.toLowerCase()}`, ne(users.id, userId));
  if ((await tx.$count(users, others)) > 0) throw new Refusal('NOT_FOUND');
  await tx.update(users).set({ email, emailVerified: true, updatedAt: sql`now()` }).where(eq(users.id, userId));
}
