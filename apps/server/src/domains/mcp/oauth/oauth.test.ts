import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { symmetricDecrypt } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, type Someone, signUpSomeone, within } from '../../../../test/team.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { changeClientSecrets } from './change-secret.ts';
import { endGrantsOfMember } from './end-grants.ts';
import { purgeUnused } from './purge-unused.ts';

const PUBLIC_URL = 'http://localhost:3000';
const BACK = 'http://127.0.0.1:7777/back';
const CODE_CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const CODE_VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: PUBLIC_URL, signInLimitPerMinute: 1_000 } });
});
afterAll(() => server?.stop());

/** Fetches like a client on another machine: the public URL leads to the test server. */
const reach = (url: string | URL, init?: RequestInit) =>
  fetch(String(url).replace(PUBLIC_URL, server.url), { redirect: 'manual', ...init });
const run = (statement: string, ...values: unknown[]) => server.database.pool.query(statement, values);

type SignedInPerson = { token: string };
const cookieOf = ({ token }: SignedInPerson) => `switchyard.session_token=${encodeURIComponent(token)}`;

/**
 * Follows a client's link like a browser.
 * @returns the URL of the page where the person decides, or wherever else it leads
 */
async function follow(url: string | URL, person: SignedInPerson | null): Promise<URL> {
  const answer = await reach(url, { headers: person ? { cookie: cookieOf(person) } : {} });
  return new URL(answer.headers.get('location') ?? `/none?status=${answer.status}`, PUBLIC_URL);
}

const decide = (
  page: URL,
  person: SignedInPerson & { headers?: Record<string, string> },
  isAllowed = true,
  scopes = ['mcp:read', 'mcp:write'],
) =>
  server.call<{ redirectTo: string; code: string }>(
    'POST',
    '/api/oauth/request/decide',
    { query: page.searchParams.get('request') ?? '', isAllowed, scopes },
    person,
  );

async function register(redirect = BACK, more: object = {}) {
  const answer = await reach(`${PUBLIC_URL}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Scripted client',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
      ...more,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as { client_id: string; error?: string } };
}

const link = (clientId: string, more: Record<string, string> = {}) =>
  `${PUBLIC_URL}/api/auth/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: BACK,
    scope: 'mcp:read mcp:write',
    state: 'xyz',
    code_challenge: CODE_CHALLENGE,
    code_challenge_method: 'S256',
    ...more,
  })}`;

async function exchange(form: Record<string, string>) {
  const answer = await reach(`${PUBLIC_URL}/api/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ redirect_uri: BACK, code_verifier: CODE_VERIFIER, ...form }),
  });
  const body = (await answer.json()) as { access_token: string; refresh_token: string; error?: string };
  return { status: answer.status, body };
}

const revokeWith = (client_id: string, client_secret: string) =>
  reach(`${PUBLIC_URL}/api/auth/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, client_secret, token: 'syo_none' }),
  });

const isLetIn = async (token: string) =>
  (
    await reach(`${PUBLIC_URL}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  ).status;

async function allow(person: SignedInPerson, scopes?: string[]) {
  const { body: client } = await register();
  return allowClient(client.client_id, person, scopes);
}

/** Allows a client in the person's current workspace, or in the one named in `headers`. */
async function allowClient(
  clientId: string,
  person: SignedInPerson & { headers?: Record<string, string> },
  scopes?: string[],
) {
  const page = await follow(link(clientId), person);
  const { body } = await decide(page, person, true, scopes);
  const code = new URL(body.redirectTo).searchParams.get('code') ?? '';
  const tokens = await exchange({ grant_type: 'authorization_code', client_id: clientId, code });
  return { clientId, code, tokens };
}

