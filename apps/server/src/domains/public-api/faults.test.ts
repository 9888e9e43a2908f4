import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

// Bad input to and faults of the API, webhooks and MCP, and where each is tested:
//
// | case                                    | test                                                                  |
// |-----------------------------------------|-----------------------------------------------------------------------|
// | malformed JSON, 11 MB                   | public-api.test.ts: malformed JSON, and a body that is too large      |
// | malformed %                             | public-api.test.ts: a path / a query that cannot be decoded           |
// | unknown fields                          | public-api.test.ts: an unknown field; authorization/unknown-fields    |
// | foreign keys and ids                    | public-api.test.ts: another workspace’s data is not found             |
// | a key revoked or expired in mid-request | here                                                                  |
// | a removed member’s key                  | here; keys.test.ts: removing a member revokes their keys              |
// | an idempotency key with another body    | public-api.test.ts: another body under the key is refused             |
// | eight at once with one key              | public-api.test.ts: eight at once with one key are one message        |
// | a client that hangs up                  | here                                                                  |
// | private and rebinding hosts             | webhooks.test.ts: a private address is refused at each attempt;       |
// |                                         | guarded-fetch.test.ts: a kept connection …, the name is resolved once |
// | redirects                               | receivers.test.ts: a redirect is not followed                         |
// | slow-loris receivers                    | guarded-fetch.test.ts: /drip; webhooks.test.ts: never answers         |
// | a response of 1 GB                      | receivers.test.ts: an endless response                                |
// | a receiver that is down for a day       | receivers.test.ts: down for a day                                     |
// | a clock 10 minutes off                  | receivers.test.ts: a clock of ours; guide-snippets.test.ts            |
// | a rotated secret                        | webhooks.test.ts: after a rotation both secrets sign                  |
// | OAuth: a client that never returns      | oauth.test.ts: a code that is never exchanged; deleted after a day    |
// | OAuth: consent withdrawn mid-session    | oauth.test.ts: revoking a grant ends its tokens at once               |
// | OAuth: two workspaces                   | oauth.test.ts: one client in a workspace of two people                |

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

let person: { token: string };
let key: string;
let keyId: string;
beforeEach(async () => {
  person = await server.signUp();
  const input = { name: 'Program', scopes: ['messages:read', 'messages:change'], expiresInDays: null };
  const made = await server.call<{ key: string; created: { _id: string } }>('POST', '/api/keys', input, person);
  key = made.body.key;
  keyId = made.body.created._id;
});

const PATH = '/v1/scheduled-messages/%2B447700900123';
const count = async (text: string) =>
  Number((await server.database.pool.query('select count(*) from messages where body = $1', [text])).rows[0].count);

/** A request whose body is sent in two pieces. */
function startRequest(words: string, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ type: 'text', text: words });
  const sent = request(`${server.url}${PATH}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
  });
  sent.on('error', () => undefined);
  sent.write(body.slice(0, 10));
  return {
    /** Sends the rest. @returns the status of the response */
    async end() {
      const answered = once(sent, 'response') as Promise<[{ statusCode: number; resume(): void }]>;
      sent.end(body.slice(10));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    },
    sendAndHangUp: () => new Promise<void>((resolve) => sent.end(body.slice(10), () => resolve(void sent.destroy()))),
    hangUp: () => sent.destroy(),
  };
}

test.each([
  ['is revoked', 'revoked_at'],
  ['expires', 'expires_at'],
])('a key that %s while its request is still arriving opens nothing', async (what, column) => {
  const words = `Late: ${what}`;
  const pendingRequest = startRequest(words);
  await server.database.pool.query(`update api_keys set ${column} = now() where id = $1`, [keyId]);
  expect(await pendingRequest.end()).toBe(401);
  expect(await count(words)).toBe(0);
});

test('the key of a removed member stops working', async () => {
  const member = await server.signUp();
  const owners = await server.call<{ workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  const me = await server.call<{ _id: string }>('GET', '/api/me', undefined, member);
  const { pool } = server.database;
  const workspaceId = owners.body.workspace._id;
  await pool.query(
    `insert into workspace_members (id, organization_id, user_id, role) values (uuidv7(), $1, $2, 'admin')`,
    [workspaceId, me.body._id],
  );
  await pool.query('update api_keys set user_id = $1 where id = $2', [me.body._id, keyId]);
  const ask = () => server.call('GET', '/v1/ping', undefined, { token: key });
  expect((await ask()).status).toBe(200);
  const removed = await server.call('DELETE', `/api/workspace/members/${me.body._id}`, undefined, person);
  expect(removed.status).toBe(200);
  expect((await ask()).status).toBe(401);
});

test('a client that disconnects before its request is complete has requested nothing', async () => {
  startRequest('Half').hangUp();
  // Any effect would be visible by the time the next request is answered.
  expect(await startRequest('Whole').end()).toBe(201);
  expect(await count('Half')).toBe(0);
});

test('a client that disconnects before its answer gets the same answer on retry', async () => {
  const headers = { 'idempotency-key': 'order-1' };
  await startRequest('Once', headers).sendAndHangUp();
  const status = await startRequest('Once', headers).end();
  expect([200, 201]).toContain(status);
  expect(await startRequest('Once', headers).end()).toBe(200);
  expect(await count('Once')).toBe(1);
});
