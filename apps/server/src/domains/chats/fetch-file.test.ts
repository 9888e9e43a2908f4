import type { ChatMessage, GroupInfo } from '@switchyard/contracts/chats/operations';
import type { EngineCommand } from '@switchyard/contracts/engine/commands';
import { ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/protocol';
import { topics } from '@switchyard/contracts/live/topics';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { issueEngineToken } from '../engines/engine-token.ts';
import { enginesDomain } from '../engines/index.ts';
import { filesDomain } from '../files/index.ts';
import { messagesDomain } from '../messages/index.ts';
import { purgeFiles } from '../messages/purge-files.ts';
import { chatsDomain } from './index.ts';
import { purgeReceived } from './purge-received.ts';

const ANN = '+447700900001';
const GROUP = '120363000000000001@g.us';
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');

let server: TestServer;
let lane: LaneFixture;
let token: string;
let generation: number;
let client: MqttClient | undefined;
beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, filesDomain, enginesDomain, messagesDomain, chatsDomain],
    config: { fileQuotaBytes: 1_000 },
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  token = issueEngineToken(server.platform.secret, lane.identity);
  generation = await lane.lease();
});
afterEach(() => client?.endAsync(true));

/** Simulates the engine process, which answers commands. */
async function engineAnswers(answer: (command: EngineCommand) => Promise<object>): Promise<EngineCommand[]> {
  client = await mqtt.connectAsync(server.platform.broker.engineUrl, { username: lane.engineId, password: token });
  const commands: EngineCommand[] = [];
  client.on('message', async (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as EngineCommand;
    commands.push(command);
    client?.publish(topics.engineReply(lane.engineId), JSON.stringify({ id: command.id, ...(await answer(command)) }));
  });
  await client.subscribeAsync(topics.engineCommand(lane.engineId));
  return commands;
}
async function upload(commandId: string, bytes: Buffer, { by = token, as = generation, type = 'image/png' } = {}) {
  const query = new URLSearchParams({ generation: String(as), commandId, name: 'holiday.png' });
  const answer = await fetch(`${server.url}${ENGINE_PROTOCOL_PATHS.fetchedFile}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by}`, 'content-type': type },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, body: (await answer.json()) as { fileId?: string; code?: string } };
}
const uploads = (bytes: Buffer, type?: string) => (command: EngineCommand) =>
  upload(command.id, bytes, type === undefined ? {} : { type }).then(({ status, body }) =>
    status === 200 ? { ok: true, data: body } : { ok: false, error: body.code },
  );
const report = (id: string, more: object = {}) =>
  server.call(
    'POST',
    '/engine/received',
    {
      generation,
      messages: [
        {
          waMessageId: id,
          chat: ANN,
          from: ANN,
          kind: 'media',
          text: '',
          media: { mimeType: 'image/png', fileName: 'holiday.png', media: 'image', bytes: PNG.length, source: 'there' },
          atMs: Date.now(),
          ...more,
        },
      ],
    },
    { token },
  );
const call = <Body>(method: string, path: string, body?: object, extra = '') =>
  server.call<Body>(method, `/api${path}`, body, { headers: asActor(lane, extra) });
const read = async () =>
  (
    await call<{ data: ChatMessage[] }>(
      'GET',
      `/engines/${lane.engineId}/chats/messages?chat=${encodeURIComponent(ANN)}`,
    )
  ).body.data;
const fetchFile = (messageId: string, extra = '') =>
  call<{ state: string; fileId: string; message: string }>(
    'POST',
    `/engines/${lane.engineId}/chats/fetch-file`,
    { messageId },
    extra,
  );
const first = async () => (await read())[0]?._id ?? '';

