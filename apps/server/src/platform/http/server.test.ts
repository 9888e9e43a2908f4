import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Actor } from '../actor.ts';
import type { Domain } from '../domain.ts';
import { invalid, Refusal } from '../refusal.ts';
import { operations } from './operations.ts';

const actor: Actor = {
  userId: '019a0000-0000-7000-8000-000000000001',
  email: 'ada@example.test',
  fullName: 'Ada',
  role: 'user',
  workspaceId: '019a0000-0000-7000-8000-000000000002',
  workspaceRole: 'owner',
  onBehalfOf: null,
};

/** A small part of the contract with responses that show what the server makes of them. */
const contacts: Domain = {
  name: 'contacts',
  resolveActor: async (headers) => (headers.get('authorization') === 'Bearer ada' ? actor : null),
  routers: {
    contacts: {
      list: operations.contacts.list.handler(({ input }) => {
        if (input.search === 'crash') throw new Error('the password of the database is hunter2');
        if (input.search === 'gone') throw new Refusal('NOT_FOUND');
        if (input.search === 'away') throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        return { data: [], total: input.limit };
      }),
      create: operations.contacts.create.handler(() => {
        throw invalid([{ field: 'mobile', message: 'is not a phone number' }]);
      }),
    },
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [contacts] });
});
afterAll(() => server.stop());

const call = (method: string, path: string, body?: unknown) => server.call(method, path, body, { token: 'ada' });

test("parses the query string of an operation into the contract's types", async () => {
  const answer = await call('GET', '/api/contacts?limit=7');
  expect(answer).toMatchObject({ status: 200, body: { data: [], total: 7 } });
});

test('answers 401 in the shared envelope for every operation without an actor', async () => {
  const answer = await server.call('GET', '/api/contacts');
  expect(answer.status).toBe(401);
  expect(answer.body).toEqual({
    defined: true,
    code: 'UNAUTHORIZED',
    status: 401,
    message: 'Sign in to continue.',
    text: { code: 'UNAUTHORIZED' },
    requestId: answer.headers.get('x-request-id'),
  });
});

test('answers 422 for an input that breaks the contract, with every field', async () => {
  const answer = await call('POST', '/api/contacts', { name: '', mobile: 5 });
  expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', status: 422, defined: true } });
  const { data } = answer.body as { data: { faults: { field: string }[] } };
  expect(data.faults.map((fault) => fault.field)).toEqual(['name', 'mobile']);
});

test("gives a domain's refusal the same shape as the contract's", async () => {
  const answer = await call('POST', '/api/contacts', { name: 'Bo', mobile: 'x' });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'INVALID', data: { faults: [{ field: 'mobile', message: 'is not a phone number' }] } },
  });
});

test('reveals no internals in an unexpected error', async () => {
  const answer = await call('GET', '/api/contacts?search=crash');
  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } });
  expect(JSON.stringify(answer.body)).not.toContain('hunter2');
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
});

test('answers 503 for an unavailable database, which is nobody’s fault', async () => {
  expect(await call('GET', '/api/contacts?search=away')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
});

test.each([
  ['an unknown path of the API', 'GET', '/api/nothing-here', undefined, 404, 'NOT_FOUND'],
  ['an unknown path elsewhere', 'POST', '/nothing-here', {}, 404, 'NOT_FOUND'],
  ['a path that cannot be decoded', 'GET', '/%ff', undefined, 400, 'BAD_REQUEST'],
  ['a path of the API that cannot be decoded', 'POST', '/api/%ff%', {}, 400, 'BAD_REQUEST'],
  ['a thing that is not there', 'GET', '/api/contacts?search=gone', undefined, 404, 'NOT_FOUND'],
])('answers %s in the envelope', async (_what, method, path, body, status, code) => {
  const answer = await call(method, path, body);
  expect(answer).toMatchObject({ status, body: { code, status, requestId: answer.headers.get('x-request-id') } });
});

test('refuses a body that is not JSON as such', async () => {
  const response = await fetch(`${server.url}/api/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ada' },
    body: '{"name":',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST', status: 400, requestId: expect.any(String) });
});

test('refuses a body without a known type', async () => {
  const response = await fetch(`${server.url}/api/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: 'Bearer ada' },
    body: 'name,mobile',
  });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
});

test('keeps the caller’s request id, but not a malformed one', async () => {
  const ids = async (given: string) =>
    (await server.call('GET', '/health', undefined, { headers: { 'x-request-id': given } })).headers.get(
      'x-request-id',
    );
  expect(await ids('trace-12345678')).toBe('trace-12345678');
  expect(await ids('<script>alert(1)</script>')).not.toContain('script');
});

test('reports the parts in health', async () => {
  expect(await server.call('GET', '/health')).toMatchObject({
    status: 200,
    body: { status: 'ok', parts: { database: 'ok', broker: 'ok' } },
  });
});

test('describes every operation of the contract in OpenAPI 3.1', async () => {
  const { body } = await server.call<{ openapi: string; paths: Record<string, unknown> }>('GET', '/api/openapi.json');
  expect(body.openapi).toMatch(/^3\.1/);
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/messages', '/messages/{id}', '/me', '/live/ticket']),
  );
});
