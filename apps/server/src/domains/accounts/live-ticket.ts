import { randomUUID } from 'node:crypto';
import { topics } from '@switchyard/contracts/live/topics';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { operations } from '../../platform/http/operations.ts';
import type { Credentials, TopicRights } from '../../platform/mqtt/rights.ts';
import { isSigned, signTicket, TICKET_LIFE_MS } from '../../platform/mqtt/ticket.ts';
import { CAN_BE_ENTERED } from '../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { loginSessions, users } from './accounts.schema.ts';
import { apiKeys } from './keys.schema.ts';
import { supportGrants } from './support.schema.ts';

/**
 * Live updates for a browser: a ticket over HTTP. The user name encodes its rights
 * (`browser.USER.WORKSPACE.EXPIRES.SIGN-IN`); the password is its signature. It is needed only to connect: an open
 * connection outlives it as long as the right behind it exists.
 */
export const liveRouter = {
  ticket: operations.live.ticket.handler(({ context: { actor, platform } }) => ({
    url: '/mqtt',
    clientId: `browser-${randomUUID()}`,
    ...issueTicket(platform.secret, actor, Date.now() + TICKET_LIFE_MS),
    topics: liveTopics(actor.userId, actor.workspaceId),
    expiresInMs: TICKET_LIFE_MS,
  })),
};

/**
 * The credentials with which a browser connects to the MQTT listener: valid for the live topics of this person and
 * workspace until `expiresAtMs`, and verified without the database.
 */
export const issueTicket = (
  secret: string,
  { userId, workspaceId, loginId, key }: Pick<Actor, 'userId' | 'workspaceId' | 'loginId' | 'key'>,
  expiresAtMs: number,
): Credentials => signTicket(secret, ['browser', userId, workspaceId, expiresAtMs, loginId ?? key?.id ?? ''].join('.'));

/** The rights of a ticket; null if it is malformed, altered or expired. */
export function ticketRights(secret: string, credentials: Credentials, nowMs: number): TopicRights | null {
  const [kind, userId, workspaceId, expiresAtMs] = credentials.username.split('.');
  if (kind !== 'browser' || !userId || !workspaceId || !(Number(expiresAtMs) > nowMs)) return null;
  if (!isSigned(secret, credentials)) return null;
  return { publish: [], subscribe: liveTopics(userId, workspaceId), holder: userId };
}

/** Tickets in use whose person has signed out, left the workspace, or ended the support session. */
export async function revokedTickets(db: Db, usernames: readonly string[]): Promise<string[]> {
  const open = usernames.flatMap((name) => {
    const [kind, user, workspace, _expiresAtMs, signIn] = name.split('.');
    return kind === 'browser' ? [{ name, user, workspace, sign_in: signIn || null }] : [];
  });
  if (open.length === 0) return [];
  const { rows } = await db.execute<{ name: string }>(sql`
    select open.name from json_to_recordset(${JSON.stringify(open)}::json) as open (name text, "user" uuid, workspace uuid, sign_in uuid)
    left join ${users} on ${users.id} = open.user
    left join ${workspaces} on ${workspaces.id} = open.workspace
    where not coalesce(
      (exists (select from ${loginSessions} l where l.id = open.sign_in and l.user_id = open.user and l.expires_at > now())
        or exists (select from ${apiKeys} k where k.id = open.sign_in and k.revoked_at is null and coalesce(k.expires_at > now(), true)))
      and (exists (select from ${workspaceMembers} m where m.user_id = open.user and m.organization_id = open.workspace) and ${CAN_BE_ENTERED}
        or ${users.role} in ('admin', 'support')
          and exists (select from ${supportGrants} g where g.admin_id = open.user and g.workspace_id = open.workspace and g.ends_at > now())), false)`);
  return rows.map(({ name }) => name);
}

const liveTopics = (userId: string, workspaceId: string) => [
  topics.workspaceLive(workspaceId),
  topics.userLive(userId),
];
