import type { AccessScope } from '@switchyard/contracts/mcp/operations';
import { OAUTH_ISSUER_PATH } from '@switchyard/contracts/mcp/paths';
import { faultAt } from '@switchyard/contracts/text/faults';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { authorize, invalid, Refusal } from '../../../platform/refusal.ts';
import { requireConfirmed } from '../../accounts/index.ts';
import { writeAudit } from '../../audit/index.ts';
import { notify } from '../../notifications/index.ts';
import { grantsChanged } from '../mcp.events.ts';
import { allowClientRefusal } from '../mcp.policy.ts';
import { oauthClients } from '../oauth.schema.ts';
import { publisherOf } from './fetch-client.ts';
import { accessScopesOf, nameOfClient } from './grants.queries.ts';
import { decideFor, oauthServerOf } from './oauth-server.ts';
import { describeRedirect, isOnDevice } from './redirects.ts';

/**
 * A client's request. Its signature is only verified when the person decides.
 * @throws Refusal `ACCESS_REQUEST_OVER`
 */
export async function readRequest(db: Db, query: string, now: Date) {
  const params = new URLSearchParams(query);
  const redirectUri = params.get('redirect_uri') ?? '';
  const isOver = !(Number(params.get('exp')) * 1_000 > now.getTime());
  const [client] = await db
    .select()
    .from(oauthClients)
    .where(eq(oauthClients.clientId, params.get('client_id') ?? ''));
  if (!client || isOver || !URL.canParse(redirectUri)) throw new Refusal('ACCESS_REQUEST_OVER');
  return {
    clientId: client.clientId,
    clientName: nameOfClient(client),
    publisher: publisherOf(client.clientId),
    returnsTo: describeRedirect(redirectUri),
    isLocal: isOnDevice(redirectUri),
    scopes: accessScopesOf((params.get('scope') ?? '').split(' ')),
  };
}

interface Decision {
  query: string;
  isAllowed: boolean;
  /** A subset of the requested scopes. */
  scopes: AccessScope[];
}

/**
 * Allows or denies a client on behalf of the person who makes the request.
 * @param headers of the request, which identify the login session
 * @throws Refusal `ACCESS_REQUEST_OVER`, `FORBIDDEN`, `CONFIRM_FIRST`, `INVALID`
 */
export async function decide(
  platform: Platform,
  actor: Actor,
  headers: Headers,
  { query, isAllowed, scopes }: Decision,
): Promise<{ redirectTo: string }> {
  authorize(allowClientRefusal(actor));
  const { db } = platform.database;
  const accessRequest = await readRequest(db, query, new Date());
  const granted = scopes.filter((scope) => accessRequest.scopes.includes(scope));
  if (isAllowed && granted.length === 0) throw invalid([faultAt('scopes', 'chooseOne')]);
  if (isAllowed) await requireConfirmed(db, { id: actor.loginId });
  const { publicUrl } = platform.config;
  const consentHeaders = new Headers({ 'content-type': 'application/json', origin: new URL(publicUrl).origin });
  for (const name of ['cookie', 'authorization']) {
    const value = headers.get(name);
    if (value !== null) consentHeaders.set(name, value);
  }
  const request = new Request(new URL(`${OAUTH_ISSUER_PATH}/oauth2/consent`, publicUrl), {
    method: 'POST',
    headers: consentHeaders,
    body: JSON.stringify({ accept: isAllowed, scope: [...granted, 'offline_access'].join(' '), oauth_query: query }),
  });
  const answer = await decideFor(actor.workspaceId, () => oauthServerOf(platform).handler(request));
  const { url } = (await answer.json().catch(() => ({}))) as { url?: string };
  if (!answer.ok || url === undefined) {
    platform.log.debug({ status: answer.status }, 'a decision about a client was refused');
    throw new Refusal('ACCESS_REQUEST_OVER');
  }
  // After the library's own transaction: a decision without its entry is better than an entry for one that did not
  // happen.
  const { clientName: name, clientId: subject } = accessRequest;
  const events = await db.transaction(async (tx) => {
    await writeAudit(tx, actor, {
      action: isAllowed ? 'grant.create' : 'grant.refuse',
      subject,
      details: { name, ...(isAllowed ? { scopes: granted } : {}) },
    });
    if (!isAllowed) return [];
    const { workspaceId, userId } = actor;
    const notified = await notify(tx, { workspaceId, userId, kind: 'client-connected', subject, data: { name } });
    return [...notified, grantsChanged(workspaceId)];
  });
  platform.events.dispatch(events);
  return { redirectTo: url };
}