/** Stores what a client stores, and records where it would have sent a browser. */
function providerOf() {
  const store = new Map<string, unknown>();
  const keep = (name: string) => (value: unknown) => {
    store.set(name, value);
  };
  const provider = {
    redirectUrl: BACK,
    clientMetadata: { client_name: 'Real client', redirect_uris: [BACK], token_endpoint_auth_method: 'none' },
    clientInformation: () => store.get('client'),
    saveClientInformation: keep('client'),
    tokens: () => store.get('tokens'),
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('url'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => store.get('verifier'),
  } as unknown as OAuthClientProvider;
  return { provider, kept: store };
}

const clients = {
  '2026-07-28': (authProvider: OAuthClientProvider) => ({
    client: new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    transport: new StreamableHTTPClientTransport(new URL(`${PUBLIC_URL}/mcp`), { authProvider, fetch: reach }),
  }),
  '2025-11-25': (authProvider: OAuthClientProvider) => ({
    client: new EarlierClient({ name: 'test', version: '1' }),
    transport: new EarlierTransport(new URL(`${PUBLIC_URL}/mcp`), {
      authProvider: authProvider as never,
      fetch: reach,
    }),
  }),
};

test.each(Object.entries(clients))(
  'a client of revision %s obtains a token on its own, and calls tools with it',
  async (_name, make) => {
    const person = await server.signUp();
    const { provider, kept } = providerOf();
    const first = make(provider);
    await expect(first.client.connect(first.transport as never)).rejects.toThrow();
    const page = await follow(kept.get('url') as URL, person);
    expect(page.pathname).toBe('/oauth/mcp');
    const asked = await server.call(
      'GET',
      `/api/oauth/request?${new URLSearchParams({ query: page.searchParams.get('request') ?? '' })}`,
      undefined,
      person,
    );
    expect(asked.body).toEqual({
      clientName: 'Real client',
      publisher: null,
      returnsTo: '127.0.0.1:7777',
      isLocal: true,
      scopes: ['mcp:read', 'mcp:write'],
    });
    const back = new URL((await decide(page, person)).body.redirectTo);
    expect(back.origin + back.pathname).toBe(BACK);
    expect(back.searchParams.get('iss')).toBe(`${PUBLIC_URL}/api/auth`);
    await first.transport.finishAuth(back.searchParams.get('code') ?? '', back.searchParams.get('iss') ?? '');
    const second = make(provider);
    await second.client.connect(second.transport as never);
    const { tools } = await second.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['get_contacts', 'schedule_message']));
    const toolCall = { name: 'create_contact', arguments: { name: 'Ann', mobile: '+447700900123' } };
    expect((await second.client.callTool(toolCall)).isError).toBeFalsy();
    await second.client.close();
  },
);

test('the documents at the roots name every endpoint, for pages of any origin', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const answer = await reach(PUBLIC_URL + path, { headers: { origin: 'https://elsewhere.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(await answer.json()).toMatchObject({
      resource: `${PUBLIC_URL}/mcp`,
      authorization_servers: [`${PUBLIC_URL}/api/auth`],
    });
  }
  for (const path of ['', '/api/auth']) {
    const answer = await reach(`${PUBLIC_URL}/.well-known/oauth-authorization-server${path}`);
    expect(await answer.json()).toMatchObject({
      issuer: `${PUBLIC_URL}/api/auth`,
      code_challenge_methods_supported: ['S256'],
    });
  }
  expect((await reach(`${PUBLIC_URL}/.well-known/other`)).status).toBe(404);
  const preflight = await reach(`${PUBLIC_URL}/api/auth/oauth2/token`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
});

test('a signed-out person signs in and then decides, by the same link', async () => {
  const { body: client } = await register();
  const page = await follow(link(client.client_id), null);
  expect(page.pathname).toBe('/oauth/mcp');
  const { status, body } = await decide(page, await server.signUp());
  expect(status).toBe(200);
  expect(new URL(body.redirectTo).searchParams.get('code')).toBeTruthy();
});

