import { expect, it } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';

const server = fakeServer();
const html = (status: number) => new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });
const failureOf = async () => (await api.labels.list({}).catch((error: unknown) => error)) as ApiError;

it.each([
  ['a page from a proxy', () => html(200)],
  ['a truncated response', () => new Response('{"data":[', { headers: { 'content-type': 'application/json' } })],
])('reports %s as unreadable, in plain text', async (_, answer) => {
  server.on('GET /api/labels', answer);
  const failure = await failureOf();
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ code: 'UNREADABLE', isUnexplained: true });
  expect(failure.message).toBe('The answer of the server cannot be read.');
});

it('passes on other errors of a server, and an aborted call', async () => {
  server.on('GET /api/labels', () => html(502));
  expect(await failureOf()).toMatchObject({ code: 'HTTP_502', isUnexplained: true });
  const signal = AbortSignal.abort();
  await expect(api.labels.list({}, { signal })).rejects.toMatchObject({ name: 'AbortError' });
});
