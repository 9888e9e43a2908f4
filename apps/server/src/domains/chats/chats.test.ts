import { randomUUID } from 'node:crypto';
import type { Chat, ChatMessage } from '@switchyard/contracts/chats/operations';
import { MAX_RECEIVED } from '@switchyard/contracts/engine/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { issueEngineToken } from '../engines/engine-token.ts';
import { enginesDomain } from '../engines/index.ts';
import { messagesDomain } from '../messages/index.ts';
import { chatsDomain } from './index.ts';
import { listChats } from './list-chats.ts';
import { purgeReceived } from './purge-received.ts';

const ANN = '+447700900001';
const BEN = '+447700900002';

let server: TestServer;
let lane: LaneFixture;
let token: string;
let generation: number;
beforeAll(async () => {
  server = await startTestServer({ domains: [actorByHeader, enginesDomain, messagesDomain, chatsDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  token = issueEngineToken(server.platform.secret, lane.identity);
  generation = await lane.lease();
});

const T0 = Date.UTC(2026, 0, 1, 12);
const incoming = (id: string, more: Record<string, unknown> = {}) => ({
  waMessageId: id,
  chat: ANN,
  from: ANN,
  kind: 'text',
  text: `text ${id}`,
  atMs: T0,
  ...more,
});
const report = (messages: unknown[], as = generation) =>
  server.call('POST', '/engine/received', { generation: as, messages }, { token });
const get = <Body>(path: string, workspaceId = lane.workspaceId) =>
  server.call<Body>('GET', path, undefined, { headers: asActor({ ...lane, workspaceId }) });
const chats = async (page = '') =>
  (await get<{ data: Chat[]; total: number }>(`/api/engines/${lane.engineId}/chats?${page}`)).body;
const read = async (chat: string, more = '') =>
  (
    await get<{ data: ChatMessage[]; next: string | null }>(
      `/api/engines/${lane.engineId}/chats/messages?chat=${encodeURIComponent(chat)}${more}`,
    )
  ).body;
/** A sent message of ours, `seconds` after the base time. */
async function sent(to: string, text: string, seconds: number): Promise<void> {
  const id = await lane.add({ to, text });
  await server.database.pool.query(
    `update messages set status = 'sent', ack = 2, sent_at = to_timestamp($2) where id = $1`,
    [id, T0 / 1000 + seconds],
  );
}

test('stores each message once, however often and in whatever order it is reported', async () => {
  expect(await report([incoming('1'), incoming('2'), incoming('1')])).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  await report([incoming('3', { atMs: T0 - 1 }), incoming('2')]);
  // Another writer, or another chat, may use the same id.
  await report([incoming('1', { chat: 'group@g.us', from: ANN }), incoming('1', { chat: 'group@g.us', from: BEN })]);
  expect((await read(ANN)).data.map((message) => message.text)).toEqual(['text 2', 'text 1', 'text 3']);
  expect((await read('group@g.us')).data).toHaveLength(2);
});

test('a lost lease, an earlier generation and a wrong token store nothing', async () => {
  await lane.lease('pod-a');
  expect(await report([incoming('1')])).toMatchObject({ status: 409, body: { code: 'LEASE_LOST' } });
  await server.database.pool.query('update engines set token_version = 2 where id = $1', [lane.engineId]);
  expect(await report([incoming('1')], generation + 1)).toMatchObject({ status: 401 });
  expect((await chats()).total).toBe(0);
});

test('the list is the same whether a direction is scanned or walked from chat to chat', async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => `+44770090${String(1000 + ((at * 7) % 40))}`);
  for (const [at, chat] of numbers.entries()) {
    if (at % 3 > 0)
      await report([1, 2].map((n) => incoming(`${at}-${n}`, { chat, from: chat, atMs: T0 + at * 1000 + n })));
    if (at % 2 > 0) await sent(chat, 'first', at);
    if (at % 4 > 0) await sent(chat, 'second', at + (at % 5) - 2);
  }
  const of = (readWhole?: number) =>
    listChats(server.database.pool, { engineId: lane.engineId, limit: 10, skip: 5, sight: null }, readWhole);
  const read = await of();
  expect(read).toMatchObject({ total: 36, data: { length: 10 } });
  for (const longer of [0, 1, 30, 45, 53]) expect(await of(longer)).toEqual(read);
});

test('text that PostgreSQL cannot store and impossible times do not lose a message', async () => {
  const odd = [
    incoming('nul\0', { text: 'a\0b\uD800c', media: { mimeType: 'image/png\0', fileName: null }, kind: 'media' }),
    incoming('late', { atMs: 1e18, quotedId: 'q' }),
    incoming('early', { atMs: -5 }),
  ];
  expect((await report(odd)).status).toBe(200);
  const { data } = await read(ANN);
  expect(data).toHaveLength(3);
  expect(data.at(-1)).toMatchObject({
    text: 'ab\uFFFDc',
    kind: 'media',
    media: { mimeType: 'image/png', fileName: null },
  });
  for (const message of data.slice(0, 2)) expect(Math.abs(Date.parse(message.at) - Date.now())).toBeLessThan(60_000);
});

test('a request that violates the protocol is refused, naming the field', async () => {
  expect(await report(Array(MAX_RECEIVED + 1).fill(incoming('1')))).toMatchObject({ status: 422 });
  expect(await report([incoming('1', { kind: 'dance' })])).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'messages.0.kind' }] } },
  });
});

