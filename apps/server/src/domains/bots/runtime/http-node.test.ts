import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inEnglish, type Text } from '@switchyard/contracts/text/text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { type BotRig, createBotRig, flowOf, onAny } from '../../../../test/bot-rig.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { chatsDomain } from '../../chats/index.ts';
import { contactsDomain } from '../../contacts/index.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../../messages/index.ts';
import { botsDomain } from '../index.ts';
import { performCall } from './perform-call.ts';
import { runSession } from './run-session.ts';

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  key: string | undefined;
  body: string;
}

let server: TestServer;
let otherServer: Server;
let port: number;
const requests: ReceivedRequest[] = [];
beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, enginesDomain, contactsDomain, messagesDomain, chatsDomain, botsDomain],
  });
  otherServer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method, url = '', headers } = request;
      requests.push({ method, url, key: headers['idempotency-key'] as string | undefined, body });
      if (url.startsWith('/never')) return;
      if (url.startsWith('/large')) response.end('x'.repeat(10 * 1024 * 1024));
      else if (url.startsWith('/away')) response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end();
      else if (url.startsWith('/broken')) response.writeHead(500).end();
      else response.end(JSON.stringify({ price: 12, names: ['a', 'b'] }));
    });
  });
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  port = (otherServer.address() as AddressInfo).port;
});
afterAll(async () => {
  otherServer.closeAllConnections();
  await new Promise((resolve) => otherServer.close(resolve));
  await server.stop();
});

/** The other server's hostname resolves to the only private address that may be reached. */
const network = { resolve: async () => ['127.0.0.1'], mayReach: (address: string) => address === '127.0.0.1' };
const flowTo = (path: string, more: object = {}) =>
  flowOf(
    [
      onAny,
      { id: 'call', kind: 'http', url: `http://shop.test:${port}${path}`, saveAs: 'got', timeoutSeconds: 1, ...more },
      { id: 'ok', kind: 'send', text: 'It costs {price|nothing}' },
      { id: 'end', kind: 'end' },
      { id: 'sorry', kind: 'send', text: 'Sorry' },
    ],
    ['call.ok>set', 'call.failed>sorry'],
  );

const due = async (rig: BotRig) =>
  (
    await server.database.pool.query<{ id: string }>(
      'select id from bot_sessions where workspace_id = $1 and wake_at <= now()',
      [rig.lane.workspaceId],
    )
  ).rows[0]?.id;

async function work(rig: BotRig, call: typeof performCall = (request, key) => performCall(request, key, network)) {
  for (let id = await due(rig); id; id = await due(rig)) await runSession(server.platform, id, call);
}

const withPrice = (path: string, more: object = {}) => {
  const flow = flowTo(path, more);
  const set = flowOf([onAny, { id: 'set', kind: 'set', variable: 'price', expression: 'vars.got.price' }]).nodes[1];
  if (!set) throw new Error('no node');
  return { ...flow, nodes: [...flow.nodes, set], edges: [...flow.edges, { from: 'set', outlet: 'next', to: 'ok' }] };
};

test('sends its variables in one request, and continues with the response', async () => {
  const rig = await createBotRig(
    server,
    withPrice('/price?of={what|tea & milk}', { method: 'POST', body: "{'who': contact.mobile, 'many': 2}" }),
  );
  requests.splice(0);
  await rig.reportMessages({ text: 'hi' });
  await work(rig);
  expect(await rig.sent()).toEqual(['It costs 12']);
  expect(requests).toEqual([
    {
      method: 'POST',
      url: '/price?of=tea%20&%20milk',
      key: expect.any(String),
      body: '{"who":"+447700900001","many":2}',
    },
  ]);
  expect(await rig.events()).toEqual([
    'session_started',
    'http_requested',
    'http_answered',
    'variable_set',
    'message_sent',
    'session_completed',
  ]);
});

test.each([
  ['/broken', 'The server responded with 500.'],
  ['/large', 'larger than'],
  ['/never', 'within 1 s'],
  ['/away', 'not on the public internet'],
])('%s takes the failure branch with the reason', async (path, fault) => {
  const rig = await createBotRig(server, withPrice(path));
  await rig.reportMessages({ text: 'hi' });
  await work(rig);
  expect(await rig.sent()).toEqual(['Sorry']);
  const { rows } = await server.database.pool.query<{ details: { message: Text }; is_error: boolean }>(
    `select details, is_error from bot_node_events where workspace_id = $1 and event_type = 'http_failed'`,
    [rig.lane.workspaceId],
  );
  expect(rows).toMatchObject([{ is_error: true }]);
  expect(inEnglish(rows[0]?.details.message ?? '')).toContain(fault);
});

test.each([
  ['/broken', 'The server responded with 500.'],
  ['/large', 'larger than'],
  ['/never', 'within 1 s'],
])('%s fails the conversation with a clear reason when no failure branch follows', async (path, fault) => {
  const flow = withPrice(path);
  const rig = await createBotRig(server, {
    ...flow,
    nodes: flow.nodes.filter(({ id }) => id !== 'sorry'),
    edges: flow.edges.filter(({ to }) => to !== 'sorry'),
  });
  await rig.reportMessages({ text: 'hi' });
  await work(rig);
  expect(await rig.sent()).toEqual([]);
  expect(await rig.sessions()).toMatchObject([{ status: 'failed', reason: expect.stringContaining(fault) }]);
  expect(await rig.events()).toEqual(['session_started', 'http_requested', 'http_failed', 'session_failed']);
});

test('refuses a private address, whatever the flow says', async () => {
  const rig = await createBotRig(server, withPrice('/price', { url: `http://127.0.0.1:${port}/price` }));
  requests.splice(0);
  await rig.reportMessages({ text: 'hi' });
  await work(rig, performCall);
  expect(await rig.sent()).toEqual(['Sorry']);
  expect(requests).toEqual([]);
});

test('a process that dies during the call repeats it once with the same key', async () => {
  const rig = await createBotRig(server, withPrice('/price'));
  await rig.reportMessages({ text: 'hi' });
  const id = (await due(rig)) ?? '';
  const keys: string[] = [];
  const dies: typeof performCall = (_request, key) => {
    keys.push(key);
    return Promise.reject(new Error('killed'));
  };
  const again = () => server.database.pool.query('update bot_sessions set wake_at = now() where id = $1', [id]);
  await runSession(server.platform, id, dies);
  await expect(runSession(server.platform, id, dies)).rejects.toThrow('killed');
  await again();
  await expect(runSession(server.platform, id, dies)).rejects.toThrow('killed');
  expect(new Set(keys).size).toBe(1);
  await again();
  await work(rig);
  expect(await rig.sent()).toEqual(['Sorry']);
});

test('drops the response when a person has taken over meanwhile', async () => {
  const rig = await createBotRig(server, withPrice('/price'));
  await rig.reportMessages({ text: 'hi' });
  await work(rig, async (request, key) => {
    await rig.reportMessages({ text: 'It is me', from: '+447700900009', fromMe: true });
    return performCall(request, key, network);
  });
  expect(await rig.sent()).toEqual([]);
  expect((await rig.sessions())[0]).toMatchObject({ status: 'paused' });
});
