import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { fetchClient } from './fetch-client.ts';

const ID = 'https://client.example/oauth/client.json';
const DOCUMENT = {
  client_id: ID,
  client_name: 'Documented',
  redirect_uris: ['http://127.0.0.1/back', 'https://client.example/back'],
  token_endpoint_auth_method: 'none',
  logo_uri: 'javascript:alert(1)',
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { signInLimitPerMinute: 1_000 } });
});
afterAll(() => server?.stop());

/** Simulates a client's website and counts requests. */
function site(body: unknown, status = 200) {
  const requested: string[] = [];
  const read = async (url: string) => {
    requested.push(url);
    return { status, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
  };
  return { asked: requested, read };
}
const fetchFrom = (id: string, read: Parameters<typeof fetchClient>[2]) => fetchClient(server.database.db, id, read);
const storedClient = async (id: string) =>
  (await server.database.pool.query('select * from oauth_clients where client_id = $1', [id])).rows[0];

test('a client is known by its document, which is cached for an hour and then read again', async () => {
  const first = site(DOCUMENT);
  expect(await fetchFrom(ID, first.read)).toBe(true);
  expect(await fetchFrom(ID, first.read)).toBe(true);
  expect(first.asked).toEqual([ID]);
  expect(await storedClient(ID)).toMatchObject({
    name: 'Documented',
    redirect_uris: DOCUMENT.redirect_uris,
    token_endpoint_auth_method: 'none',
    client_secret: null,
    icon: null,
  });
  await server.database.pool.query(`update oauth_clients set updated_at = now() - interval '2 hours'`);
  const moved = site({ ...DOCUMENT, redirect_uris: ['https://client.example/elsewhere'] });
  expect(await fetchFrom(ID, moved.read)).toBe(true);
  expect((await storedClient(ID)).redirect_uris).toEqual(['https://client.example/elsewhere']);
});

test('a person sees who publishes the client, and allows it', async () => {
  await fetchFrom(ID, site(DOCUMENT).read);
  await server.database.pool.query(
    `update oauth_clients set redirect_uris = $2, updated_at = now() where client_id = $1`,
    [ID, DOCUMENT.redirect_uris],
  );
  const person = await server.signUp();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: ID,
    redirect_uri: 'http://127.0.0.1:4321/back',
    scope: 'mcp:read',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const sent = await fetch(`${server.url}/api/auth/oauth2/authorize?${query}`, {
    redirect: 'manual',
    headers: { cookie: `switchyard.session_token=${encodeURIComponent(person.token)}` },
  });
  const request = new URL(sent.headers.get('location') ?? '', server.url).searchParams.get('request') ?? '';
  const asked = await server.call(
    'GET',
    `/api/oauth/request?${new URLSearchParams({ query: request })}`,
    undefined,
    person,
  );
  expect(asked.body).toMatchObject({ clientName: 'Documented', publisher: 'client.example', isLocal: true });
});

test.each([
  ['another id', { ...DOCUMENT, client_id: 'https://other.example/client.json' }],
  ['an address that nobody may be sent to', { ...DOCUMENT, redirect_uris: ['javascript:alert(1)'] }],
  ['no address', { ...DOCUMENT, redirect_uris: [] }],
  ['a shared secret', { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_post' }],
  ['no JSON', '<html>'],
])('a document with %s is refused', async (_what, document) => {
  const id = `https://client.example/${_what.replaceAll(' ', '-')}`;
  const served = typeof document === 'object' && document.client_id === ID ? { ...document, client_id: id } : document;
  expect(await fetchFrom(id, site(served).read)).toBe(false);
  expect(await storedClient(id)).toBeUndefined();
});

test('only the normalised URL of a document is fetched', async () => {
  const { asked, read } = site(DOCUMENT);
  for (const id of [
    'http://client.example/client.json',
    'https://client.example/',
    'https://client.example',
    'https://client.example/a/../client.json',
    'https://CLIENT.example/client.json',
    'https://user:word@client.example/client.json',
    'https://client.example/client.json#part',
    `https://client.example/${'x'.repeat(500)}`,
  ]) {
    expect(await fetchFrom(id, read), id).toBe(false);
  }
  expect(asked).toEqual([]);
  expect(await fetchFrom('https://client.example/not-there', site('', 404).read)).toBe(false);
});

test('documents are never fetched from this machine or its networks', async () => {
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve));
  const { port } = inside.address() as { port: number };
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '169.254.169.254', '[::1]', '10.0.0.1']) {
    const query = new URLSearchParams({ client_id: `https://${host}/client.json`, response_type: 'code' });
    const answer = await fetch(`${server.url}/api/auth/oauth2/authorize?${query}`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('/oauth/mcp?error=invalid_client');
  }
  await new Promise((resolve) => inside.close(resolve));
  expect(connections).toBe(0);
});
