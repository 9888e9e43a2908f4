import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { storedText } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import {
  TEST_EVENT_TYPE,
  WEBHOOK_EVENTS,
  type WebhookEventType,
  webhookBody,
} from '@switchyard/contracts/webhooks/event-types';
import type { Webhook, WebhookAttempt, WebhookDelivery } from '@switchyard/contracts/webhooks/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { recordReceived } from '../chats/record-received.ts';
import type { NewChatMessage } from '../messages/index.ts';
import { networkFor } from './delivery/allowed-network.ts';
import { type ClaimedDelivery, claimDeliveries } from './delivery/claim.ts';
import { pauseDuration, retryDelay } from './delivery/retry-times.ts';
import { settleAttempts } from './delivery/settle-attempt.ts';
import { signatureHeader } from './delivery/sign.ts';
import { recordWebhookEvents } from './index.ts';
import { bodyOf } from './webhooks.present.ts';

interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}
type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'never';

let server: TestServer;
let receiver: Server;
let receiverUrl: string;
let receivedRequests: ReceivedRequest[] = [];
let replies: Reply[] = [];
let always: Reply;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      receivedRequests.push({
        headers: request.headers,
        body: Buffer.concat(pieces).toString('utf8'),
        path: request.url ?? '',
      });
      const reply = replies.shift() ?? always;
      if (reply === 'never') return;
      response.writeHead(reply.status, reply.headers).end(reply.body ?? '');
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
beforeEach(() => {
  receivedRequests = [];
  replies = [];
  always = { status: 200, body: 'fine' };
});

interface Someone {
  token: string;
  workspaceId: string;
}
async function signUp(): Promise<Someone> {
  const { token } = await server.signUp();
  const me = await server.call<{ workspace: { _id: string } }>('GET', '/api/me', undefined, { token });
  return { token, workspaceId: me.body.workspace._id };
}
const call = <Body>({ token }: Someone, method: string, path: string, body?: unknown) =>
  server.call<Body>(method, path, body, { token });
type CreatedWebhook = { secret: string; webhook: Webhook };
const createWebhook = async (
  who: Someone,
  events: WebhookEventType[] = ['campaign.started'],
  path = '',
): Promise<CreatedWebhook> => {
  const answer = await call<CreatedWebhook>(who, 'POST', '/api/webhooks', { url: `${receiverUrl}${path}`, events });
  expect(answer.status).toBe(201);
  return answer.body;
};
const run = async <Row extends object>(statement: string, ...values: unknown[]) =>
  (await server.database.pool.query<Row>(statement, values)).rows;
const deliveriesOf = async (who: Someone) =>
  (await call<{ data: WebhookDelivery[] }>(who, 'GET', '/api/webhook-deliveries', undefined)).body.data;
const attemptsOf = async (who: Someone, id: string) =>
  (await call<{ body: string; data: WebhookAttempt[] }>(who, 'GET', `/api/webhook-deliveries/${id}/attempts`)).body;
const eventually = <Value>(read: () => Promise<Value> | Value) => vi.waitFor(read, { timeout: 20_000, interval: 50 });
const testEvent = async (who: Someone, { webhook }: CreatedWebhook) =>
  (await call<WebhookDelivery>(who, 'POST', `/api/webhooks/${webhook._id}/test`, {})).body;
/** Makes waiting deliveries due and releases their claims. */
const makeDue = (who: Someone) =>
  run(`update webhook_deliveries set next_at = now() where workspace_id = $1 and state = 'waiting'`, who.workspaceId);
const campaignEvent = ({ workspaceId }: Someone, id: string, name: string) => ({
  workspaceId,
  type: 'campaign.started' as const,
  subject: `campaign:${id}`,
  data: { id, name, state: 'running' as const },
});
const CAMPAIGN_ID = '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3a';
const settledAs = (who: Someone, state: string) =>
  eventually(async () => {
    const [delivery] = await deliveriesOf(who);
    expect(delivery?.state).toBe(state);
    return delivery as WebhookDelivery;
  });
const triedTimes = (who: Someone, attempts: number) =>
  eventually(async () => {
    const rows = await run<{ attempts: number; claimed_until: Date | null }>(
      'select attempts, claimed_until from webhook_deliveries where workspace_id = $1',
      who.workspaceId,
    );
    expect(rows[0]).toEqual({ attempts, claimed_until: null });
  });

