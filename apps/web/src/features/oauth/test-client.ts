import { MCP_PATH, MCP_RESOURCE_METADATA_PATH } from '@switchyard/contracts/mcp/paths';

/** A step on the way to a token: the request and its result. */
export interface OauthStep {
  name: 'discover' | 'register' | 'ask' | 'back' | 'token' | 'call' | 'revoke';
  request: string;
  answer: string;
  isDone: boolean;
}

/** What this tab has to remember until it returns. */
interface StoredRequest {
  clientId: string;
  state: string;
  verifier: string;
  issuer: string;
  resource: string;
  tokenUrl: string;
  revocationUrl: string;
}

const STORAGE_KEY = 'oauth-test';
const TIMEOUT_MS = 30_000;
const redirectUri = () => `${window.location.origin}/oauth/callback`;

/** The page may only call its own origin, whatever the server's public address is. */
const ownPath = (url: string) => new URL(url).pathname;

/** Makes a request and reports it as a step. The session cookie is left out, as for any other client. */
async function runStep(
  name: OauthStep['name'],
  path: string,
  init: RequestInit = {},
): Promise<{ step: OauthStep; body: unknown }> {
  const request = `${init.method ?? 'GET'} ${path}${init.body ? `\n\n${String(init.body)}` : ''}`;
  try {
    const response = await fetch(path, { ...init, credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : text;
    const answer = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
    return { step: { name, request, answer: `${response.status}\n\n${answer}`, isDone: response.ok }, body };
  } catch (error) {
    return { step: { name, request, answer: String(error), isDone: false }, body: null };
  }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const randomText = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

const stringsOf = (body: unknown): Record<string, string> =>
  (typeof body === 'object' && body !== null ? body : {}) as Record<string, string>;

/** Reads the server's metadata and registers. @returns where to send the browser; null if a step failed */
export async function startFlow(onStep: (step: OauthStep) => void): Promise<string | null> {
  const resource = await runStep('discover', MCP_RESOURCE_METADATA_PATH);
  onStep(resource.step);
  const { authorization_servers: [issuerUrl] = [] } = (resource.body ?? {}) as { authorization_servers?: string[] };
  if (!resource.step.isDone || issuerUrl === undefined) return null;
  const server = await runStep('discover', `/.well-known/oauth-authorization-server${ownPath(issuerUrl)}`);
  onStep(server.step);
  if (!server.step.isDone) return null;
  const known = stringsOf(server.body);
  const registered = await runStep('register', ownPath(known.registration_endpoint ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Switchyard OAuth test',
      redirect_uris: [redirectUri()],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    }),
  });
  onStep(registered.step);
  if (!registered.step.isDone) return null;
  const storedRequest: StoredRequest = {
    clientId: stringsOf(registered.body).client_id ?? '',
    state: randomText(),
    verifier: randomText(),
    issuer: known.issuer ?? '',
    resource: stringsOf(resource.body).resource ?? '',
    tokenUrl: ownPath(known.token_endpoint ?? ''),
    revocationUrl: ownPath(known.revocation_endpoint ?? ''),
  };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(storedRequest.verifier));
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(storedRequest));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: storedRequest.clientId,
    redirect_uri: redirectUri(),
    scope: 'mcp:read mcp:write',
    state: storedRequest.state,
    resource: storedRequest.resource,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  const path = `${ownPath(known.authorization_endpoint ?? '')}?${query}`;
  onStep({ name: 'ask', request: `GET ${path}`, answer: '', isDone: true });
  return path;
}

/** Outcome of the consent page's response: nothing usable, not ours, refused, or the result of the code exchange. */
export type Outcome = 'nothing' | 'foreign' | 'refused' | 'done' | 'failed';

/** Completes the flow with the parameters of the page's address; the stored state is valid once. */
export async function completeFlow(search: URLSearchParams, onStep: (step: OauthStep) => void): Promise<Outcome> {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  if (stored === null) return 'nothing';
  const storedRequest = JSON.parse(stored) as StoredRequest;
  if (search.get('state') !== storedRequest.state || search.get('iss') !== storedRequest.issuer) return 'foreign';
  onStep({ name: 'back', request: '', answer: [...search].map((pair) => pair.join(' = ')).join('\n'), isDone: true });
  if (search.has('error')) return 'refused';
  const exchanged = await runStep('token', storedRequest.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: storedRequest.clientId,
      code: search.get('code') ?? '',
      redirect_uri: redirectUri(),
      code_verifier: storedRequest.verifier,
      resource: storedRequest.resource,
    }),
  });
  onStep(exchanged.step);
  const { access_token: token, refresh_token: refresh } = stringsOf(exchanged.body);
  if (!exchanged.step.isDone || token === undefined) return 'failed';
  const called = await runStep('call', MCP_PATH, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  onStep(called.step);
  const revoked = await runStep('revoke', storedRequest.revocationUrl, {
    method: 'POST',
    body: new URLSearchParams({ client_id: storedRequest.clientId, token: refresh ?? token }),
  });
  onStep(revoked.step);
  return called.step.isDone && revoked.step.isDone ? 'done' : 'failed';
}
