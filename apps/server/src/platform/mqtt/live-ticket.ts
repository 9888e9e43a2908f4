import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { topics } from '@switchyard/contracts/mqtt-topics';
import type { Domain } from '../domain.ts';
import { operations, signedIn } from '../http/operations.ts';
import type { Actor } from '../http/request-context.ts';
import type { Credentials, TopicRights } from './rights.ts';

export const TICKET_LIFE_MS = 10 * 60 * 1000;

/**
 * Live updates for a browser: a ticket over HTTP, checked by the broker without a database. The user name tells what it is for
 * (`browser.USER.WORKSPACE.EXPIRES`), the password is its signature. It is asked for at connect only: an open connection outlives it.
 */
export const liveDomain: Domain = {
  name: 'live',
  router: {
    ticket: operations.live.ticket.use(signedIn).handler(({ context: { actor, platform } }) => ({
      url: '/mqtt',
      clientId: `browser-${randomUUID()}`,
      ...issueTicket(platform.secret, actor, Date.now() + TICKET_LIFE_MS),
      topics: readable(actor.userId, actor.workspaceId),
      expiresInMs: TICKET_LIFE_MS,
    })),
  },
  topicRights: async (credentials, platform) => ticketRights(platform.secret, credentials, Date.now()),
};

export function issueTicket(
  secret: string,
  actor: Pick<Actor, 'userId' | 'workspaceId'>,
  expiresAtMs: number,
): Credentials {
  return signTicket(secret, `browser.${actor.userId}.${actor.workspaceId}.${expiresAtMs}`);
}

/** Credentials whose user name cannot be altered: what a ticket is for is told by that name. */
export const signTicket = (secret: string, username: string): Credentials => ({
  username,
  password: sign(secret, username),
});

/** Whether {@link signTicket} made these. */
export function isSigned(secret: string, { username, password }: Credentials): boolean {
  const expected = Buffer.from(sign(secret, username));
  const given = Buffer.from(password);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The rights of a ticket; null when it is not one, was altered, or has expired. */
export function ticketRights(secret: string, credentials: Credentials, nowMs: number): TopicRights | null {
  const [kind, userId, workspaceId, expiresAtMs] = credentials.username.split('.');
  if (kind !== 'browser' || !userId || !workspaceId || !(Number(expiresAtMs) > nowMs)) return null;
  if (!isSigned(secret, credentials)) return null;
  return { publish: [], subscribe: readable(userId, workspaceId) };
}

const readable = (userId: string, workspaceId: string) => [topics.workspaceLive(workspaceId), topics.userLive(userId)];

const sign = (secret: string, username: string) =>
  createHmac('sha256', secret).update(`live-ticket:${username}`).digest('base64url');
