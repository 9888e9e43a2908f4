import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../http/listen.ts';
import { SimulatedNetwork } from '../network/simulated-network.ts';
import type { BusinessNumber } from './business-numbers.ts';

const BUSINESS = '+447700900001';
const FRIEND = '+447700900002';
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

type Value = { statuses?: Record<string, unknown>[]; messages?: Record<string, unknown>[] };

let network: SimulatedNetwork;
let simulator: Awaited<ReturnType<typeof listen>>;
let hook: Server;
let hookUrl: string;
/** The webhook payloads that the business's server received, in order. */
let payloads: Value[];
let hookAnswers: number;
let number: BusinessNumber;

beforeEach(async () => {
  payloads = [];
  hookAnswers = 200;
  hook = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://hook');
    if (request.method === 'GET') {
      response.end(url.searchParams.get('hub.verify_token') === 'verify' ? url.searchParams.get('hub.challenge') : '');
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const signature = `sha256=${createHmac('sha256', 'app secret').update(raw).digest('hex')}`;
    if (request.headers['x-hub-signature-256'] !== signature) hookAnswers = 401;
    if (hookAnswers === 200) payloads.push(JSON.parse(raw.toString()).entry[0].changes[0].value);
    response.writeHead(hookAnswers).end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  simulator = await listen(network, { port: 0, webhookRetryMs: 5 });
  number = await simulator.graph.register(BUSINESS, {
    webhookUrl: hookUrl,
    verifyToken: 'verify',
    appSecret: 'app secret',
  });
});
afterEach(async () => {
  await simulator.close();
  network.close();
  hook.closeAllConnections();
  hook.close();
});

const call = (method: string, path: string, body?: object | FormData, token = number.accessToken) =>
  fetch(`${simulator.url}/simulator/graph/v25.0/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(1_500),
  });
const post = (fields: object) =>
  call('POST', `${number.phoneNumberId}/messages`, { messaging_product: 'whatsapp', to: '447700900002', ...fields });
const say = (body: string, more: object = {}) => post({ type: 'text', text: { body }, ...more });
const statuses = () => payloads.flatMap(({ statuses }) => statuses ?? []);

test('accepts and delivers a text, and its statuses carry the sender’s opaque data', async () => {
  const answer = await say('hello', { biz_opaque_callback_data: 'mine' });
  expect(answer.status).toBe(200);
  const { contacts, messages } = (await answer.json()) as { contacts: object[]; messages: { id: string }[] };
  expect(contacts).toEqual([{ input: '447700900002', wa_id: '447700900002' }]);
  await eventually(() => expect(statuses().map(({ status }) => status)).toEqual(['sent', 'delivered', 'read']));
  for (const status of statuses()) {
    expect(status).toMatchObject({
      id: messages[0]?.id,
      biz_opaque_callback_data: 'mine',
      recipient_id: '447700900002',
    });
  }
  expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({ total: 1, data: [{ from: BUSINESS, text: 'hello' }] });
});

test('there is no idempotency: sending the same request twice makes two messages', async () => {
  await say('again', { biz_opaque_callback_data: 'same' });
  await say('again', { biz_opaque_callback_data: 'same' });
  expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({ total: 2, duplicates: 1 });
});

test('a person’s message arrives by webhook', async () => {
  await network.phones.send(FRIEND, BUSINESS, { kind: 'text', text: 'hi' });
  await eventually(() =>
    expect(payloads.flatMap(({ messages }) => messages ?? [])).toMatchObject([
      { from: '447700900002', type: 'text', text: { body: 'hi' }, id: expect.stringMatching(/^wamid\./) },
    ]),
  );
});

test('a person’s files, answers and reactions arrive by webhook; a poll as an unsupported type', async () => {
  const file = network.files.add(new TextEncoder().encode('pixels'));
  const [media, mimeType, fileName] = ['document', 'application/pdf', 'a.pdf'] as const;
  const sent = (await (await say('hello')).json()) as { messages: { id: string }[] };
  const wamid = sent.messages[0]?.id ?? '';
  await network.phones.send(FRIEND, BUSINESS, { kind: 'media', text: 'look', media, mimeType, fileName, ...file });
  await network.phones.send(FRIEND, BUSINESS, { kind: 'text', text: 'yes', quotedId: wamid });
  await network.phones.react(FRIEND, BUSINESS, wamid, '👍');
  await network.phones.send(FRIEND, BUSINESS, { kind: 'poll', text: 'Tea?', options: ['a', 'b'], selectable: 1 });
  const messages = () => payloads.flatMap(({ messages }) => messages ?? []);
  await eventually(() => expect(messages()).toHaveLength(4));
  expect(messages()).toMatchObject([
    { type: media, [media]: { mime_type: mimeType, sha256: file.sha256, caption: 'look', filename: fileName } },
    { type: 'text', text: { body: 'yes' }, context: { id: wamid } },
    { type: 'reaction', reaction: { message_id: wamid, emoji: '👍' } },
    { type: 'unsupported', errors: [{ code: 131051 }] },
  ]);
  const { id = '' } = (messages()[0]?.document ?? {}) as { id?: string };
  const described = (await (await call('GET', id)).json()) as { url: string };
  const headers = { authorization: `Bearer ${number.accessToken}` };
  expect(await (await fetch(described.url, { headers })).text()).toBe('pixels');

  // The answer to a person's message names it by the webhook's id.
  const [first] = messages();
  expect((await say('thanks', { context: { message_id: first?.id } })).status).toBe(200);
  const { data } = network.deliveries.page(FRIEND, 10, 0);
  const [original] = network.deliveries.page(BUSINESS, 10, 0).data;
  expect(data.at(-1)).toMatchObject({ text: 'thanks', quotedId: original?.id });
});

test.each([
  ['a wrong token', () => call('POST', `${number.phoneNumberId}/messages`, {}, 'wrong'), 401, 190],
  ['another product', () => post({ messaging_product: 'sms' }), 400, 100],
  ['no text', () => post({ type: 'text', text: {} }), 400, 131008],
  ['a text too long', () => say('x'.repeat(4_097)), 400, 131009],
  ['a poll, which the Cloud API does not have', () => post({ type: 'poll', poll: {} }), 400, 131051],
  ['media that were never uploaded', () => post({ type: 'image', image: { id: '1' } }), 400, 131009],
  ['an answer to no message', () => say('x', { context: { message_id: '3EB0' } }), 400, 131009],
  ['four buttons', () => post({ type: 'interactive', interactive: interactive(4) }), 400, 131009],
  ['an object that is not there', () => call('GET', '12345'), 400, 100],
])('refuses %s with its code', async (_name, ask, httpStatus, code) => {
  const answer = await ask();
  expect(answer.status).toBe(httpStatus);
  expect(await answer.json()).toMatchObject({ error: { code, fbtrace_id: expect.any(String) } });
  expect(network.deliveries.totals().messages).toBe(0);
});

const interactive = (count: number) => ({
  type: 'button',
  body: { text: 'Choose' },
  action: { buttons: Array.from({ length: count }, (_, id) => ({ type: 'reply', reply: { id, title: `${id}` } })) },
});

test('accepts templates, buttons, reactions, media by id and read receipts', async () => {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', 'image/png');
  form.set('file', new Blob(['pixels'], { type: 'image/png' }), 'a.png');
  const { id } = (await (await call('POST', `${number.phoneNumberId}/media`, form)).json()) as { id: string };
  const described = (await (await call('GET', id)).json()) as { url: string };
  expect(described).toMatchObject({ mime_type: 'image/png', file_size: 6, id });
  const headers = { authorization: `Bearer ${number.accessToken}` };
  expect(await (await fetch(described.url, { headers })).text()).toBe('pixels');
  expect((await fetch(described.url)).status).toBe(401);

  const requests = [
    { type: 'image', image: { id, caption: 'look' } },
    { type: 'template', template: { name: 'welcome', language: { code: 'en' } } },
    { type: 'interactive', interactive: interactive(3) },
    { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } },
    { status: 'read', message_id: 'wamid.x' },
  ];
  for (const request of requests) expect((await post(request)).status).toBe(200);
  const { data } = network.deliveries.page(FRIEND, 10, 0);
  expect(data.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'media look',
    'other welcome',
    'other Choose',
    'reaction 👍',
  ]);
  expect(await (await call('DELETE', id)).json()).toEqual({ success: true });
  expect((await call('GET', id)).status).toBe(400);
});

test('accepts a message to a number that is not on WhatsApp, then reports it as failed', async () => {
  expect((await say('hello', { to: '15550001234' })).status).toBe(200);
  await eventually(() => expect(statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131026 }] }]));
});

test('only templates can be sent outside the 24 hours, where that is enforced', async () => {
  const settings = { webhookUrl: hookUrl, verifyToken: 'verify', appSecret: 'app secret', enforcesWindow: true };
  number = await simulator.graph.register(BUSINESS, settings);
  expect(await (await say('hello')).json()).toMatchObject({ error: { code: 131047 } });
  expect((await post({ type: 'template', template: { name: 'a', language: { code: 'en' } } })).status).toBe(200);
  await network.phones.send(FRIEND, BUSINESS, { kind: 'text', text: 'hi' });
  await eventually(async () => expect((await say('hello')).status).toBe(200));
});

test('refuses restricted and rate-limited accounts as Meta does; a logged-out one has no token', async () => {
  network.faults.add({ kind: 'rate-limited' });
  expect((await say('one')).status).toBe(429);
  await network.phones.restrict(BUSINESS, { scope: 'all', untilMs: null });
  expect(await (await say('two')).json()).toMatchObject({ error: { code: 368 } });
  await network.phones.logOut(BUSINESS);
  expect(await (await say('three')).json()).toMatchObject({ error: { code: 190 } });
});

test('API faults: a scripted error, silence, and a connection that breaks before or after', async () => {
  network.faults.add({ kind: 'graph-error', code: 131057 });
  expect(await (await say('one')).json()).toMatchObject({ error: { code: 131057 } });
  network.faults.add({ kind: 'graph-reset-before-accept' });
  await expect(say('two')).rejects.toThrow();
  expect(network.deliveries.totals().messages).toBe(0);
  network.faults.add({ kind: 'graph-reset-after-accept' });
  await expect(say('three')).rejects.toThrow();
  network.faults.add({ kind: 'graph-lost-answer' });
  await expect(say('four')).rejects.toThrow(/timeout/);
  expect(network.deliveries.totals().messages).toBe(2);
  await eventually(() => expect(statuses().filter(({ status }) => status === 'sent')).toHaveLength(2));
});

test('webhook faults: duplicated, overtaken, late, and repeated after a lost or bad answer', async () => {
  // No receipts, because the faults would affect them too.
  await network.phones.setOffline(FRIEND, true);
  network.faults.add({ kind: 'duplicate-webhook' });
  await say('one');
  await eventually(() => expect(statuses().filter(({ status }) => status === 'sent')).toHaveLength(2));
  network.faults.add({ kind: 'lost-webhook-answer' });
  await say('two');
  await eventually(() => expect(statuses().filter(({ status }) => status === 'sent')).toHaveLength(4));

  payloads = [];
  network.faults.add({ kind: 'reordered-webhook' });
  await say('first', { biz_opaque_callback_data: 'first' });
  await say('second', { biz_opaque_callback_data: 'second' });
  await eventually(() =>
    expect(statuses().map((status) => status.biz_opaque_callback_data)).toEqual(['second', 'first']),
  );
  hookAnswers = 503;
  await say('third', { biz_opaque_callback_data: 'third' });
  network.faults.add({ kind: 'late-webhook', delayMs: 20 });
  await say('fourth', { biz_opaque_callback_data: 'fourth' });
  hookAnswers = 200;
  await eventually(() =>
    expect(new Set(statuses().map((status) => status.biz_opaque_callback_data))).toEqual(
      new Set(['second', 'first', 'third', 'fourth']),
    ),
  );
});

test('a webhook waiting to be overtaken is sent anyway if nothing overtakes it', async () => {
  await network.phones.setOffline(FRIEND, true);
  network.faults.add({ kind: 'reordered-webhook' });
  await say('the last one');
  await eventually(() => expect(statuses().map(({ status }) => status)).toEqual(['sent']));
});

test('does not register a webhook that fails to echo the challenge', async () => {
  await expect(simulator.graph.register(BUSINESS, { webhookUrl: hookUrl, verifyToken: 'wrong' })).rejects.toMatchObject(
    {
      status: 422,
    },
  );
});

test('numbers can be registered through the admin API too', async () => {
  const answer = await fetch(`${simulator.url}/simulator/accounts/${FRIEND}/cloud-api`, { method: 'POST', body: '{}' });
  expect(await answer.json()).toMatchObject({ account: FRIEND, webhookUrl: null, accessToken: expect.any(String) });
});