test('a file is fetched on request, once, and kept as long as its message', async () => {
  await report('1');
  const commands = await engineAnswers(uploads(PNG));
  const { status, body } = await fetchFile(await first());
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'fetched', mimeType: 'image/png', fileName: 'holiday.png' });
  expect(commands).toMatchObject([
    { name: 'fetch-file', chat: ANN, waMessageId: '1', source: 'there', fileName: 'holiday.png' },
  ]);
  const bytes = await fetch(`${server.url}/api/files/${body.fileId}`, { headers: asActor(lane) });
  expect(Buffer.from(await bytes.arrayBuffer())).toEqual(PNG);
  expect((await read())[0]?.media).toMatchObject({ state: 'fetched', fileId: body.fileId });
  // The next request needs no engine.
  expect((await fetchFile(await first())).body.fileId).toBe(body.fileId);
  expect(commands).toHaveLength(1);
  const { rows } = await server.database.pool.query('select action from audit_entries where workspace_id = $1', [
    lane.workspaceId,
  ]);
  expect(rows).toEqual([{ action: 'engine.fetch-file' }]);

  const { pool } = server.database;
  const ageFiles = () => pool.query(`update files set unused_since = now() - interval '31 days'`);
  await ageFiles();
  await purgeFiles(pool, server.platform.keepsFiles, 30);
  expect((await call('GET', `/engines/${lane.engineId}/chats`)).status).toBe(200);
  expect((await pool.query('select from files where id = $1', [body.fileId])).rowCount).toBe(1);
  await pool.query(`update received_messages set received_at = now() - interval '91 days' where engine_id = $1`, [
    lane.engineId,
  ]);
  await purgeReceived(pool, 90);
  await ageFiles();
  await purgeFiles(pool, server.platform.keepsFiles, 30);
  expect((await pool.query('select from files where id = $1', [body.fileId])).rowCount).toBe(0);
});

test('another engine’s message is not found: nothing is requested, and its file is not revealed', async () => {
  await report('1');
  const strangersCall = await first();
  const stranger = await createLaneFixture(server.database);
  await engineAnswers(uploads(PNG));
  expect((await fetchFile(strangersCall)).body).toMatchObject({ state: 'fetched' });
  const response = await server.call<{ fileId?: string }>(
    'POST',
    `/api/engines/${stranger.engineId}/chats/fetch-file`,
    { messageId: strangersCall },
    { headers: asActor(stranger) },
  );
  expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(response.body.fileId).toBeUndefined();
  const { rowCount } = await server.database.pool.query('select from file_fetches where engine_id = $1', [
    stranger.engineId,
  ]);
  expect(rowCount).toBe(0);
});

