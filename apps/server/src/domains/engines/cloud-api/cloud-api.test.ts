import { createHmac } from 'node:crypto';
import type { InboxEntry } from '@switchyard/contracts/engine/protocol';
import type { CloudApiSettings } from '@switchyard/contracts/engines/cloud-api';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { depsOf, perform } from '../../../platform/perform.ts';
import { issueEngineToken } from '../engine-token.ts';
import { readWebhookSecrets, saveCloudApi } from './settings.ts';

const SETTINGS = {
  phoneNumberId: '106540352242922',
  accessToken: 'EAA-a-token-of-this-test',
  appSecret: 'app secret',
  apiVersion: 'v25.0',
};

let server: TestServer;
let lane: LaneFixture;
let saved: CloudApiSettings;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  await server.database.pool.query(`update engines set driver = 'cloud-api' where id = $1`, [lane.engineId]);
  saved = await save(SETTINGS);
});

const save = (settings: typeof SETTINGS) =>
  perform(server.platform, saveCloudApi, memberOf(lane), { id: lane.engineId, ...settings });

const hookOf = (engineId: string) => `/webhooks/cloud-api/${engineId}`;
const signatureOf = (raw: string, secret = SETTINGS.appSecret) =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

/** Posts exactly these bytes to the webhook. */
async function postWebhook(raw: string, { signature = signatureOf(raw), engineId = lane.engineId } = {}) {
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  const response = await fetch(server.url + hookOf(engineId), { method: 'POST', headers, body: raw });
  return response.status;
}

const payloadOf = (value: object, phoneNumberId = SETTINGS.phoneNumberId) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      { id: '1', changes: [{ field: 'messages', value: { metadata: { phone_number_id: phoneNumberId }, ...value } }] },
    ],
  });
const status = (id: string, name: string) => payloadOf({ statuses: [{ id, status: name }] });

async function inbox(generation: number, taken: number[] = []) {
  const token = issueEngineToken(server.platform.secret, lane.identity);
  return server.call<{ entries: InboxEntry[]; more: boolean; code?: string }>(
    'POST',
    '/engine/inbox',
    { generation, taken },
    { token },
  );
}

