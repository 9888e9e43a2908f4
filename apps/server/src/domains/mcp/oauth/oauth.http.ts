import { CONSENT_PATH, MCP_PATH, MCP_RESOURCE_METADATA_PATH, OAUTH_ISSUER_PATH } from '@switchyard/contracts/mcp/paths';
import { textOfIssue } from '@switchyard/contracts/text/issues';
import { inEnglish } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CLIENT_ADDRESS_HEADER } from '../../../platform/http/headers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { oauthClients } from '../oauth.schema.ts';
import { clientName, OAUTH_GRANT_TYPES, redirectUris } from './client-metadata.ts';
import { fetchClient, isDocumentId } from './fetch-client.ts';
import { OAUTH_SCOPES, oauthServerOf } from './oauth-server.ts';
import { isEditor, isOnDevice } from './redirects.ts';

const OAUTH = `${OAUTH_ISSUER_PATH}/oauth2`;
const MAX_BODY_BYTES = 32 * 1024;

/**
 * Endpoints where clients register, send people and get tokens, and their metadata. Open to pages of any origin,
 * because cookies do not count here.
 */
export async function serveOauth(server: FastifyInstance, platform: Platform): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    const metadata = describe(platform);
    scope.get('/.well-known/*', async (request, reply) => {
      const found = metadata[(request.url.split('?')[0] ?? '').replace(/\/$/, '')];
      return found ? allowAnyOrigin(reply).send(found) : reply.callNotFound();
    });
    for (const path of ['/.well-known/*', `${OAUTH}/*`]) {
      scope.options(path, (_request, reply) => allowAnyOrigin(reply).status(204).send());
    }
    const limits = { bodyLimit: MAX_BODY_BYTES };
    scope.get(`${OAUTH}/authorize`, (request, reply) => sendToConsent(request, reply, platform));
    scope.post(`${OAUTH}/token`, limits, (request, reply) => exchange(request, allowAnyOrigin(reply), platform));
    scope.post(`${OAUTH}/revoke`, limits, (request, reply) => exchange(request, allowAnyOrigin(reply), platform));
    scope.post(`${OAUTH}/register`, limits, (request, reply) => register(request, allowAnyOrigin(reply), platform));
  });
}

/** The metadata documents by path; old clients request the second without the issuer's path. */
function describe({ config }: Platform): Record<string, object> {
  const at = (path: string) => new URL(path, config.publicUrl).href;
  const resource = {
    resource: at(MCP_PATH),
    resource_name: 'Switchyard',
    authorization_servers: [at(OAUTH_ISSUER_PATH)],
    scopes_supported: OAUTH_SCOPES.filter((scope) => scope.startsWith('mcp:')),
    bearer_methods_supported: ['header'],
  };
  const issuer = {
    issuer: at(OAUTH_ISSUER_PATH),
    authorization_endpoint: at(`${OAUTH}/authorize`),
    token_endpoint: at(`${OAUTH}/token`),
    registration_endpoint: at(`${OAUTH}/register`),
    revocation_endpoint: at(`${OAUTH}/revoke`),
    scopes_supported: OAUTH_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: OAUTH_GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
  const issuerMetadata = '/.well-known/oauth-authorization-server';
  return {
    [MCP_RESOURCE_METADATA_PATH]: resource,
    '/.well-known/oauth-protected-resource': resource,
    [`${issuerMetadata}${OAUTH_ISSUER_PATH}`]: issuer,
    [issuerMetadata]: issuer,
  };
}

const allowAnyOrigin = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
    'cache-control': 'no-store',
  });

const fault = (reply: FastifyReply, error: string, description: string): FastifyReply =>
  reply.status(400).send({ error, error_description: description });

/**
 * Our tokens are only ever for MCP: a client that names that resource, in any spelling, gets what it would get anyway.
 */
function takeResource(params: URLSearchParams, { config }: Platform): boolean {
  const ours = new URL(MCP_PATH, config.publicUrl).href;
  const resources = params.getAll('resource');
  params.delete('resource');
  return resources.every((uri) => URL.canParse(uri) && new URL(uri).href.replace(/\/$/, '') === ours);
}
const WRONG_RESOURCE = 'Tokens of this server are only valid for its MCP address.';

/**
 * The request parameters we pass on; the library supports more, such as forcing a new sign-in, which we do not offer.
 */
const PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

/**
 * Validates a client's request and shows it to the person, every time, because the sender may only pretend to be that
 * client.
 */