describe('a filter', () => {
  const CHOIR = '120363000000000001@g.us';
  const CLEO = '+447700900004';
  beforeEach(async () => {
    const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);
    await query(`insert into contacts (id, workspace_id, name, mobile) values ($1, $2, 'Ärne 50%', $3)`, [
      randomUUID(),
      lane.workspaceId,
      ANN,
    ]);
    await report([incoming('1', { atMs: T0 + 1_000, text: 'Where are my tulips?' })]);
    await sent(BEN, 'Your roses are here', 2);
    await report([incoming('2', { chat: CHOIR, from: BEN, atMs: T0 + 3_000, text: 'La la' })]);
    await report([incoming('3', { chat: CLEO, from: CLEO, atMs: T0 - 60_000, text: 'Hello' })]);
    await sent(CLEO, 'Hello Cleo', 4);
    await query(`insert into chat_facts (engine_id, chat, subject, unread) values ($1, $2, 'Choir', 2)`, [
      lane.engineId,
      CHOIR,
    ]);
  });
  const at = (seconds: number) => encodeURIComponent(new Date(T0 + seconds * 1_000).toISOString());

  test.each([
    ['', [CLEO, CHOIR, BEN, ANN]],
    ['kind=group', [CHOIR]],
    ['kind=person', [CLEO, BEN, ANN]],
    ['unread=true', [CHOIR]],
    ['unread=false', [CLEO, CHOIR, BEN, ANN]],
    ['waiting=us', [CHOIR, ANN]],
    ['waiting=them', [CLEO, BEN]],
    ['cameIn=true', [CLEO, CHOIR, ANN]],
    [`since=${at(3)}`, [CLEO, CHOIR]],
    [`until=${at(3)}`, [BEN, ANN]],
    // The latest incoming messages, including one that we have answered since.
    [`cameIn=true&since=${at(0)}`, [CHOIR, ANN]],
    [`waiting=them&until=${at(4)}`, [BEN]],
    ['search=TULIPS', [ANN]],
    [`search=${encodeURIComponent('äRNE 50%')}`, [ANN]],
    [`search=${encodeURIComponent('%')}`, [ANN]],
    ['search=_', []],
    ['search=choir', [CHOIR]],
    ['search=900002', [BEN]],
    ['search=la&kind=person', []],
  ])('%s', async (asked, expected) => {
    const found = await chats(asked);
    expect(found.data.map(({ chat }) => chat)).toEqual(expected);
    expect(found.total).toBe(expected.length);
    // The total covers all pages.
    expect(await chats(`${asked}&limit=1&skip=9`)).toEqual({ data: [], total: expected.length, next: null });
  });

  test.each(['kind=both', 'waiting=me', 'since=yesterday', 'unread=perhaps'])('refuses %s', async (asked) => {
    const answer = await get<{ data: { faults: { field: string }[] } }>(`/api/engines/${lane.engineId}/chats?${asked}`);
    expect(answer.status).toBe(422);
    expect(answer.body.data.faults[0]?.field).toBe(asked.split('=')[0]);
  });
});

