import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookAttempt, WebhookDelivery } from '@switchyard/contracts/webhooks/operations';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { recordWebhookEvents } from './index.ts';

// Misbehaving receivers, beyond the cases in webhooks.test.ts.

interface ReceiverRequest {
  path: string;
  headers: IncomingHttpHeaders;
  atMs: number;
}

let server: TestServer;
let receiver: Server;
let receiverUrl: string;
let received: ReceiverRequest[] = [];
let answer: RequestListener;
let person: { token: string };
let webhookId: string;

const call = <Body>(method: string, path: string, body?: unknown) => server.call<Body>(method, path, body, person);
const run = (statement: string, ...values: unknown[]) => server.database.pool.query(statement, values);
const eventually = <Value>(read: () => Promise<Value> | Value) => vi.waitFor(read, { timeout: 20_000, interval: 50 });

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, atMs: Date.now() });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startTestServer({ config: { roles: ['api', 'worker'], webhookAllowedHosts: ['127.0.0.1'] } });
});
afterAll(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await server?.stop();
});
beforeEach(async () => {
  received = [];
  answer = (_request, response) => void response.end();
  person = await server.signUp();
  const newWebhook = { url: `${receiverUrl}/hook`, events: ['campaign.started'] };
  webhookId = (await call<{ webhook: { _id: string } }>('POST', '/api/webhooks', newWebhook)).body.webhook._id;
});

const testEvent = () => call<WebhookDelivery>('POST', `/api/webhooks/${webhookId}/test`, {});
const deliveries = async () =>
  (await call<{ data: WebhookDelivery[] }>('GET', '/api/webhook-deliveries')).body.data.toReversed();
const latestAttempt = async () => {
  const id = (await deliveries()).at(-1)?._id;
  return (await call<{ data: WebhookAttempt[] }>('GET', `/api/webhook-deliveries/${id}/attempts`)).body.data[0];
};

test('a redirect is not followed, and fails the attempt', async () => {
  answer = (_request, response) => void response.writeHead(302, { location: `${receiverUrl}/elsewhere` }).end();
  await testEvent();
  await eventually(async () => expect(await latestAttempt()).toMatchObject({ fault: 'redirects', status: null }));
  expect(received.map(({ path }) => path)).toEqual(['/hook']);
});

test('of an endless response the beginning is stored, and the connection closed', async () => {
  let written = 0;
  const closed = new Promise<void>((resolve) => {
    answer = (_request, response) => {
      response.once('close', resolve);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024))) written += 64 * 1024;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
  });
  await testEvent();
  await closed;
  await eventually(async () => expect((await deliveries())[0]?.state).toBe('delivered'));
  expect((await latestAttempt())?.responseBody).toHaveLength(1_024);
  // Only what both sides' buffers hold, not the gigabytes on offer.
  expect(written).toBeLessThan(64 * 1024 * 1024);
});

test('a receiver that was down for a day gets everything in order, under the same ids', async () => {
  answer = (_request, response) => void response.writeHead(500).end();
  const me = (await call<{ workspace: { _id: string } }>('GET', '/api/me')).body;
  const id = '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3a';
  for (const name of ['First', 'Second', 'Third']) {
    await server.database.db.transaction((tx) =>
      recordWebhookEvents(tx, [
        {
          workspaceId: me.workspace._id,
          type: 'campaign.started',
          subject: `campaign:${id}`,
          data: { id, name, state: 'running' },
        },
      ]),
    );
  }
  // Skips the delays between attempts until every delivery has used up its attempts.
  await eventually(async () => {
    await run(
      `update webhook_deliveries set next_at = now() where endpoint_id = $1 and state = 'waiting' and claimed_until is null`,
      webhookId,
    );
    expect((await deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual(Array(3).fill(['failed', 8]));
  });
  const events = (await deliveries()).map(({ eventId }) => eventId);
  const { rows } = await run('select state from webhook_endpoints where id = $1', webhookId);
  expect(rows).toEqual([{ state: 'enabled' }]);
  received = [];
  answer = (_request, response) => void response.end();
  const since = new Date(Date.now() - 86_400_000).toISOString();
  expect((await call('POST', `/api/webhooks/${webhookId}/replay`, { since })).status).toBeLessThan(300);
  await eventually(() => expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(events));
});

test('a clock of ours that is ten minutes off loses nothing: refused events arrive later, under the same id', async () => {
  // As in the guide's receiver.
  const realNow = Date.now;
  answer = ({ headers }, response) => {
    const isFresh = Math.abs(realNow() / 1_000 - Number(headers['webhook-timestamp'])) <= 300;
    response.writeHead(isFresh ? 204 : 401).end();
  };
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 600_000);
  try {
    await testEvent();
    await eventually(async () => expect(await latestAttempt()).toMatchObject({ status: 401 }));
  } finally {
    clock.mockRestore();
  }
  await run(`update webhook_deliveries set next_at = now() where endpoint_id = $1`, webhookId);
  await eventually(async () => expect((await deliveries())[0]?.state).toBe('delivered'));
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});
