import { randomUUID } from 'node:crypto';
import { topics } from '@switchyard/contracts/mqtt-topics';
import type { Actor } from '../../platform/actor.ts';
import { operations } from '../../platform/http/operations.ts';
import type { Credentials, TopicRights } from '../../platform/mqtt/rights.ts';
import { isSigned, signTicket, TICKET_LIFE_MS } from '../../platform/mqtt/ticket.ts';

/**
 * Live updates for a browser: a ticket over HTTP. The user name tells what it is for (`browser.USER.WORKSPACE.EXPIRES`), the password is its signature.
 * It is asked for at connect only: an open connection outlives it.
 */
export const liveRouter = {
  ticket: operations.live.ticket.handler(({ context: { actor, platform } }) => ({
    url: '/mqtt',
    clientId: `browser-${randomUUID()}`,
    ...issueTicket(platform.secret, actor, Date.now() + TICKET_LIFE_MS),
    topics: readable(actor.userId, actor.workspaceId),
    expiresInMs: TICKET_LIFE_MS,
  })),
};

/** What a browser signs in to the MQTT listener with: good for the live topics of this person and workspace until `expiresAtMs`, and checked without the database. */
export const issueTicket = (
  secret: string,
  actor: Pick<Actor, 'userId' | 'workspaceId'>,
  expiresAtMs: number,
): Credentials => signTicket(secret, `browser.${actor.userId}.${actor.workspaceId}.${expiresAtMs}`);

/** The rights of a ticket; null when it is not one, was altered, or has expired. */
export function ticketRights(secret: string, credentials: Credentials, nowMs: number): TopicRights | null {
  const [kind, userId, workspaceId, expiresAtMs] = credentials.username.split('.');
  if (kind !== 'browser' || !userId || !workspaceId || !(Number(expiresAtMs) > nowMs)) return null;
  if (!isSigned(secret, credentials)) return null;
  return { publish: [], subscribe: readable(userId, workspaceId) };
}

const readable = (userId: string, workspaceId: string) => [topics.workspaceLive(workspaceId), topics.userLive(userId)];
