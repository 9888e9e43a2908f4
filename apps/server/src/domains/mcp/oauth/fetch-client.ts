import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { type GuardedAnswer, guardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { oauthClients } from '../oauth.schema.ts';
import { clientName, OAUTH_GRANT_TYPES, redirectUris } from './client-metadata.ts';
import { OAUTH_SCOPES } from './oauth-server.ts';

const MAX_ID_LENGTH = 500;
const MAX_DOCUMENT_BYTES = 16 * 1024;
const TIMEOUT_MS = 5_000;
/** Limit on documents fetched at once, because anybody can name one. */
const MAX_AT_ONCE = 20;

/** The parts of a client's metadata that we use. A client identified by its URL has no secret. */
const document = z.object({
  client_id: z.string(),
  client_name: clientName.optional(),
  redirect_uris: redirectUris,
  token_endpoint_auth_method: z.literal('none').default('none'),
});

type Read = (url: string) => Promise<Pick<GuardedAnswer, 'status' | 'body'>>;
const readPublic: Read = (url) =>
  guardedFetch({
    url,
    headers: { accept: 'application/json' },
    maxBytes: MAX_DOCUMENT_BYTES,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 0,
  });

/** Whether a client's id is the URL of a document about it (Client ID Metadata Documents). */
export const isDocumentId = (clientId: string): boolean => clientId.startsWith('https://');

/** The publisher of a client, proven by hosting its document; null if it has none. */
export const publisherOf = (clientId: string): string | null =>
  isDocumentId(clientId) ? new URL(clientId).host : null;

let beingRead = 0;

/**
 * Fetches a client's metadata from the URL that is its id, and stores it for an hour.
 * @returns whether the client is now known
 */
export async function fetchClient(db: Db, clientId: string, read: Read = readPublic): Promise<boolean> {
  if (!isAddress(clientId)) return false;
  const [cached] = await db
    .select({ isFresh: sql<boolean>`${oauthClients.updatedAt} > now() - interval '1 hour'` })
    .from(oauthClients)
    .where(eq(oauthClients.clientId, clientId));
  if (cached?.isFresh) return true;
  if (beingRead >= MAX_AT_ONCE) return false;
  beingRead += 1;
  const found = await read(clientId)
    .then(parse, () => null)
    .finally(() => (beingRead -= 1));
  if (found?.client_id !== clientId) return false;
  const published = {
    name: found.client_name ?? null,
    redirectUris: found.redirect_uris,
    tokenEndpointAuthMethod: 'none',
    applicationType: 'native',
    grantTypes: [...OAUTH_GRANT_TYPES],
    responseTypes: ['code'],
    scopes: [...OAUTH_SCOPES],
    requirePKCE: true,
  };
  await db
    .insert(oauthClients)
    .values({ clientId, ...published })
    .onConflictDoUpdate({ target: oauthClients.clientId, set: { ...published, updatedAt: sql`now()` } });
  return true;
}

/** Requires the normalised form, so that one document has one id. */
function isAddress(clientId: string): boolean {
  const url = URL.parse(clientId);
  return (
    url !== null &&
    isDocumentId(clientId) &&
    clientId.length <= MAX_ID_LENGTH &&
    url.href === clientId &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === ''
  );
}

function parse({ status, body }: Awaited<ReturnType<Read>>): z.infer<typeof document> | null {
  if (status !== 200) return null;
  try {
    return document.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}