test('a test event arrives once, signed with the secret that was shown once', async () => {
  const who = await signUp();
  const created = await createWebhook(who);
  const asked = await testEvent(who, created);
  const delivery = await settledAs(who, 'delivered');
  expect(delivery).toMatchObject({ _id: asked._id, type: TEST_EVENT_TYPE, attempts: 1, lastStatus: 200, nextAt: null });
  expect(receivedRequests).toHaveLength(1);
  const [{ headers, body }] = receivedRequests as [ReceivedRequest];
  const parsedBody = webhookBody.parse(JSON.parse(body));
  expect(parsedBody).toMatchObject({
    id: delivery.eventId,
    type: TEST_EVENT_TYPE,
    data: { webhookId: created.webhook._id },
  });
  const [id, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
  expect(id).toBe(delivery.eventId);
  expect(headers['webhook-signature']).toBe(signatureHeader([created.secret], { id, timestamp, body }));
  expect(headers['webhook-signature']).not.toBe(signatureHeader([created.secret], { id, timestamp, body: `${body} ` }));

  const attempts = await attemptsOf(who, delivery._id);
  expect(attempts.body).toBe(body);
  expect(attempts.data).toMatchObject([{ number: 1, status: 200, fault: null, responseBody: 'fine' }]);
  expect(attempts.data[0]?.requestHeaders['webhook-signature']).toBe('•••');
  const kept = JSON.stringify([
    await run('select * from webhook_endpoints where id = $1', created.webhook._id),
    (await call(who, 'GET', '/api/webhooks')).body,
  ]);
  expect(kept).not.toContain(created.secret);
});

test('an event is recorded for subscribed webhooks of its workspace only, and only if its transaction commits', async () => {
  const [who, other] = [await signUp(), await signUp()];
  await createWebhook(who, ['campaign.started'], '/wants');
  await createWebhook(who, ['campaign.paused'], '/other-event');
  await createWebhook(other, ['campaign.started'], '/foreign');
  const { db } = server.platform.database;
  const undone = db.transaction(async (tx) => {
    await recordWebhookEvents(tx, [campaignEvent(who, CAMPAIGN_ID, 'Undone')]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await recordWebhookEvents(db, [campaignEvent(who, CAMPAIGN_ID, 'Sale')]);
  await settledAs(who, 'delivered');
  expect(receivedRequests.map(({ path, body }) => [path, JSON.parse(body).data.name])).toEqual([['/wants', 'Sale']]);
});

test('nothing is sent while the workspace is suspended; waiting events go out afterwards', async () => {
  const [who, other] = [await signUp(), await signUp()];
  await createWebhook(who, ['campaign.started'], '/suspended');
  await createWebhook(other, ['campaign.started'], '/free');
  await run('update workspaces set suspended_at = now() where id = $1', who.workspaceId);
  const { db } = server.platform.database;
  await recordWebhookEvents(db, [campaignEvent(who, CAMPAIGN_ID, 'Sale'), campaignEvent(other, CAMPAIGN_ID, 'Sale')]);
  await settledAs(other, 'delivered');
  expect(receivedRequests.map(({ path }) => path)).toEqual(['/free']);
  await run('update workspaces set suspended_at = null where id = $1', who.workspaceId);
  await settledAs(who, 'delivered');
  expect(receivedRequests.map(({ path }) => path)).toEqual(['/free', '/suspended']);
});

test('a failure is retried under the same id and with a new time, until it arrives', async () => {
  const who = await signUp();
  replies = [{ status: 500, body: `${'x'.repeat(5_000)}\0` }];
  await testEvent(who, await createWebhook(who));
  await triedTimes(who, 1);
  const [waiting] = await deliveriesOf(who);
  expect(waiting).toMatchObject({ state: 'waiting', lastStatus: 500 });
  const waitMs = Date.parse(waiting?.nextAt ?? '') - Date.now();
  expect(waitMs).toBeGreaterThan(30_000);
  expect(waitMs).toBeLessThan(67_000);
  expect((await attemptsOf(who, waiting?._id ?? '')).data[0]?.responseBody).toHaveLength(1_024);
  await makeDue(who);
  await settledAs(who, 'delivered');
  expect(receivedRequests.map(({ headers }) => headers['webhook-id'])).toEqual([waiting?.eventId, waiting?.eventId]);
  expect(receivedRequests[0]?.body).toBe(receivedRequests[1]?.body);
});

test('it fails after eight attempts; a replay sends the same event again', async () => {
  const who = await signUp();
  always = { status: 302, headers: { location: `${receiverUrl}/elsewhere` } };
  await testEvent(who, await createWebhook(who));
  for (let tries = 1; tries <= 8; tries += 1) {
    await triedTimes(who, tries);
    await makeDue(who);
  }
  const failed = await settledAs(who, 'failed');
  expect(receivedRequests).toHaveLength(8);
  expect(receivedRequests.some(({ path }) => path === '/elsewhere')).toBe(false);
  expect((await attemptsOf(who, failed._id)).data[0]).toMatchObject({ number: 8, status: null, fault: 'redirects' });
  always = { status: 204 };
  expect((await call(who, 'POST', `/api/webhook-deliveries/${failed._id}/replay`, {})).status).toBe(200);
  await settledAs(who, 'delivered');
  expect(receivedRequests.at(-1)?.headers['webhook-id']).toBe(failed.eventId);
});

test('410 disables it and notifies its owners; re-enabling it resumes delivery and settles the notice', async () => {
  const who = await signUp();
  const created = await createWebhook(who);
  replies = [{ status: 410 }];
  await testEvent(who, created);
  await settledAs(who, 'failed');
  const path = `/api/webhooks/${created.webhook._id}`;
  expect((await call(who, 'GET', path)).body).toMatchObject({ state: 'disabled', disabledBecause: 'gone' });
  const open = () =>
    run(`select kind from notifications where workspace_id = $1 and settled_at is null`, who.workspaceId);
  expect(await open()).toEqual([{ kind: 'webhook-disabled' }]);
  expect((await call(who, 'POST', `${path}/test`, {})).status).toBe(409);
  await recordWebhookEvents(server.platform.database.db, [campaignEvent(who, CAMPAIGN_ID, 'Nobody hears')]);
  expect(await deliveriesOf(who)).toHaveLength(1);
  expect((await call(who, 'PATCH', path, { state: 'enabled' })).body).toMatchObject({ state: 'enabled' });
  expect(await open()).toEqual([]);
  await testEvent(who, created);
  await settledAs(who, 'delivered');
});

test('429 and 503 pause the whole webhook for as long as they ask', async () => {
  const who = await signUp();
  const created = await createWebhook(who);
  replies = [{ status: 429, headers: { 'retry-after': '1200' } }];
  await testEvent(who, created);
  await triedTimes(who, 1);
  const [{ rest }] = (await run<{ rest: number }>(
    'select extract(epoch from rest_until - now())::float8 as rest from webhook_endpoints where id = $1',
    created.webhook._id,
  )) as [{ rest: number }];
  expect(rest).toBeGreaterThan(1_100);
  await makeDue(who);
  await testEvent(who, created);
  const mine = (await claimDeliveries(server.database.db, 100)).filter(
    ({ workspace_id }) => workspace_id === who.workspaceId,
  );
  expect(mine).toEqual([]);
  expect(receivedRequests).toHaveLength(1);
});

test('five days of nothing but failures disable it; fewer do not', async () => {
  const who = await signUp();
  const created = await createWebhook(who);
  always = { status: 500 };
  const failedSince = (days: number) =>
    run(
      `update webhook_endpoints set failing_since = now() - make_interval(days => $2) where id = $1`,
      created.webhook._id,
      days,
    );
  await failedSince(4);
  await testEvent(who, created);
  await triedTimes(who, 1);
  const state = async () => (await call<Webhook>(who, 'GET', `/api/webhooks/${created.webhook._id}`)).body;
  expect(await state()).toMatchObject({ state: 'enabled', disabledBecause: null });
  await failedSince(6);
  await makeDue(who);
  await triedTimes(who, 2);
  expect(await state()).toMatchObject({ state: 'disabled', disabledBecause: 'failing' });
});

test('a private address is refused at each attempt, and nothing behind it is revealed', async () => {
  const who = await signUp();
  const created = await createWebhook(who);
  await run(
    `update webhook_endpoints set url = $2 where id = $1`,
    created.webhook._id,
    receiverUrl.replace('127.0.0.1', '127.0.0.2'),
  );
  await testEvent(who, created);
  await triedTimes(who, 1);
  const [delivery] = await deliveriesOf(who);
  expect((await attemptsOf(who, delivery?._id ?? '')).data).toMatchObject([
    { fault: 'address', status: null, responseBody: null, responseHeaders: null },
  ]);
  expect(receivedRequests).toEqual([]);
});

test.each([
  [['10.0.0.0/8'], 'internal.example', '10.1.2.3', true],
  [['10.0.0.0/8'], 'internal.example', '192.168.0.1', false],
  [['n8n.lan'], 'n8n.lan', '192.168.0.1', true],
  [['n8n.lan'], 'other.lan', '192.168.0.1', false],
  [[], 'n8n.lan', '127.0.0.1', false],
  [['fd00::/8'], 'six.lan', 'fd00::1', true],
  [['10.0.0.0/8'], 'six.lan', '::1', false],
])('allowed %j: %s at %s may be reached: %s', (allowed, host, address, may) => {
  expect(networkFor(allowed, host).mayReach(address)).toBe(may);
});

describe('replaying', () => {
  /** Three delivered events one minute apart, of which the second failed. */
  async function threeDelivered() {
    const who = await signUp();
    const created = await createWebhook(who);
    const { db } = server.platform.database;
    for (const name of ['One', 'Two', 'Three']) {
      await recordWebhookEvents(db, [campaignEvent(who, CAMPAIGN_ID, name)]);
    }
    await eventually(async () =>
      expect((await deliveriesOf(who)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']),
    );
    const [third, second, first] = (await deliveriesOf(who)) as [WebhookDelivery, WebhookDelivery, WebhookDelivery];
    for (const [at, { _id }] of [first, second, third].entries()) {
      await run(
        `update webhook_deliveries set created_at = timestamptz '2030-01-01T00:00:00Z' + make_interval(mins => $2) where id = $1`,
        _id,
        at,
      );
    }
    await run(`update webhook_deliveries set state = 'failed', last_status = 500 where id = $1`, second._id);
    receivedRequests = [];
    return { who, made: created, first, second, third };
  }
  const idsHeard = () => receivedRequests.map(({ headers }) => headers['webhook-id']);
  const replaySince = (who: Someone, { webhook }: CreatedWebhook, input: object) =>
    call<{ replayed: number; next: string | null }>(who, 'POST', `/api/webhooks/${webhook._id}/replay`, input);

  test('a selection uses the same ids; if one is another workspace’s, none is replayed', async () => {
    const { who, first, second, third } = await threeDelivered();
    const other = await signUp();
    const replay = (by: Someone, ids: string[]) => call(by, 'POST', '/api/webhook-deliveries/replay', { ids });
    expect((await replay(other, [first._id])).status).toBe(404);
    expect((await replay(who, [first._id, CAMPAIGN_ID])).status).toBe(404);
    expect(receivedRequests).toEqual([]);
    expect((await replay(who, [third._id, second._id, third._id])).body).toEqual({ replayed: 2 });
    await eventually(() => expect(idsHeard()).toEqual([second.eventId, third.eventId]));
    expect((await replay(who, [])).status).toBe(422);
  });

  test('everything since a time, or only failures, keeps their order', async () => {
    const { who, made, second, third } = await threeDelivered();
    const other = await signUp();
    const since = { since: '2030-01-01T00:01:00Z' };
    expect((await replaySince(other, made, since)).status).toBe(404);
    expect((await replaySince(who, made, { ...since, state: 'failed' })).body).toEqual({ replayed: 1, next: null });
    await eventually(() => expect(idsHeard()).toEqual([second.eventId]));
    await eventually(async () => expect((await deliveriesOf(who))[1]?.state).toBe('delivered'));
    receivedRequests = [];
    expect((await replaySince(who, made, since)).body).toEqual({ replayed: 2, next: null });
    await eventually(() => expect(idsHeard()).toEqual([second.eventId, third.eventId]));
    expect((await replaySince(who, made, { since: '2031-01-01T00:00:00Z' })).body).toEqual({ replayed: 0, next: null });
    await call(who, 'PATCH', `/api/webhooks/${made.webhook._id}`, { state: 'disabled' });
    expect((await replaySince(who, made, since)).status).toBe(409);
  });

  test('very many takes the maximum at once and says where to continue', async () => {
    const who = await signUp();
    const created = await createWebhook(who, ['campaign.started']);
    await run(
      `with event as (insert into webhook_events (id, workspace_id, type, data) values (gen_random_uuid(), $1, 'campaign.started', '{}') returning id)
       insert into webhook_deliveries (id, workspace_id, endpoint_id, event_id, subject, state, created_at, next_at)
       select gen_random_uuid(), $1, $2, event.id, 'campaign:' || n, 'delivered', timestamptz '2030-01-01' + n / 2 * interval '1 second', now()
       from event, generate_series(0, 10003) n`,
      who.workspaceId,
      created.webhook._id,
    );
    // Pauses the endpoint so that nothing is sent; the test counts what was replayed.
    await run(`update webhook_endpoints set rest_until = now() + interval '1 day' where id = $1`, created.webhook._id);
    const { body } = await replaySince(who, created, { since: '2030-01-01T00:00:00Z' });
    expect(body).toMatchObject({ replayed: 10_000, next: expect.stringContaining('2030-01-01T01:23:20') });
    expect((await replaySince(who, created, { since: body.next })).body).toEqual({ replayed: 4, next: null });
    await call(who, 'DELETE', `/api/webhooks/${created.webhook._id}`);
  });
});

test('deliveries are found by event id, subject, address and contents, per workspace', async () => {
  const [who, other] = [await signUp(), await signUp()];
  await createWebhook(who, ['campaign.started'], '/first-hook');
  await createWebhook(other);
  const { db } = server.platform.database;
  await recordWebhookEvents(db, [
    campaignEvent(who, CAMPAIGN_ID, 'Autumn 100%'),
    campaignEvent(other, CAMPAIGN_ID, 'X'),
  ]);
  await recordWebhookEvents(db, [campaignEvent(who, newId(), 'Winter')]);
  const [winter, autumn] = await deliveriesOf(who);
  const find = async (search: string) => {
    const path = `/api/webhook-deliveries?search=${encodeURIComponent(search)}`;
    const { data, total } = (await call<{ data: WebhookDelivery[]; total: number }>(who, 'GET', path)).body;
    expect(total).toBe(data.length);
    return data.map(({ _id }) => _id);
  };
  expect(await find(autumn?.eventId ?? '')).toEqual([autumn?._id]);
  expect(await find(`campaign:${CAMPAIGN_ID}`)).toEqual([autumn?._id]);
  expect(await find('FIRST-hook')).toEqual([winter?._id, autumn?._id]);
  expect(await find('100%')).toEqual([autumn?._id]);
  expect(await find('1_0')).toEqual([]);
  expect(await find('winter')).toEqual([winter?._id]);
});

describe('a webhook for some engines or labels', () => {
  const ENGINES = [newId(), newId()] as const;
  async function withEngines(who: Someone) {
    for (const [at, id] of ENGINES.entries()) {
      await run(
        `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired)
         select $1, $2, user_id, $3, 'simulator', 'default', 'syncing', 'running' from workspace_members where organization_id = $2
         on conflict (id) do update set workspace_id = $2`,
        id,
        who.workspaceId,
        `Engine ${at}`,
      );
    }
  }
  const received = (who: Someone, engineId: string, chatId: string) => ({
    workspaceId: who.workspaceId,
    type: 'new_message_received_webhook' as const,
    subject: `chat:${engineId}:${chatId}`,
    data: { ...WEBHOOK_EVENTS.new_message_received_webhook.example, engineId, chatId },
  });

  test('receives events about them, and events about no engine or contact', async () => {
    const who = await signUp();
    await withEngines(who);
    const label = await call<{ _id: string }>(who, 'POST', '/api/labels', { name: 'Guests' });
    const contact = await call<{ _id: string }>(who, 'POST', '/api/contacts', { name: 'Ann', mobile: '+447700900126' });
    await run(
      `insert into contact_labels (contact_id, collection_id) values ($1, $2)`,
      contact.body._id,
      label.body._id,
    );
    const events = ['new_message_received_webhook', 'session.connected', 'campaign.started'];
    const create = (path: string, filters: object) =>
      call<CreatedWebhook>(who, 'POST', '/api/webhooks', { url: receiverUrl + path, events, ...filters });
    const ofEngine = await create('/engine', { engineIds: [ENGINES[0]] });
    expect(ofEngine.body.webhook).toMatchObject({ engineIds: [ENGINES[0]], labelIds: [] });
    await create('/label', { labelIds: [label.body._id] });
    await create('/all', {});
    const { db } = server.platform.database;
    await recordWebhookEvents(db, [
      received(who, ENGINES[0], '+447700900199'),
      received(who, ENGINES[1], '+447700900126'),
      campaignEvent(who, CAMPAIGN_ID, 'Sale'),
    ]);
    await run(`update engines set status = 'connected' where id = any ($1)`, ENGINES);
    const typesByPath = () =>
      ['/engine', '/label', '/all'].map((path) =>
        receivedRequests
          .filter((request) => request.path === path)
          .map(({ body }) => JSON.parse(body).type)
          .sort(),
      );
    const [message, session, campaign] = ['new_message_received_webhook', 'session.connected', 'campaign.started'];
    await eventually(() =>
      expect(typesByPath()).toEqual([
        [campaign, message, session],
        [campaign, message, session, session],
        [campaign, message, message, session, session],
      ]),
    );
    const messageAt = (path: string) =>
      receivedRequests
        .filter((request) => request.path === path)
        .map(({ body }) => JSON.parse(body))
        .find(({ type }) => type === message);
    expect(messageAt('/engine').data.chatId).toBe('+447700900199');
    expect(messageAt('/label').data.chatId).toBe('+447700900126');
    const path = `/api/webhooks/${ofEngine.body.webhook._id}`;
    expect((await call<Webhook>(who, 'PATCH', path, { description: 'x' })).body.engineIds).toEqual([ENGINES[0]]);
    expect((await call<Webhook>(who, 'PATCH', path, { engineIds: [] })).body.engineIds).toEqual([]);
  });

  test('refuses another workspace’s engines and labels by name', async () => {
    const [who, other] = [await signUp(), await signUp()];
    await withEngines(other);
    const label = await call<{ _id: string }>(other, 'POST', '/api/labels', { name: 'Theirs' });
    const asked = { url: receiverUrl, events: ['message.sent'] };
    const refused = await call<{ data: { faults: { field: string }[] } }>(who, 'POST', '/api/webhooks', {
      ...asked,
      engineIds: [ENGINES[1]],
      labelIds: [label.body._id],
    });
    expect(refused.status).toBe(422);
    expect(refused.body.data.faults.map(({ field }) => field)).toEqual(['engineIds.0', 'labelIds.0']);
    expect((await call<{ total: number }>(who, 'GET', '/api/webhooks')).body.total).toBe(0);
  });
});

test('after a rotation both secrets sign, until the previous one expires', async () => {
  const who = await signUp();
  const created = await createWebhook(who);
  const path = `/api/webhooks/${created.webhook._id}/rotate-secret`;
  const rotated = (await call<CreatedWebhook>(who, 'POST', path, {})).body;
  expect(rotated.secret).not.toBe(created.secret);
  const signed = async () => {
    receivedRequests = [];
    await testEvent(who, created);
    const [{ headers, body }] = (await eventually(() => {
      expect(receivedRequests).toHaveLength(1);
      return receivedRequests;
    })) as [ReceivedRequest];
    const signedParts = { id: String(headers['webhook-id']), timestamp: Number(headers['webhook-timestamp']), body };
    return { signature: headers['webhook-signature'], about: signedParts };
  };
  const bothSigned = await signed();
  expect(bothSigned.signature).toBe(signatureHeader([rotated.secret, created.secret], bothSigned.about));
  await run(`update webhook_endpoints set previous_secret_until = now() where id = $1`, created.webhook._id);
  const one = await signed();
  expect(one.signature).toBe(signatureHeader([rotated.secret], one.about));
});

test('nothing overtakes an undelivered event of the same subject; other subjects do', async () => {
  const who = await signUp();
  await createWebhook(who);
  replies = [{ status: 500 }];
  const other = '019ac5d2-8f4e-7c31-9d2a-5b7e6f104c3b';
  const { db } = server.platform.database;
  await recordWebhookEvents(db, [campaignEvent(who, CAMPAIGN_ID, 'first')]);
  await triedTimes(who, 1);
  await recordWebhookEvents(db, [campaignEvent(who, CAMPAIGN_ID, 'second'), campaignEvent(who, other, 'other')]);
  const names = () => receivedRequests.map(({ body }) => JSON.parse(body).data.name);
  await eventually(() => expect(names()).toEqual(['first', 'other']));
  await makeDue(who);
  await eventually(() => expect(names()).toEqual(['first', 'other', 'first', 'second']));
});

test('if a worker dies between attempt and record, it is retried under the same id; the late result is ignored', async () => {
  const who = await signUp();
  await testEvent(who, await createWebhook(who));
  const arrived = await settledAs(who, 'delivered');
  // The state left by a worker that was killed after sending the request.
  await run(
    `update webhook_deliveries set state = 'waiting', settled_at = null, claimed_until = now() + interval '1 hour' where workspace_id = $1`,
    who.workspaceId,
  );
  expect((await claimDeliveries(server.database.db, 100)).map(({ workspace_id }) => workspace_id)).not.toContain(
    who.workspaceId,
  );
  await run(`update webhook_deliveries set claimed_until = now() where workspace_id = $1`, who.workspaceId);
  await settledAs(who, 'delivered');
  expect(receivedRequests.map(({ headers }) => headers['webhook-id'])).toEqual([arrived.eventId, arrived.eventId]);
});

test('a late result is ignored while another worker is attempting it', async () => {
  const who = await signUp();
  const { webhook } = await createWebhook(who);
  await testEvent(who, { webhook, secret: '' });
  const { _id: id } = await settledAs(who, 'delivered');
  await run(
    `update webhook_deliveries set state = 'waiting', settled_at = null, attempts = 2, tries = 2, claimed_until = now() + interval '1 hour'
     where workspace_id = $1`,
    who.workspaceId,
  );
  const endpointState = async () =>
    (await run('select state, attempts, claimed_until, next_at from webhook_deliveries where id = $1', id))[0];
  const before = await endpointState();
  const settle = (attempts: number) => {
    const claimed = { id, endpoint_id: webhook._id, workspace_id: who.workspaceId, attempts, tries: attempts };
    const nothing = { durationMs: 1, fault: null, retryAfter: undefined, responseHeaders: null, responseBody: null };
    const result = { ...nothing, status: 410, requestHeaders: {} };
    return settleAttempts(server.database.db, [{ delivery: claimed as ClaimedDelivery, result }]);
  };
  expect(await settle(1)).toEqual([]);
  expect(await endpointState()).toEqual(before);
  expect((await call<Webhook>(who, 'GET', `/api/webhooks/${webhook._id}`)).body).toMatchObject({ state: 'enabled' });
  expect(await settle(2)).not.toEqual([]);
  expect(await endpointState()).toMatchObject({ state: 'failed', claimed_until: null });
});

test('a receiver that never answers does not delay others', async () => {
  const who = await signUp();
  const created = await createWebhook(who);
  replies = ['never'];
  await testEvent(who, created);
  await eventually(() => expect(receivedRequests).toHaveLength(1));
  await testEvent(who, await createWebhook(who, ['campaign.started'], '/healthy'));
  await eventually(() => expect(receivedRequests.map(({ path }) => path)).toContain('/healthy'));
  await eventually(async () =>
    expect((await deliveriesOf(who)).map(({ state }) => state)).toEqual(['delivered', 'waiting']),
  );
});

describe('changes to messages and engines are sent', () => {
  const types = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];
  const toldOf = async (who: Someone) =>
    (
      await run<{ type: WebhookEventType; data: unknown }>(
        `select event.type, event.data from webhook_deliveries d join webhook_events event on event.id = d.event_id where d.workspace_id = $1 order by d.position`,
        who.workspaceId,
      )
    ).map(({ type, data }) => {
      WEBHOOK_EVENTS[type].data.parse(data);
      return type;
    });

  test('for a message from creation until it is read', async () => {
    const who = await signUp();
    await createWebhook(who, types);
    const { status } = await call(who, 'POST', '/api/messages', {
      message: 'Hello',
      contactList: [{ mobile: '+447700900002' }],
      dueDate: '2030-01-01T09:00:00Z',
    });
    expect(status).toBe(201);
    expect(await toldOf(who)).toEqual(['message.queued']);
    const set = (change: string) => run(`update messages set ${change} where workspace_id = $1`, who.workspaceId);
    await set(`status = 'sending'`);
    await set(`status = 'sent', ack = 1, sent_at = now()`);
    await set(`body = body`);
    await set(`ack = 3, delivered_at = now(), read_at = now()`);
    await set(`status = 'failed', send_failure_reason = 'No such number.'`);
    expect(await toldOf(who)).toEqual([
      'message.queued',
      'message.sending',
      'message.sent',
      'ack_changed_webhook',
      'message.delivered',
      'message.read',
      'ack_changed_webhook',
      'message.failed',
    ]);
  });

  test('with the reason for a failure in English', async () => {
    const data = { id: 'm', failureReason: storedText(text('whatsappRefused', { code: '408' })), ack: 0 };
    const event = { id: newId(), workspaceId: newId(), type: 'message.failed', createdAt: new Date(), data };
    expect(JSON.parse(bodyOf(event))).toMatchObject({
      data: { id: 'm', failureReason: 'WhatsApp refused the message (408)', ack: 0 },
    });
    const own = { ...event, data: { ...data, failureReason: 'socket hang up' } };
    expect(JSON.parse(bodyOf(own)).data).toEqual({ id: 'm', failureReason: 'socket hang up', ack: 0 });
  });

  test('for an incoming message, but not the owner’s own or a newly linked phone’s history', async () => {
    const who = await signUp();
    await createWebhook(who, types);
    const message = (more: Partial<NewChatMessage>): NewChatMessage => ({
      id: newId(),
      by: 'them',
      from: '+447700900123',
      waMessageId: newId(),
      kind: 'text',
      text: 'Hello',
      choices: null,
      quotedId: null,
      at: new Date(),
      ...more,
    });
    const chat = { workspaceId: who.workspaceId, engineId: newId(), chat: '+447700900123' };
    await recordReceived(server.platform.database.db, [
      {
        ...chat,
        messages: [
          message({ media: { mimeType: 'image/jpeg', fileName: null } }),
          message({ by: 'phone' }),
          message({ at: new Date(Date.now() - 8 * 24 * 60 * 60_000) }),
          message({ kind: 'vote', choices: ['Saturday'], quotedId: 'of a poll' }),
          message({ kind: 'reaction', text: '👍', quotedId: 'of another' }),
          message({ quotedId: 'of nobody here' }),
        ],
      },
    ]);
    expect(await toldOf(who)).toEqual([
      'new_message_received_webhook',
      'poll_vote_webhook',
      'message_reaction_webhook',
      'new_message_received_webhook',
    ]);
  });

  test('for an engine', async () => {
    const who = await signUp();
    await createWebhook(who, types);
    await run(
      `insert into engines (id, workspace_id, owner_id, name, driver, status, k8s_namespace)
         select gen_random_uuid(), $1, user_id, 'Desk', 'simulator', 'syncing', 'x' from workspace_members where organization_id = $1`,
      who.workspaceId,
    );
    const become = (status: string) =>
      run(`update engines set status = $2 where workspace_id = $1`, who.workspaceId, status);
    await become('connected');
    await become('connected');
    await become('disconnected');
    expect(await toldOf(who)).toEqual([
      'session.connected',
      'session.status_changed',
      'session.disconnected',
      'session.status_changed',
    ]);
  });
});

test('each example matches its schema', () => {
  for (const [type, { data, example }] of Object.entries(WEBHOOK_EVENTS)) {
    expect(data.safeParse(example), type).toMatchObject({ success: true, data: example });
  }
});

test.each([
  ['http where an administrator has allowed nothing', { url: 'http://example.com/' }, 'url'],
  ['another protocol', { url: 'ftp://127.0.0.1/' }, 'url'],
  ['a password in the address', { url: 'https://a:b@example.com/' }, 'url'],
  ['no event', { events: [] }, 'events'],
  ['an unknown event', { events: ['message.eaten'] }, 'events.0'],
  ['an unknown field', { secret: 'mine' }, 'secret'],
])('rejects a webhook with %s', async (_name, change, field) => {
  const who = await signUp();
  const input = { url: 'https://example.com/', events: ['message.sent'], ...change };
  const answer = await call<{ data: { faults: { field: string }[] } }>(who, 'POST', '/api/webhooks', input);
  expect(answer.status).toBe(422);
  expect(answer.body.data.faults.map((fault) => fault.field)).toEqual([field]);
  expect(await run('select from webhook_endpoints where workspace_id = $1', who.workspaceId)).toEqual([]);
});

test('eight attempts take about 21 hours, with ten per cent jitter', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((tries) => retryDelay(tries) ?? 0);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(19);
  expect(hours).toBeLessThan(23.6);
  expect(retryDelay(8)).toBeNull();
});

test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 2026 00:05:00 GMT', 300_000],
  ['999999', 3_600_000],
  ['0', 1_000],
  ['soon', 60_000],
  [undefined, 60_000],
])('Retry-After %s is %i ms', (text, ms) => {
  expect(pauseDuration(text, Date.UTC(2026, 0, 1))).toBe(ms);
});
