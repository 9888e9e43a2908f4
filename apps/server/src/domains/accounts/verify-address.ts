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

/**
 * The token of a mailed link that proves an account's address for a day. The same account and time give the same token.
 */
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
 * The email with the link that verifies an address. It works only while signed in to that account: a stranger who
 * registered somebody else's address gains nothing when the owner, or a mail scanner, follows the link.
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

/** Requests verification of the actor's address. @throws Refusal `NOT_FOUND` if it is already verified */
export const requestVerification: Action<object, { name: string; email: string; language: string | null }> = (
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

/** Verifies the actor's address after they followed the link mailed to it. */
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