test('revoking a grant ends its tokens at once; until then it is listed', async () => {
  const person = await server.signUp();
  const stranger = await server.signUp();
  const { tokens, clientId } = await allow(person);
  expect(await isLetIn(tokens.body.access_token)).toBe(200);
  const { body: listed } = await server.call<{ data: { _id: string }[]; total: number }>(
    'GET',
    '/api/oauth/grants',
    undefined,
    person,
  );
  expect(listed).toMatchObject({
    total: 1,
    data: [{ clientName: 'Scripted client', redirectHosts: ['127.0.0.1:7777'], scopes: ['mcp:read', 'mcp:write'] }],
  });
  const revoke = `/api/oauth/grants/${listed.data[0]?._id}/revoke`;
  expect((await server.call('GET', '/api/oauth/grants', undefined, stranger)).body).toMatchObject({ total: 0 });
  expect((await server.call('POST', revoke, {}, stranger)).status).toBe(404);
  expect(await isLetIn(tokens.body.access_token)).toBe(200);
  expect((await server.call('POST', revoke, {}, person)).status).toBe(200);
  expect(await isLetIn(tokens.body.access_token)).toBe(401);
  const again = await exchange({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: tokens.body.refresh_token,
  });
  expect(again.status).toBe(400);
  const { rows } = await run(`select action from audit_entries where action like 'grant.%' order by id`);
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['grant.create', 'grant.revoke']));
});

