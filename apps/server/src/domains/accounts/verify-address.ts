import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { accountMail } from './account-mail.ts';
import { users } from './accounts.schema.ts';

const LINK_LIFE_MS = 24 * 60 * 60 * 1000;

interface Holder {
  userId: string;
  email: string;
}

const signatureOf = (secret: string, { userId, email }: Holder, until: number): Buffer =>
  createHmac('sha256', secret).update(`verify-address:${userId}:${email.toLowerCase()}:${until}`).digest();

/** What a mailed link proves the address of one account with, for a day. Used again it says the same again. */
export function verificationToken(secret: string, holder: Holder, now: number): string {
  const until = now + LINK_LIFE_MS;
  return `${until}.${signatureOf(secret, holder, until).toString('base64url')}`;
}

/** Whether {@link verificationToken} made it for this account and this address, less than a day ago. */
export function isVerificationToken(secret: string, holder: Holder, token: string, now: number): boolean {
  const [until = '', signature = ''] = token.split('.');
  if (!(Number(until) > now)) return false;
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(secret, holder, Number(until))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The mail with the link to the account's page, which proves the address only to whoever is signed in to that account:
 * a stranger who made it with the address of another gains nothing when that one, or a program that reads their mail,
 * follows the link.
 */
export function verificationMail(
  publicUrl: string,
  person: { name: string; email: string; language: string | null },
  token: string,
): Mail {
  const link = new URL('/account', publicUrl);
  link.searchParams.set('verify', token);
  return accountMail('verify', person, link.href);
}

/** Notes that the actor wants their address proven. @throws Refusal `NOT_FOUND` when it is already */
export const askVerification: Action<object, { name: string; email: string; language: string | null }> = (
  { db },
  actor,
) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const isOpen = and(eq(users.id, actor.userId), eq(users.emailVerified, false));
    const [person] = await tx
      .select({ name: users.name, email: users.email, language: users.language })
      .from(users)
      .where(isOpen);
    if (!person) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, { action: 'account.verification', workspaceId: null });
    return { result: person, events: [] };
  });

/** The actor has followed the link that was mailed to this address. */
export const verifyAddress: Action<{ email: string }, { isAddressVerified: true }> = ({ db }, actor, { email }) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const isOpen = and(eq(users.id, actor.userId), eq(users.email, email), eq(users.emailVerified, false));
    const changed = await tx
      .update(users)
      .set({ emailVerified: true, updatedAt: sql`now()` })
      .where(isOpen)
      .returning({ id: users.id });
    if (changed.length > 0) await writeAudit(tx, actor, { action: 'account.verify', workspaceId: null });
    return { result: { isAddressVerified: true }, events: [] };
  });