test('chats list both directions, latest first, with what waits for an answer', async () => {
  await server.database.pool.query(
    `insert into contacts (id, workspace_id, name, mobile) values ($1, $2, 'Ann Lee', $3)`,
    [randomUUID(), lane.workspaceId, ANN],
  );
  await sent(ANN, 'Good morning', 0);
  await report([incoming('1', { atMs: T0 + 1_000 }), incoming('2', { atMs: T0 + 2_000, text: 'x'.repeat(500) })]);
  await report([incoming('3', { chat: BEN, from: BEN, atMs: T0 - 5_000 })]);
  await sent(BEN, 'Answered', 5);
  await sent('+447700900003', 'Never answered', -60);
  const at = (ms: number) => new Date(T0 + ms).toISOString();
  const plain = { kind: 'text', isEdited: false, isDeleted: false };
  const unsaid = {
    ...{ name: null, nameFrom: null, unread: null, size: null, pictureFileId: null },
    ...{ isArchived: null, isPinned: null, mutedUntil: null, acts: [] },
  };
  expect(await chats()).toEqual({
    total: 3,
    next: null,
    data: [
      {
        chat: BEN,
        ...unsaid,
        latest: { ...plain, from: null, fromMe: true, via: 'product', text: 'Answered', at: at(5_000) },
        lastReceivedAt: at(-5_000),
        lastSentAt: at(5_000),
        unanswered: 0,
      },
      {
        chat: ANN,
        ...unsaid,
        name: 'Ann Lee',
        nameFrom: 'contact',
        latest: { ...plain, from: ANN, fromMe: false, via: null, text: 'x'.repeat(200), at: at(2_000) },
        lastReceivedAt: at(2_000),
        lastSentAt: at(0),
        unanswered: 2,
      },
      {
        chat: '+447700900003',
        ...unsaid,
        latest: { ...plain, from: null, fromMe: true, via: 'product', text: 'Never answered', at: at(-60_000) },
        lastReceivedAt: null,
        lastSentAt: at(-60_000),
        unanswered: 0,
      },
    ],
  });
  expect((await chats('limit=1&skip=1')).data.map((chat) => chat.chat)).toEqual([ANN]);
});

test('paging back through a chat shows every message exactly once', async () => {
  await report(Array.from({ length: 7 }, (_, at) => incoming(`in ${at}`, { atMs: T0 + (at % 3) * 1_000 })));
  for (let at = 0; at < 4; at += 1) await sent(ANN, `out ${at}`, at % 3);
  const seen: string[] = [];
  let before = '';
  for (let stretch = 0; stretch < 4; stretch += 1) {
    const { data, next } = await read(ANN, `&limit=3${before}`);
    seen.push(...data.map((message) => message._id));
    expect(next === null).toBe(stretch === 3);
    before = `&before=${next}`;
  }
  expect(new Set(seen).size).toBe(11);
  const all = (await read(ANN)).data;
  expect(all.map((message) => message._id)).toEqual(seen);
  expect(all.map((one) => one.at)).toEqual(all.map((one) => one.at).toSorted((one, other) => (one < other ? 1 : -1)));
  expect(all.find((message) => message.text === 'out 0')).toMatchObject({ fromMe: true, from: null, ack: 2 });
  expect(all.find((message) => message.text === 'text in 0')).toMatchObject({ fromMe: false, from: ANN, ack: null });
});

test('messages the account wrote on its phone are ours, and the echo of sent messages is not stored twice', async () => {
  await server.database.pool.query('update engines set phone_number = $2 where id = $1', [lane.engineId, BEN]);
  await sent(ANN, 'Ours', 0);
  const [row] = await lane.rows();
  await report([incoming(row?.wa_message_id ?? '', { from: BEN }), incoming('phone', { from: BEN, atMs: T0 + 1_000 })]);
  expect((await read(ANN)).data.map(({ text, fromMe }) => ({ text, fromMe }))).toEqual([
    { text: 'text phone', fromMe: true },
    { text: 'Ours', fromMe: true },
  ]);
  expect((await chats()).data[0]).toMatchObject({ latest: { fromMe: true }, unanswered: 0 });
});

test('another workspace finds no such engine', async () => {
  await report([incoming('1')]);
  const outsider = await createLaneFixture(server.database);
  for (const path of ['chats', `chats/messages?chat=${encodeURIComponent(ANN)}`]) {
    const answer = await get<{ code: string }>(`/api/engines/${lane.engineId}/${path}`, outsider.workspaceId);
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
});

test('deletes old messages and keeps recent ones', async () => {
  await report([incoming('1'), incoming('2'), incoming('3')]);
  const { pool } = server.database;
  await pool.query(
    `update received_messages set received_at = now() - interval '91 days' where engine_id = $1 and wa_message_id <> '2'`,
    [lane.engineId],
  );
  expect(await purgeReceived(pool, 90)).toBe(2);
  expect((await read(ANN)).data.map((message) => message.text)).toEqual(['text 2']);
});