test('a person may grant less than requested: read only', async () => {
  const person = await server.signUp();
  const { tokens } = await allow(person, ['mcp:read']);
  const call = (name: string, args: object) =>
    reach(`${PUBLIC_URL}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${tokens.body.access_token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
  expect((await call('get_contacts', {})).status).toBe(200);
  expect((await call('create_contact', { name: 'Ann', mobile: '+447700900123' })).status).toBe(403);
  // A token works for MCP only.
  const api = await server.call('GET', '/api/contacts', undefined, { token: tokens.body.access_token });
  expect(api.status).toBe(401);
});

test('a member who leaves takes their clients’ access along', async () => {
  const person = await server.signUp();
  const { tokens } = await allow(person);
  await run('delete from workspace_members where user_id = (select id from users where email = $1)', person.email);
  expect(await isLetIn(tokens.body.access_token)).toBe(401);
});

test('reusing a refresh token ends every token of its family', async () => {
  const person = await server.signUp();
  const { tokens, clientId } = await allow(person);
  const other = await allow(person);
  const refreshBy = (refresh_token: string) =>
    exchange({ grant_type: 'refresh_token', client_id: clientId, refresh_token });
  const fresh = await refreshBy(tokens.body.refresh_token);
  expect(fresh.status).toBe(200);
  expect(await isLetIn(fresh.body.access_token)).toBe(200);
  expect((await refreshBy(tokens.body.refresh_token)).body.error).toBe('invalid_grant');
  expect(await isLetIn(fresh.body.access_token)).toBe(401);
  expect((await refreshBy(fresh.body.refresh_token)).body.error).toBe('invalid_grant');
  expect(await isLetIn(other.tokens.body.access_token)).toBe(200);
});

test('reusing a code ends the tokens issued for it', async () => {
  const { tokens, clientId, code } = await allow(await server.signUp());
  const replayed = await exchange({ grant_type: 'authorization_code', client_id: clientId, code });
  expect(replayed.body.error).toBe('invalid_grant');
  expect(await isLetIn(tokens.body.access_token)).toBe(401);
});

test('of eight concurrent uses of a refresh token at most one gets tokens; other clients get none', async () => {
  const person = await server.signUp();
  const { tokens, clientId } = await allow(person);
  const { body: foreign } = await register();
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token };
  expect((await exchange({ ...refresh, client_id: foreign.client_id })).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange({ ...refresh, client_id: clientId })));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
});

test('tokens, codes and secrets are stored so that reading the database is not enough to use them', async () => {
  const person = await server.signUp();
  const { tokens, code } = await allow(person);
  const { body: client } = await register('https://client.example/cb', {
    token_endpoint_auth_method: 'client_secret_post',
  });
  const { client_secret: secret } = client as unknown as { client_secret: string };
  expect(secret.length).toBeGreaterThanOrEqual(32);
  const { rows } = await run(`
    select row_to_json(t)::text as row from oauth_access_tokens t union all select row_to_json(t)::text from oauth_refresh_tokens t
    union all select row_to_json(t)::text from oauth_clients t union all select row_to_json(t)::text from verifications t`);
  const dump = rows.map(({ row }) => row).join();
  for (const value of [tokens.body.access_token, tokens.body.refresh_token, code, secret]) {
    expect(dump).not.toContain(value.replace(/^sy[or]_/, ''));
  }
});

test('a client’s secret survives a change of the server’s', async () => {
  const { body } = await register('https://client.example/cb', { token_endpoint_auth_method: 'client_secret_post' });
  const { client_id, client_secret } = body as unknown as { client_id: string; client_secret: string };
  const from = server.platform.secret;
  const to = 'another secret of at least 32 characters';
  await server.database.db.transaction((tx) => changeClientSecrets(tx, { from, to }));
  const { rows } = await run('select client_secret as kept from oauth_clients where client_id = $1', client_id);
  expect(await symmetricDecrypt({ key: to, data: rows[0].kept })).toBe(client_secret);
  await server.database.db.transaction((tx) => changeClientSecrets(tx, { from: to, to: from }));
  expect((await revokeWith(client_id, client_secret)).status).toBe(200);
  const wrong = await revokeWith(client_id, 'x'.repeat(32));
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: 'invalid_client' }]);
});

test('allowing a client requires recent confirmation of identity; denying it does not', async () => {
  const person = await server.signUp();
  const { body: client } = await register();
  const page = await follow(link(client.client_id), person);
  await run(
    `update login_sessions set created_at = now() - interval '11 minutes' where user_id = (select id from users where email = $1)`,
    person.email,
  );
  expect((await decide(page, person)).body.code).toBe('CONFIRM_FIRST');
  expect((await decide(page, person, false)).status).toBe(200);
  const confirmed = await server.call('POST', '/api/auth/confirm', { password: person.password }, person);
  expect(confirmed.status).toBe(200);
  expect((await decide(page, person)).status).toBe(200);
  const { rows } = await run(
    `select data->>'name' as name from notifications where kind = 'client-connected' and subject = $1`,
    client.client_id,
  );
  expect(rows).toEqual([{ name: 'Scripted client' }]);
});

test('a member who leaves and returns has to allow clients again', async () => {
  const person = await server.signUp();
  const { tokens } = await allow(person);
  const { rows } = await run(
    `select user_id as "userId", reference_id as "workspaceId" from oauth_grants order by id desc limit 1`,
  );
  await server.database.db.transaction((tx) => endGrantsOfMember.run(tx, { ...rows[0], heirId: rows[0].userId }, []));
  expect(await isLetIn(tokens.body.access_token)).toBe(401);
});

describe('with one client in a workspace of two people, one of whom has another', () => {
  async function twoPeople() {
    const [owner, member] = [await signUpSomeone(server), await signUpSomeone(server)];
    await join(server, owner, member, 'member');
    const { client_id } = (await register()).body;
    const tokenOf = async (person: Someone, workspaceId: string) =>
      (await allowClient(client_id, within(person, workspaceId))).tokens.body.access_token;
    return {
      ...{ owner, member },
      ofOwner: await tokenOf(owner, owner.workspaceId),
      ofMember: await tokenOf(member, owner.workspaceId),
      ofMemberAtHome: await tokenOf(member, member.workspaceId),
    };
  }

  test('revoking a grant affects neither a colleague’s nor one’s own elsewhere', async () => {
    const { owner, member, ofOwner, ofMember, ofMemberAtHome } = await twoPeople();
    const there = within(member, owner.workspaceId);
    const listed = await server.call<{ data: { _id: string }[] }>('GET', '/api/oauth/grants', undefined, there);
    expect(listed.body.data).toHaveLength(1);
    expect((await server.call('POST', `/api/oauth/grants/${listed.body.data[0]?._id}/revoke`, {}, there)).status).toBe(
      200,
    );
    expect([await isLetIn(ofOwner), await isLetIn(ofMember), await isLetIn(ofMemberAtHome)]).toEqual([200, 401, 200]);
  });

  test('a person who may no longer enter keeps the other workspace’s token, and this one’s does not switch to it', async () => {
    const { owner, member, ofOwner, ofMember, ofMemberAtHome } = await twoPeople();
    await run(
      'delete from workspace_members where organization_id = $1 and user_id = $2',
      owner.workspaceId,
      member.userId,
    );
    expect([await isLetIn(ofOwner), await isLetIn(ofMember), await isLetIn(ofMemberAtHome)]).toEqual([200, 401, 200]);
  });
});

test('revoking all of a person’s credentials ends their clients’ access, and nobody else’s', async () => {
  const person = await server.signUp();
  const { tokens, clientId } = await allow(person);
  const other = await allow(await server.signUp());
  expect((await server.call('POST', '/api/me/credentials/revoke', {}, person)).status).toBe(200);
  expect(await isLetIn(tokens.body.access_token)).toBe(401);
  const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.body.refresh_token };
  expect((await exchange(refresh)).status).toBe(400);
  expect(await isLetIn(other.tokens.body.access_token)).toBe(200);
});

test('denial or a tampered request grants nothing', async () => {
  const person = await server.signUp();
  const { body: client } = await register();
  const page = await follow(link(client.client_id), person);
  const refused = await decide(page, person, false);
  expect(new URL(refused.body.redirectTo).searchParams.get('error')).toBe('access_denied');
  const query = new URLSearchParams(page.searchParams.get('request') ?? '');
  query.set('redirect_uri', 'https://evil.example/');
  const forged = new URL(`${PUBLIC_URL}/oauth/mcp?${new URLSearchParams({ request: query.toString() })}`);
  expect((await decide(forged, person)).body.code).toBe('ACCESS_REQUEST_OVER');
  expect((await decide(page, person, true, [])).status).toBe(422);
  const { body } = await server.call('GET', '/api/oauth/grants', undefined, person);
  expect(body).toMatchObject({ total: 0 });
});

test.each([
  ['another redirect address', { redirect_uri: 'https://evil.example/back' }, '/oauth/mcp', 'invalid_redirect'],
  ['no proof key', { code_challenge: '', code_challenge_method: '' }, '/back', 'invalid_request'],
  ['a plain proof key', { code_challenge_method: 'plain' }, '/back', 'invalid_request'],
  ['an unknown scope', { scope: 'mcp:everything' }, '/back', 'invalid_scope'],
  ['an unknown client', { client_id: 'nobody' }, '/oauth/mcp', 'invalid_client'],
])('a request with %s is refused', async (_what, more, path, error) => {
  const { body: client } = await register();
  const page = await follow(link(client.client_id, more), await server.signUp());
  expect([page.pathname, page.searchParams.get('error')]).toEqual([path, error]);
});

test('another resource is refused; ours is accepted in any spelling, and is the default', async () => {
  const { body: client } = await register();
  const person = await server.signUp();
  for (const resource of [`${PUBLIC_URL}/mcp`, `${PUBLIC_URL}/mcp/`, 'HTTP://LOCALHOST:3000/mcp']) {
    expect((await follow(link(client.client_id, { resource }), person)).pathname).toBe('/oauth/mcp');
  }
  const foreign = await reach(link(client.client_id, { resource: 'https://elsewhere.example/mcp' }));
  expect([foreign.status, await foreign.json()]).toMatchObject([400, { error: 'invalid_target' }]);
});

test('a repeated parameter is refused, and unsupported ones are ignored', async () => {
  const { body: client } = await register();
  const person = await server.signUp();
  const twice = await reach(`${link(client.client_id)}&redirect_uri=https%3A%2F%2Fevil.example`);
  expect([twice.status, await twice.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  const more = {
    max_age: '0',
    prompt: 'none',
    claims: '{}',
    request_uri: 'https://evil.example',
    response_mode: 'fragment',
  };
  const page = await follow(link(client.client_id, more), person);
  expect(page.searchParams.get('error')).toBeNull();
  const signed = new URLSearchParams(page.searchParams.get('request') ?? '');
  expect([...signed.keys()]).not.toEqual(expect.arrayContaining(['max_age']));
  expect(signed.get('prompt')).toBe('consent');
  const { body } = await decide(page, person);
  expect(new URL(body.redirectTo).searchParams.get('code')).toBeTruthy();
});

test('a wrong verifier gets no token', async () => {
  const person = await server.signUp();
  const { body: client } = await register();
  const { body } = await decide(await follow(link(client.client_id), person), person);
  const code = new URL(body.redirectTo).searchParams.get('code') ?? '';
  const answer = await exchange({
    grant_type: 'authorization_code',
    client_id: client.client_id,
    code,
    code_verifier: 'x'.repeat(43),
  });
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('a code that is never exchanged expires within minutes', async () => {
  const person = await server.signUp();
  const { body: client } = await register();
  const { body } = await decide(await follow(link(client.client_id), person), person);
  const code = new URL(body.redirectTo).searchParams.get('code') ?? '';
  const { rows } = await run(`select max(expires_at) - now() <= interval '10 minutes' as is_short from verifications`);
  expect(rows).toEqual([{ is_short: true }]);
  await run(`update verifications set expires_at = now() - interval '1 second'`);
  const answer = await exchange({ grant_type: 'authorization_code', client_id: client.client_id, code });
  expect(answer.status).toBe(400);
  expect(answer.body).not.toHaveProperty('access_token');
});

test('clients can only register valid redirect addresses', async () => {
  expect((await register('http://localhost:9999/cb')).status).toBeLessThan(300);
  expect((await register('https://client.example/cb')).status).toBeLessThan(300);
  for (const redirect of [
    'javascript:alert(1)',
    'http://elsewhere.example/cb',
    'http://127.0.0.1.elsewhere.example/cb',
    'http://user@127.0.0.1/cb',
    'https://client.example/cb#fragment',
    'data:text/html,x',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'foreign://callback',
  ]) {
    expect((await register(redirect)).status, redirect).toBe(400);
  }
  expect((await register(BACK, { client_name: 'x'.repeat(121) })).body.error).toBe('invalid_client_metadata');
  expect((await register(BACK, { client_name: 'x'.repeat(100_000) })).status).toBe(413);
});

test.each([
  ['VS Code', 'http://127.0.0.1:33418/', ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/']],
  ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback', ['cursor://anysphere.cursor-mcp/oauth/callback']],
  ['a phone', 'com.example.app:/back', ['com.example.app:/back']],
])('%s registers with its own addresses, and is redirected to them', async (_name, back, redirect_uris) => {
  const person = await server.signUp();
  const { status, body: client } = await register(back, { redirect_uris });
  expect([status, client]).toMatchObject([201, { redirect_uris }]);
  const page = await follow(link(client.client_id, { redirect_uri: back }), person);
  const { body } = await decide(page, person);
  expect(body.redirectTo.startsWith(back)).toBe(true);
  const code = new URL(body.redirectTo).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', client_id: client.client_id, redirect_uri: back, code };
  const tokens = await exchange(form);
  expect(await isLetIn(tokens.body.access_token)).toBe(200);
});

test('a name is shown without invisible characters and changes of text direction', async () => {
  const { body: client } = await register(BACK, { client_name: '\u202eClaude\u200b\n' });
  const { rows } = await run('select name from oauth_clients where client_id = $1', client.client_id);
  expect(rows).toEqual([{ name: 'Claude' }]);
});

test('a key cannot decide about clients', async () => {
  const person = await server.signUp();
  const { body: client } = await register();
  const page = await follow(link(client.client_id), person);
  const toolCall = await server.call<{ key: string }>(
    'POST',
    '/api/keys',
    { name: 'k', scopes: ['contacts:read'], expiresInDays: null },
    person,
  );
  expect((await decide(page, { token: toolCall.body.key })).status).toBe(403);
});

test('clients that nobody allows are deleted after a day', async () => {
  const person = await server.signUp();
  const { clientId } = await allow(person);
  const { body: unused } = await register();
  await run(`update oauth_clients set created_at = now() - interval '25 hours'`);
  const { body: young } = await register();
  await purgeUnused(server.database.db);
  const { rows } = await run('select client_id from oauth_clients');
  const left = rows.map(({ client_id }) => client_id);
  expect(left).toEqual(expect.arrayContaining([clientId, young.client_id]));
  expect(left).not.toContain(unused.client_id);
});
