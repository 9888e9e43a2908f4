import { topics } from '@switchyard/contracts/live/topics';
import type { Actor } from '../../../platform/actor.ts';
import type { Credentials, TopicRights } from '../../../platform/mqtt/rights.ts';
import { isSigned, signTicket } from '../../../platform/mqtt/ticket.ts';

/** A ticket of the browser extension: user name `extension.USER.WORKSPACE.CONNECTION.EXPIRES.SIGN-IN`, password its signature. */
export function issueExtensionTicket(
  secret: string,
  actor: Pick<Actor, 'userId' | 'workspaceId' | 'loginId' | 'key'>,
  connectionId: string,
  expiresAtMs: number,
): Credentials & { topic: string } {
  const { userId, workspaceId, loginId, key } = actor;
  const signIn = loginId ?? key?.id ?? '';
  const username = ['extension', userId, workspaceId, connectionId, expiresAtMs, signIn].join('.');
  return {
    ...signTicket(secret, username),
    topic: topics.extensionPresence(workspaceId, userId, connectionId),
  };
}

/** It may say that it is there, and nothing else. Null: no ticket of an extension, altered, or expired. */
export function extensionRights(secret: string, credentials: Credentials, nowMs: number): TopicRights | null {
  const [kind, userId, workspaceId, connectionId, expiresAtMs] = credentials.username.split('.');
  if (kind !== 'extension' || !userId || !workspaceId || !connectionId || !(Number(expiresAtMs) > nowMs)) return null;
  if (!isSigned(secret, credentials)) return null;
  return {
    publish: [topics.extensionPresence(workspaceId, userId, connectionId)],
    subscribe: [],
    holder: userId,
  };
}