test('the challenge is echoed as plain text to whoever knows the verify token', async () => {
  const ask = async (token: string, mode = 'subscribe') => {
    const query = new URLSearchParams({ 'hub.mode': mode, 'hub.challenge': '1158201444', 'hub.verify_token': token });
    const response = await fetch(`${server.url}${hookOf(lane.engineId)}?${query}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await ask(saved.verifyToken)).toEqual({ status: 200, text: '1158201444' });
  expect((await ask('wrong')).status).toBe(403);
  expect((await ask(saved.verifyToken, 'unsubscribe')).status).toBe(403);
});

test('entries are stored once, in order, until the engine has processed them; an offline engine loses nothing', async () => {
  for (const name of ['sent', 'read', 'sent', 'delivered'])
    expect(await postWebhook(status('wamid.A', name))).toBe(200);
  const message = { id: 'wamid.B', from: '447700900002', type: 'text', text: { body: 'hi' } };
  expect(await postWebhook(payloadOf({ messages: [message] }))).toBe(200);

  const first = await lane.lease();
  const entries = (await inbox(first)).body.entries;
  expect(entries.map((entry) => [entry.kind, entry.payload.status ?? entry.payload.id])).toEqual([
    ['status', 'sent'],
    ['status', 'read'],
    ['status', 'delivered'],
    ['message', 'wamid.B'],
  ]);
  expect(entries[3]?.payload).toEqual(message);
  // The process dies after taking only two of them.
  const taken = entries.slice(0, 2).map((entry) => entry._id);
  await inbox(first, taken);
  const second = await lane.lease();
  expect((await inbox(second)).body.entries.map((entry) => entry._id)).toEqual(
    entries.slice(2).map((entry) => entry._id),
  );
  await inbox(
    second,
    entries.map((entry) => entry._id),
  );
  // A repeat days later is recognised.
  expect(await postWebhook(status('wamid.A', 'sent'))).toBe(200);
  expect((await inbox(second)).body).toEqual({ entries: [], more: false });
});

test('a stale generation can neither read nor mark entries', async () => {
  await postWebhook(status('wamid.A', 'sent'));
  const stale = await lane.lease();
  const [entry] = (await inbox(stale)).body.entries;
  const current = await lane.lease();
  expect(await inbox(stale, [entry?._id ?? 0])).toMatchObject({ status: 409, body: { code: 'LEASE_LOST' } });
  expect((await inbox(current)).body.entries).toEqual([entry]);
});

test('a signature that is wrong, missing, or of another secret or body is refused, and nothing is stored', async () => {
  const raw = status('wamid.A', 'sent');
  expect(await postWebhook(raw, { signature: 'sha256=00' })).toBe(401);
  expect(await postWebhook(raw, { signature: '' })).toBe(401);
  expect(await postWebhook(raw, { signature: signatureOf(raw, 'another secret') })).toBe(401);
  // The same JSON with an extra space.
  expect(await postWebhook(raw.replace(':', ': '), { signature: signatureOf(raw) })).toBe(401);
  expect(await postWebhook(raw, { engineId: 'nonsense' })).toBe(404);
  expect(await postWebhook(raw, { engineId: '00000000-0000-4000-8000-000000000000' })).toBe(404);
  expect((await inbox(await lane.lease())).body.entries).toEqual([]);
});

test('a signed request that is no webhook of this number is accepted, to prevent retries, and not stored', async () => {
  for (const raw of [
    'not JSON',
    '{}',
    '{"entry":"x"}',
    payloadOf({ statuses: [{ id: 'a', status: 'sent' }] }, '999'),
  ]) {
    expect(await postWebhook(raw)).toBe(200);
  }
  expect((await inbox(await lane.lease())).body.entries).toEqual([]);
});

test('settings are stored encrypted, shown without secrets, and deleted with the engine', async () => {
  const { rows } = await server.database.pool.query('select value from engine_credentials where engine_id = $1', [
    lane.engineId,
  ]);
  expect(rows).toHaveLength(2);
  expect(Buffer.concat(rows.map((row) => row.value)).toString('latin1')).not.toMatch(/EAA|app secret/);
  const again = await save({ ...SETTINGS, appSecret: 'a newer secret' });
  expect(again).toEqual(saved);
  expect((await readWebhookSecrets(depsOf(server.platform), lane.engineId))?.appSecret).toBe('a newer secret');
});

test('settings can be changed by engine managers; outsiders find nothing, other drivers have none', async () => {
  const person = async () => {
    const { token, email } = await server.signUp();
    await server.database.pool.query(
      `update workspaces set plan = 'pro' where id = (select organization_id from workspace_members join users on users.id = user_id where email = $1)`,
      [email],
    );
    return <Body>(method: string, path: string, body?: unknown) =>
      server.call<Body>(method, `/api${path}`, body, { token });
  };
  const owner = await person();
  const { body: engine } = await owner<Engine>('POST', '/sessions', { driver: 'cloud-api' });
  expect(engine).toMatchObject({ driver: 'cloud-api', pairing: ['token'] });
  const path = `/engines/${engine._id}/cloud-api`;
  expect(await owner('GET', path)).toMatchObject({ status: 200 });
  const answer = await owner<CloudApiSettings>('PUT', path, SETTINGS);
  expect(answer).toMatchObject({
    status: 200,
    body: { phoneNumberId: SETTINGS.phoneNumberId, webhookUrl: expect.stringContaining(hookOf(engine._id)) },
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/EAA|app secret/);
  expect((await owner<CloudApiSettings>('GET', path)).body).toEqual(answer.body);

  const stranger = await person();
  expect((await stranger('GET', path)).status).toBe(404);
  expect((await stranger('PUT', path, { ...SETTINGS, phoneNumberId: '11111' })).status).toBe(404);
  expect((await owner<CloudApiSettings>('GET', path)).body).toEqual(answer.body);
  expect((await owner('PUT', path, { ...SETTINGS, phoneNumberId: 'abc' })).status).toBe(422);

  await server.database.pool.query(`update engines set driver = 'simulator' where id = $1`, [engine._id]);
  expect(await owner('PUT', path, SETTINGS)).toMatchObject({ status: 409, body: { code: 'NOT_CLOUD_API' } });
});
