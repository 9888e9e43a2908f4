import type { Chat, Thread } from '@switchyard/contracts/chats/operations';
import type { Message } from '@switchyard/contracts/messages/message';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { issueEngineToken } from '../engines/engine-token.ts';
import { enginesDomain } from '../engines/index.ts';
import { messagesDomain } from '../messages/index.ts';
import { chatsDomain } from './index.ts';

const ANN = '+447700900001';
const BEN = '+447700900002';
const CHOIR = '120363000000000001@g.us';

let server: TestServer;
let lane: LaneFixture;
let generation: number;
beforeAll(async () => {
  server = await startTestServer({ domains: [actorByHeader, enginesDomain, messagesDomain, chatsDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  generation = await lane.lease();
});

const T0 = Date.UTC(2026, 0, 1, 12);
const incoming = (id: string, seconds: number, more: Record<string, unknown> = {}) => ({
  waMessageId: id,
  chat: ANN,
  from: ANN,
  kind: 'text',
  text: id,
  atMs: T0 + seconds * 1_000,
  ...more,
});
const report = (messages: unknown[], more: Record<string, unknown> = {}) =>
  server.call(
    'POST',
    '/engine/received',
    { generation, messages, ...more },
    {
      token: issueEngineToken(server.platform.secret, lane.identity),
    },
  );
const get = <Body>(path: string) => server.call<Body>('GET', path, undefined, { headers: asActor(lane) });
const ask = (place: Record<string, string | number> = {}, chat = ANN) =>
  get<Thread>(
    `/api/engines/${lane.engineId}/chats/thread?${new URLSearchParams({ chat, ...Object.fromEntries(Object.entries(place).map(([name, value]) => [name, String(value)])) })}`,
  );
const read = async (place: Record<string, string | number> = {}, chat = ANN) => (await ask(place, chat)).body;
const texts = ({ data }: Thread) => data.map(({ text }) => text);
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values);

/** A sent message of ours, `seconds` after the base time. */
async function sent(text: string, seconds: number, ack = 2): Promise<string> {
  const id = await lane.add({ to: ANN, text });
  await query(`update messages set status = 'sent', ack = $3, sent_at = to_timestamp($2) where id = $1`, [
    id,
    T0 / 1000 + seconds,
    ack,
  ]);
  const { rows } = await query('select wa_message_id from messages where id = $1', [id]);
  return rows[0].wa_message_id;
}

test('a thread shows both directions in one order of time, whatever the order of reports', async () => {
  await report([incoming('4', 4), incoming('1', 1)]);
  await sent('2', 2, 3);
  await report([incoming('3', 3, { fromMe: true, from: '+447700900099' })]);
  const thread = await read();
  expect(texts(thread)).toEqual(['1', '2', '3', '4']);
  expect(thread.data.map(({ via, ack }) => [via, ack])).toEqual([
    [null, null],
    ['product', 3],
    ['phone', null],
    [null, null],
  ]);
  expect(thread).toMatchObject({ older: null, newer: null, outgoing: [], keptDays: 90 });
});

test('pages cover the whole thread both ways, each message once, even within one instant', async () => {
  await report(Array.from({ length: 12 }, (_, at) => incoming(`m${at}`, Math.floor(at / 4))));
  for (const at of [0, 1, 2]) await sent(`s${at}`, at);
  const all = await read();
  expect(all.data).toHaveLength(15);

  let page = await read({ limit: 4 });
  let gone = texts(page);
  while (page.older !== null) {
    page = await read({ limit: 4, before: page.older });
    expect(page.outgoing).toBeNull();
    gone = [...texts(page), ...gone];
  }
  expect(gone).toEqual(texts(all));

  let come = texts(page);
  while (page.newer !== null) {
    page = await read({ limit: 4, after: page.newer });
    come = [...come, ...texts(page)];
  }
  expect(come).toEqual(texts(all));
  expect(page.outgoing).toEqual([]);
});

test('a time or message can be jumped to, with pages on both sides', async () => {
  await report(Array.from({ length: 10 }, (_, at) => incoming(`m${at}`, at)));
  const at = new Date(T0 + 5_000).toISOString();
  const around = await read({ at, limit: 4 });
  expect(texts(around)).toEqual(['m3', 'm4', 'm5', 'm6']);
  expect(texts(await read({ before: around.older ?? '', limit: 2 }))).toEqual(['m1', 'm2']);
  expect(texts(await read({ after: around.newer ?? '', limit: 2 }))).toEqual(['m7', 'm8']);
  expect(texts(await read({ about: 'm8', limit: 4 }))).toEqual(['m6', 'm7', 'm8', 'm9']);
  expect((await ask({ about: 'nothing' })).status).toBe(404);
  // Of another chat.
  expect((await ask({ about: 'm8' }, BEN)).status).toBe(404);
});

test('contradictory positions are refused by name', async () => {
  const field = async (place: Record<string, string>) => (await ask(place)).body as unknown;
  expect(await field({ before: 'x' })).toMatchObject({ data: { faults: [{ field: 'before' }] } });
  const place = `1.${newId()}`;
  expect(await field({ before: place, after: place })).toMatchObject({ data: { faults: [{ field: 'after' }] } });
});

test('reactions, votes and edits are attached to their messages; each person’s latest counts', async () => {
  const ours = await sent('ours', 1);
  await report([
    incoming('poll', 2, { kind: 'poll', options: ['Tea', 'Coffee'], text: 'What?' }),
    incoming('r1', 3, { kind: 'reaction', text: '👍', quotedId: ours }),
    incoming('r2', 4, { kind: 'reaction', text: '🎉', quotedId: ours }),
    incoming('r3', 5, { kind: 'reaction', text: '🎉', quotedId: ours, fromMe: true, from: '+447700900099' }),
    incoming('r4', 6, { kind: 'reaction', text: '👍', quotedId: 'poll' }),
    incoming('r5', 7, { kind: 'reaction', text: '', quotedId: 'poll' }),
    incoming('v1', 8, { kind: 'vote', choices: ['Tea'], text: '', quotedId: 'poll' }),
    incoming('v2', 9, { kind: 'vote', choices: ['Coffee'], text: '', quotedId: 'poll' }),
    incoming('answer', 10, { quotedId: ours, quotedText: 'ours' }),
  ]);
  const { data } = await read();
  expect(data.map(({ text }) => text)).toEqual(['ours', 'What?', 'answer']);
  expect(data[0]).toMatchObject({ reactions: [{ emoji: '🎉', count: 2, isMine: true }], votes: null });
  expect(data[1]).toMatchObject({ reactions: [], votes: [{ option: 'Coffee', count: 1 }] });
  expect(data[2]).toMatchObject({ quotedId: ours, quotedText: 'ours', reactions: [] });
});

test('unsent messages appear at the end by due time, and nowhere else', async () => {
  await report([incoming('hello', 1)]);
  const later = await lane.add({ to: ANN, text: 'later', due: `now() + interval '2 days'` });
  const sooner = await lane.add({ to: ANN, text: 'sooner', due: `now() + interval '1 day'` });
  const failed = await lane.add({ to: ANN, text: 'failed', due: `now() - interval '1 hour'` });
  const long = await lane.add({ to: ANN, text: 'long ago', due: `now() - interval '60 days'` });
  const cancelled = await lane.add({ to: ANN, text: 'cancelled', due: `now() + interval '1 day'` });
  await lane.add({ to: BEN, text: 'to another', due: `now() + interval '1 day'` });
  await query(`update messages set status = 'failed' where id = any ($1)`, [[failed, long]]);
  await query(`update messages set status = 'cancelled' where id = $1`, [cancelled]);
  const { data, outgoing } = await read();
  expect(data).toHaveLength(1);
  expect(outgoing?.map(({ _id, status }) => [_id, status])).toEqual([
    [failed, 'failed'],
    [sooner, 'pending'],
    [later, 'pending'],
  ]);
});

test('a message goes through the engine of its chat, or through none', async () => {
  const other = newId();
  await query(
    `insert into engines (id, workspace_id, owner_id, name, engine_type, driver, k8s_namespace)
     select $1, workspace_id, owner_id, 'Second', engine_type, driver, k8s_namespace from engines where id = $2`,
    [other, lane.engineId],
  );
  const write = (engineId: string, mobile = ANN) =>
    server.call<Message>(
      'POST',
      '/api/messages',
      { message: 'Hi', engineId, contactList: [{ mobile }], dueDate: '2030-01-01T09:00' },
      { headers: asActor(lane) },
    );
  expect((await write(other)).body.engineId).toBe(other);
  expect((await write(lane.engineId)).body.engineId).toBe(lane.engineId);
  expect((await write(newId())).status).toBe(422);
  // Only the first engine is in the group.
  await query(`insert into chat_facts (engine_id, chat, subject) values ($1, $2, 'Choir')`, [lane.engineId, CHOIR]);
  expect((await write(lane.engineId, CHOIR)).status).toBe(201);
  expect((await write(other, CHOIR)).status).toBe(422);
});

test('the list continues after the last chat even if an earlier one has moved meanwhile', async () => {
  const numbers = Array.from({ length: 7 }, (_, at) => `+44770090100${at}`);
  await report(numbers.map((chat, at) => incoming(`m${at}`, Math.floor(at / 3), { chat, from: chat })));
  const page = async (after?: string) =>
    (
      await get<{ data: Chat[]; total: number; next: string | null }>(
        `/api/engines/${lane.engineId}/chats?limit=3${after ? `&after=${encodeURIComponent(after)}` : ''}`,
      )
    ).body;
  const first = await page();
  await report([incoming('again', 60, { chat: numbers[6], from: numbers[6] })]);
  const second = await page(first.next ?? '');
  const third = await page(second.next ?? '');
  expect(second.total).toBe(7);
  expect([...first.data, ...second.data, ...third.data].map(({ chat }) => chat).sort()).toEqual(numbers);
  expect(third.next).toBeNull();
});
