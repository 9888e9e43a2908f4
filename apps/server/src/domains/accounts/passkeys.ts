import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { and, desc, eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { loginSessions, passkeys } from './accounts.schema.ts';

/**
 * Sign-in with passkeys. A passkey is possession and, by the finger or PIN that the device asks for, knowledge, so it
 * replaces password and two-factor code. The library requests that user verification but does not require it; we do.
 */
export const passkeySignIn = (publicUrl: string) =>
  passkey({
    rpName: 'Switchyard',
    rpID: new URL(publicUrl).hostname,
    origin: new URL(publicUrl).origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      requireSession: true,
      afterVerification: async ({ verification }) =>
        requireUserVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireUserVerification(verification.authenticationInfo.userVerified),
    },
  });

function requireUserVerification(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_UNVERIFIED' });
}

/** Passkeys of a person, oldest first. */
export const listPasskeys = (db: Db, userId: string) =>
  db
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.id);

/** Removes one of the actor's passkeys. @throws Refusal `NOT_FOUND` */
export const removePasskey: Action<{ id: string }, { _id: string }> = ({ db }, actor, { id }) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, actor.userId)))
      .returning({ id: passkeys.id });
    if (!removed) throw new Refusal('NOT_FOUND');
    await writeAudit(tx, actor, {
      action: 'account.passkey',
      workspaceId: null,
      subject: id,
      details: { isAdded: false },
    });
    return { result: { _id: id }, events: [] };
  });

/** Notifies a person of their newest passkey, because somebody else may have created it. */
export async function notifyNewPasskey({ database, events }: Platform, token: string): Promise<void> {
  const notified = await database.db.transaction(async (tx) => {
    const [made] = await tx
      .select({ id: passkeys.id, name: passkeys.name, userId: passkeys.userId })
      .from(loginSessions)
      .innerJoin(passkeys, eq(passkeys.userId, loginSessions.userId))
      .where(eq(loginSessions.token, token))
      .orderBy(desc(passkeys.id))
      .limit(1);
    const membership = made && (await findMembership(tx, made.userId));
    if (!membership) return [];
    const { id: subject, userId, name } = made;
    const { workspaceId } = membership;
    return notify(tx, { workspaceId, userId, kind: 'passkey-added', subject, data: { name: name ?? '' } });
  });
  events.dispatch(notified);
}