async function sendToConsent(request: FastifyRequest, reply: FastifyReply, platform: Platform): Promise<FastifyReply> {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  if (!takeResource(query, platform)) return fault(reply, 'invalid_target', WRONG_RESOURCE);
  const params = new URLSearchParams(
    PARAMETERS.flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value])),
  );
  if (new Set(params.keys()).size < params.size) return fault(reply, 'invalid_request', 'A parameter appears twice.');
  params.set('prompt', 'consent');
  const scopes = (params.get('scope') ?? '').split(' ').filter(Boolean);
  if (scopes.length > 0) params.set('scope', [...new Set([...scopes, 'offline_access'])].join(' '));
  const clientId = params.get('client_id') ?? '';
  if (isDocumentId(clientId) && !(await fetchClient(platform.database.db, clientId))) {
    return reply.redirect(`${CONSENT_PATH}?${new URLSearchParams({ error: 'invalid_client' })}`);
  }
  const { cookie } = request.headers;
  const answer = await ask(request, platform, `/authorize?${params}`, {
    accept: 'text/html',
    ...(cookie === undefined ? {} : { cookie }),
  });
  const location = answer.headers.get('location');
  if (location === null)
    return reply
      .status(answer.status)
      .type('application/json')
      .send(await answer.text());
  const { publicUrl } = platform.config;
  const target = new URL(location, publicUrl);
  if (target.origin === new URL(publicUrl).origin) {
    // As a single value, so that no router parses and rewrites it: it is signed.
    if (target.pathname === CONSENT_PATH)
      return reply.redirect(`${CONSENT_PATH}?${new URLSearchParams({ request: target.search.slice(1) })}`);
    // Errors in the request itself are shown where the request would have been.
    if (target.pathname === '/login')
      return reply.redirect(
        `${CONSENT_PATH}?${new URLSearchParams({ error: target.searchParams.get('error') ?? 'invalid_request' })}`,
      );
  }
  return reply.redirect(location);
}

/** Exchanges a code or refresh token for tokens, or revokes a token. */
async function exchange(request: FastifyRequest, reply: FastifyReply, platform: Platform): Promise<FastifyReply> {
  const { body } = request;
  if (!(body instanceof URLSearchParams)) return fault(reply, 'invalid_request', 'Send a form.');
  if (!takeResource(body, platform)) return fault(reply, 'invalid_target', WRONG_RESOURCE);
  const { authorization } = request.headers;
  const answer = await ask(
    request,
    platform,
    request.url.slice(OAUTH.length),
    {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body.toString(),
  );
  const text = await answer.text();
  const { error, error_description } = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string>;
  // An unknown token is as good as a revoked one (RFC 7009).
  const isRevoked = request.routeOptions.url === `${OAUTH}/revoke` && body.get('token');
  if (isRevoked && answer.status === 400 && error === 'invalid_request') return reply.send({});
  // The library's status for a wrong verifier differs from the standard's.
  if (answer.status === 401 && error === 'invalid_request')
    return fault(reply, 'invalid_grant', error_description ?? '');
  return reply.status(answer.status).type('application/json').send(text);
}

const registration = z.object({
  redirect_uris: redirectUris,
  client_name: clientName.optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.string().max(100)).max(10).optional(),
  token_endpoint_auth_method: z.string().max(100).optional(),
  application_type: z.enum(['web', 'native']).optional(),
  scope: z.string().max(1_000).optional(),
});

/** Placeholder for redirect addresses that the library refuses to register. */
const STAND_IN = 'http://127.0.0.1/';

/** Registers a client. Stores only what is used of its metadata: no picture, no page URLs. */
async function register(request: FastifyRequest, reply: FastifyReply, platform: Platform): Promise<FastifyReply> {
  const { data, error } = registration.safeParse(request.body);
  if (error) {
    const [issue] = error.issues;
    const why = issue ? `${issue.path.join('.')}: ${inEnglish(textOfIssue(issue))}` : '';
    return fault(reply, 'invalid_client_metadata', why);
  }
  const { scope: _, grant_types, redirect_uris, ...given } = data;
  // The library accepts no editor schemes, so they are saved afterwards.
  const registrable = redirect_uris.filter((uri) => !isEditor(uri));
  const hasEditor = registrable.length < redirect_uris.length;
  const clientRegistration = {
    ...given,
    ...(redirect_uris.some(isOnDevice) ? { application_type: 'native' } : {}),
    redirect_uris: registrable.length > 0 ? registrable : [STAND_IN],
    grant_types: grant_types?.filter((type) => OAUTH_GRANT_TYPES.some((ours) => ours === type)) ?? OAUTH_GRANT_TYPES,
  };
  const answer = await ask(
    request,
    platform,
    '/register',
    { 'content-type': 'application/json' },
    JSON.stringify(clientRegistration),
  );
  const registered = (await answer.json()) as { client_id?: string };
  if (!answer.ok || !hasEditor) return reply.status(answer.status).send(registered);
  const { db } = platform.database;
  const { client_id: clientId = '' } = registered;
  await db.update(oauthClients).set({ redirectUris: redirect_uris }).where(eq(oauthClients.clientId, clientId));
  return reply.status(answer.status).send({ ...registered, redirect_uris });
}

/** @param path the part after `/oauth2` */
function ask(
  request: FastifyRequest,
  platform: Platform,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Response> {
  const url = new URL(`${OAUTH}${path}`, platform.config.publicUrl);
  return oauthServerOf(platform).handler(
    new Request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, [CLIENT_ADDRESS_HEADER]: request.ip },
      ...(body === undefined ? {} : { body }),
    }),
  );
}
