import { request } from 'node:http';
import { NOISE_PATH } from '@switchyard/whatsapp-simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { memberOf } from '../../../test/act.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Domain } from '../../platform/domain.ts';
import { simulatorDomain } from './mount-simulator.ts';

const someone = memberOf({ userId: '0', workspaceId: '0' });
const signedIn: Domain = {
  name: 'test sign-in',
  resolveActor: async (headers) => (headers.get('authorization') === 'Bearer known' ? someone : null),
};
const domains = [signedIn, simulatorDomain];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ domains, config: { demo: true } });
});
afterAll(() => server.stop());

test('a signed-in user plays a phone and reads what arrived', async () => {
  const to = '+447700900123';
  const known = { token: 'known' };
  const sent = await server.call('POST', '/simulator/accounts/+447700900001/messages', { to, text: 'hello' }, known);
  expect(sent).toMatchObject({ status: 200, body: { kind: 'accepted' } });
  const read = await server.call('GET', `/simulator/deliveries?to=${encodeURIComponent(to)}`, undefined, known);
  expect(read).toMatchObject({
    status: 200,
    body: { total: 1, attempts: 1, duplicates: 0, data: [{ from: '+447700900001', to, text: 'hello' }] },
  });
});

test('nobody else reads it; unknown paths and bad numbers are told', async () => {
  expect((await server.call('GET', '/simulator/deliveries')).status).toBe(401);
  const known = { token: 'known' };
  expect((await server.call('GET', '/simulator/nothing', undefined, known)).status).toBe(404);
  expect((await server.call('GET', '/simulator/deliveries?to=nonsense', undefined, known)).status).toBe(400);
});

test('a path that only looks like the Cloud API needs a sign-in too', async () => {
  const status = await new Promise((resolve, reject) => {
    // fetch would resolve the dots itself.
    request(`${server.url}`, { path: '/simulator/graph/../deliveries' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(401);
  // The Cloud API itself asks for the token of a number.
  expect((await server.call('GET', '/simulator/graph/v25.0/12345')).body).toMatchObject({ error: { code: 190 } });
});

test('the browser of an engine opens the simulated WhatsApp Web, which may talk to its own server only', async () => {
  const page = await fetch(`${server.url}/simulator/web`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await (await fetch(`${server.url}/simulator/web.js`)).text()).toContain('WPP');
  expect((await fetch(`${server.url}/simulator/web/../deliveries`)).status).toBe(401);
});

test('an engine opens its link over the same port', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/simulator/engine`);
  const opened = new Promise<unknown[]>((resolve, reject) => {
    socket.once('message', (data) => resolve(JSON.parse(String(data))));
    socket.once('error', reject);
  });
  socket.once('open', () =>
    socket.send(JSON.stringify([{ op: 'connect', device: 'd', secret: 's', account: '+447700900001' }])),
  );
  // Receipts of what this account has sent may follow in the same frame.
  expect((await opened)[0]).toEqual({ op: 'open', account: '+447700900001' });
  socket.close();
});

/** Resolves with the WebSocket's first word, or with the status of its refusal. */
const greeting = (url: string) =>
  new Promise<unknown>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${NOISE_PATH}`);
    socket.once('open', () => {
      resolve('open');
      socket.terminate();
    });
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode);
      socket.terminate();
    });
    socket.once('error', reject);
  });

test('a WhatsApp Web client finds its server there', async () => {
  expect(await greeting(server.url)).toBe('open');
});

test('outside demo mode there is no simulated network', async () => {
  const plain = await startTestServer({ domains });
  expect((await plain.call('GET', '/simulator/deliveries', undefined, { token: 'known' })).status).toBe(404);
  expect(await greeting(plain.url)).toBe(404);
  await plain.stop();
});