test('refuses unexpected bytes: made up, of another engine, too late, or of an earlier generation', async () => {
  await report('1');
  const { pool } = server.database;
  const expectFile = async (until: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into file_fetches (id, engine_id, received_id, chat, until) values (uuidv7(), $1, $2, $3, now() + $4::interval) returning id`,
      [lane.engineId, await first(), ANN, until],
    );
    return rows[0]?.id ?? '';
  };
  expect(await upload('018f0000-0000-7000-8000-000000000001', PNG)).toMatchObject({ status: 404 });
  expect(await upload('nonsense', PNG)).toMatchObject({ status: 422 });
  expect(await upload(await expectFile('-1 second'), PNG)).toMatchObject({ status: 404 });
  const awaited = await expectFile('1 minute');
  const stranger = await createLaneFixture(server.database);
  const strangersCall = { by: issueEngineToken(server.platform.secret, stranger.identity), as: await stranger.lease() };
  expect(await upload(awaited, PNG, strangersCall)).toMatchObject({ status: 404 });
  expect(await upload(awaited, PNG, { as: generation - 1 })).toMatchObject({
    status: 409,
    body: { code: 'LEASE_LOST' },
  });
  expect(await upload(awaited, PNG, { by: 'nonsense' })).toMatchObject({ status: 401 });
  expect(
    (await pool.query('select from files where workspace_id = any ($1)', [[lane.workspaceId, stranger.workspaceId]]))
      .rowCount,
  ).toBe(0);
  expect((await read())[0]?.media?.state).toBe('fetchable');
  // The file is still accepted.
  expect(await upload(awaited, PNG)).toMatchObject({ status: 200 });
  expect((await read())[0]?.media?.state).toBe('fetched');
  expect(await upload(awaited, PNG)).toMatchObject({ status: 404 });
});

test('the workspace’s storage limit applies, with an explanation', async () => {
  await report('1');
  await engineAnswers(uploads(Buffer.concat([PNG, Buffer.alloc(1_000)])));
  expect(await fetchFile(await first())).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('STORAGE_FULL') },
  });
  expect((await read())[0]?.media?.state).toBe('fetchable');
});

test('a file whose type differs from WhatsApp’s is stored under its actual type', async () => {
  await report('1');
  await engineAnswers(uploads(PNG, 'application/pdf'));
  const { fileId } = (await fetchFile(await first())).body;
  const { headers } = await fetch(`${server.url}/api/files/${fileId}`, { headers: asActor(lane) });
  expect(headers.get('content-type')).toBe('image/png');
});

test('reports an engine whose file is gone, one that refuses, and one that does not support it', async () => {
  await report('1');
  await report('2', { media: { mimeType: 'image/png', fileName: null } });
  const [second, firstOne] = (await read()).map(({ _id }) => _id);
  expect(await fetchFile(second ?? '')).toMatchObject({ status: 409, body: { code: 'ENGINE_REFUSED' } });
  let engineAnswer: object = { ok: false, error: 'WhatsApp did not answer in time' };
  await engineAnswers(async () => engineAnswer);
  expect((await fetchFile(firstOne ?? '')).body.message).toContain('WhatsApp did not answer in time');
  // It claims success but has sent no file.
  engineAnswer = { ok: true, data: { fileId: '018f0000-0000-7000-8000-000000000001' } };
  expect(await fetchFile(firstOne ?? '')).toMatchObject({ status: 409, body: { code: 'ENGINE_REFUSED' } });
  engineAnswer = { ok: true, data: { fileId: null } };
  expect((await fetchFile(firstOne ?? '')).body).toMatchObject({ state: 'gone', fileId: null });
});

test('support mode may view files, but not fetch them', async () => {
  await report('1');
  expect((await fetchFile(await first(), '.support')).status).toBe(403);
});

test('shows the latest picture, and none once it was removed', async () => {
  await report('1');
  const { pool } = server.database;
  let hasOne = true;
  await engineAnswers(async (command) => (hasOne ? uploads(PNG)(command) : { ok: true, data: { fileId: null } }));
  const picture = () =>
    call<{ fileId: string | null }>('POST', `/engines/${lane.engineId}/chats/picture`, { chat: ANN });
  const { fileId } = (await picture()).body;
  const listed = async () => (await call<{ data: object[] }>('GET', `/engines/${lane.engineId}/chats`)).body.data[0];
  expect(await listed()).toMatchObject({ pictureFileId: fileId });
  await purgeFiles(pool, server.platform.keepsFiles, 0);
  expect((await pool.query('select from files where id = $1', [fileId])).rowCount).toBe(1);
  hasOne = false;
  expect((await picture()).body.fileId).toBeNull();
  expect(await listed()).toMatchObject({ pictureFileId: null });
});

test('a very large group returns its first members and their number', async () => {
  await engineAnswers(async () => ({ ok: true, data: { size: 1_500, members: [{ number: ANN, isAdmin: true }] } }));
  const { body } = await call<GroupInfo>('GET', `/engines/${lane.engineId}/groups/info?chat=${GROUP}`);
  expect(body).toMatchObject({ size: 1_500, members: [{ number: ANN }] });
});

test('lists a group’s members with known names', async () => {
  await report('1', { pushName: 'Annie' });
  await engineAnswers(async () => ({
    ok: true,
    data: {
      subject: 'Choir',
      description: null,
      members: [
        { number: ANN, isAdmin: true },
        { number: '1@lid', isAdmin: false },
      ],
    },
  }));
  const info = await call<GroupInfo>('GET', `/engines/${lane.engineId}/groups/info?chat=${GROUP}`);
  // The response of an older engine: all members.
  expect(info.body).toEqual({
    subject: 'Choir',
    description: null,
    size: 2,
    members: [
      { number: ANN, name: 'Annie', isAdmin: true },
      { number: '1@lid', name: null, isAdmin: false },
    ],
  });
  expect((await call('GET', `/engines/${lane.engineId}/groups/info?chat=${encodeURIComponent(ANN)}`)).status).toBe(404);
});
