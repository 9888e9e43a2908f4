import type { Chat, ChatMessage, Group } from '@switchyard/contracts/chats/operations';
import type { MessageChange } from '@switchyard/contracts/engine/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorByHeader, asActor } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { issueEngineToken } from '../engines/engine-token.ts';
import { enginesDomain } from '../engines/index.ts';
import { messagesDomain } from '../messages/index.ts';
import { chatsDomain } from './index.ts';
import { purgeReceived } from './purge-received.ts';

const ANN = '+447700900001';
const OURS = '+447700900009';
const GROUP = '120363000000000001@g.us';
const T0 = Date.UTC(2026, 0, 1, 12);
const at = (seconds: number) => new Date(T0 + seconds * 1_000).toISOString();

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
  await server.database.pool.query('update engines set phone_number = $2 where id = $1', [lane.engineId, OURS]);
  token = issueEngineToken(server.platform.secret, lane.identity);
  generation = await lane.lease();
});

const incoming = (id: string, more: Record<string, unknown> = {}) => ({
  waMessageId: id,
  chat: ANN,
  from: ANN,
  kind: 'text',
  text: `text ${id}`,
  atMs: T0,
  ...more,
});
const report = (body: object, as = generation) =>
  server.call('POST', '/engine/received', { generation: as, ...body }, { token });
const change = (waMessageId: string, seconds: number, what: MessageChange['change'], chat = ANN): MessageChange => ({
  chat,
  waMessageId,
  atMs: T0 + seconds * 1_000,
  change: what,
});
const edited = (text: string) => ({ kind: 'edited' as const, text });
const starred = (isStarred: boolean) => ({ kind: 'starred' as const, isStarred });
const get = async <Body>(path: string) =>
  (await server.call<Body>('GET', `/api/engines/${lane.engineId}${path}`, undefined, { headers: asActor(lane) })).body;
const read = async (chat = ANN) =>
  (await get<{ data: ChatMessage[] }>(`/chats/messages?chat=${encodeURIComponent(chat)}`)).data;
const one = async (waMessageId: string, chat = ANN) =>
  (await read(chat)).find((message) => message.waMessageId === waMessageId);
const chats = async () => (await get<{ data: Chat[] }>('/chats')).data;

describe('a message from a second-version engine', () => {
  test('is stored and shown', async () => {
    const more = {
      kind: 'media',
      text: 'Look',
      media: {
        mimeType: 'audio/ogg; codecs=opus',
        fileName: null,
        media: 'voice',
        bytes: 1_234,
        source: 'where it is',
      },
      pushName: 'Annie',
      isForwarded: true,
      quotedId: 'q',
      quotedText: 'Where?',
    };
    await report({ messages: [incoming('1', more)] });
    expect(await one('1')).toMatchObject({
      fromMe: false,
      via: null,
      from: ANN,
      fromName: 'Annie',
      isForwarded: true,
      quotedId: 'q',
      quotedText: 'Where?',
      media: { mimeType: 'audio/ogg; codecs=opus', media: 'voice', bytes: 1_234, state: 'fetchable', fileId: null },
    });
    // The driver's reference to the file is not exposed.
    expect(JSON.stringify(await read())).not.toContain('where it is');
    expect((await chats())[0]).toMatchObject({ name: 'Annie', nameFrom: 'push-name' });
  });

  test('can be a poll or a vote', async () => {
    await report({
      messages: [
        incoming('poll', { kind: 'poll', text: 'Tea?', options: ['Yes', 'No'] }),
        incoming('vote', { kind: 'vote', text: 'Yes', quotedId: 'poll', choices: ['Yes'] }),
        incoming('sealed', { kind: 'vote', text: '', quotedId: 'poll' }),
      ],
    });
    expect(await one('poll')).toMatchObject({ options: ['Yes', 'No'], choices: null });
    expect(await one('vote')).toMatchObject({ kind: 'vote', choices: ['Yes'] });
    expect(await one('sealed')).toMatchObject({ kind: 'vote', choices: null });
  });

  test('a message the owner writes on the phone is ours, and answers the ones before', async () => {
    await report({ messages: [incoming('1'), incoming('2', { atMs: T0 + 1_000 })] });
    expect((await chats())[0]).toMatchObject({ unanswered: 2 });
    await report({ messages: [incoming('3', { from: OURS, fromMe: true, atMs: T0 + 2_000, pushName: 'Me' })] });
    await report({ messages: [incoming('4', { atMs: T0 + 3_000 })] });
    expect(await one('3')).toMatchObject({ fromMe: true, via: 'phone', ack: null, fromName: null });
    expect((await chats())[0]).toMatchObject({ unanswered: 1, name: null });
    // The engine's number has changed; our messages are still ours.
    await server.database.pool.query('update engines set phone_number = $2 where id = $1', [
      lane.engineId,
      '+447700900008',
    ]);
    expect(await one('3')).toMatchObject({ via: 'phone' });
  });

  test('a contact’s name takes precedence over the person’s own display name', async () => {
    await server.database.pool.query(
      `insert into contacts (id, workspace_id, name, mobile) values (uuidv7(), $1, 'Ann Lee', $2)`,
      [lane.workspaceId, ANN],
    );
    await report({
      messages: [incoming('1', { pushName: 'Annie' }), incoming('g', { chat: GROUP, pushName: 'Annie' })],
    });
    expect(await one('g', GROUP)).toMatchObject({ fromName: 'Ann Lee' });
    expect((await chats()).find(({ chat }) => chat === ANN)).toMatchObject({ name: 'Ann Lee', nameFrom: 'contact' });
  });
});

describe('later changes of messages', () => {
  test('edits show the last text and keep earlier ones, in any order of reports', async () => {
    await report({ messages: [incoming('1')] });
    await report({ changes: [change('1', 20, edited('third')), change('1', 10, edited('second'))] });
    const shown = {
      text: 'third',
      isEdited: true,
      earlier: [
        { text: 'text 1', at: at(0) },
        { text: 'second', at: at(10) },
      ],
    };
    expect(await one('1')).toMatchObject(shown);
    // Repeats, alone and together with the message, change nothing.
    await report({ changes: [change('1', 10, edited('second'))] });
    await report({ messages: [incoming('1')], changes: [change('1', 20, edited('third'))] });
    expect(await one('1')).toMatchObject(shown);
    expect((await chats())[0]?.latest).toMatchObject({ text: 'third', isEdited: true });
  });

  test('of two edits within one second the later report counts, even if both are repeated', async () => {
    await report({ messages: [incoming('1')], changes: [change('1', 1, edited('a')), change('1', 1, edited('b'))] });
    await report({ changes: [change('1', 1, edited('a')), change('1', 1, edited('b'))] });
    expect(await one('1')).toMatchObject({ text: 'b', earlier: [{ text: 'text 1' }, { text: 'a' }] });
  });

  test('deleting for everyone hides the message, and the server keeps its text', async () => {
    await report({
      messages: [incoming('1')],
      changes: [change('1', 5, edited('x')), change('1', 9, { kind: 'deleted' })],
    });
    expect(await one('1')).toMatchObject({ isDeleted: true, text: '', earlier: [], media: null });
    expect((await chats())[0]?.latest).toMatchObject({ isDeleted: true, text: '' });
    const { rows } = await server.database.pool.query('select body from received_messages where engine_id = $1', [
      lane.engineId,
    ]);
    expect(rows).toEqual([{ body: 'text 1' }]);
  });

  test('of several stars the latest counts', async () => {
    await report({
      messages: [incoming('1')],
      changes: [change('1', 5, starred(true)), change('1', 9, starred(false))],
    });
    await report({ changes: [change('1', 5, starred(true))] });
    expect(await one('1')).toMatchObject({ isStarred: false });
    await report({ changes: [change('1', 10, starred(true))] });
    expect(await one('1')).toMatchObject({ isStarred: true });
  });

  test('records changes to messages we sent, and ignores changes to unknown ones', async () => {
    await lane.add({ to: ANN, text: 'Ours' });
    await server.database.pool.query(`update messages set status = 'sent', sent_at = now() where engine_id = $1`, [
      lane.engineId,
    ]);
    const id = (await lane.rows())[0]?.wa_message_id ?? '';
    await report({
      changes: [
        change(id, 1, starred(true)),
        change(id, 2, edited('Ours, mended')),
        change('nobody', 1, starred(true)),
      ],
    });
    expect(await one(id)).toMatchObject({
      via: 'product',
      text: 'Ours, mended',
      isStarred: true,
      earlier: [{ text: 'Ours' }],
    });
    const { rows } = await server.database.pool.query('select wa_message_id from message_marks where engine_id = $1', [
      lane.engineId,
    ]);
    expect(rows).toEqual([{ wa_message_id: id }]);
  });

  test('people cannot change other people’s messages', async () => {
    const forged = (id: string, what: MessageChange['change']) => ({
      ...change(id, 3, what, GROUP),
      writer: '+447700900666',
    });
    await report({
      messages: [incoming('1', { chat: GROUP })],
      changes: [
        forged('1', edited('Forged')),
        forged('1', { kind: 'deleted' }),
        { ...change('1', 2, edited('Mine'), GROUP), writer: ANN },
        change('1', 1, starred(true), GROUP),
      ],
    });
    expect(await one('1', GROUP)).toMatchObject({ text: 'Mine', isDeleted: false, isStarred: true });
  });

  test('changes are deleted with their message', async () => {
    await report({ messages: [incoming('1')], changes: [change('1', 1, starred(true))] });
    await server.database.pool.query(
      `update received_messages set received_at = now() - interval '91 days' where engine_id = $1`,
      [lane.engineId],
    );
    expect(await purgeReceived(server.database.pool, 90)).toBe(1);
    const { rowCount } = await server.database.pool.query('select from message_marks where engine_id = $1', [
      lane.engineId,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe('facts about chats', () => {
  test('are stored, and omitted ones keep their value', async () => {
    await report({
      messages: [incoming('1', { chat: GROUP })],
      chats: [{ chat: GROUP, subject: 'Choir', size: 12, unread: 3 }],
    });
    await report({
      chats: [
        { chat: GROUP, unread: 0 },
        { chat: GROUP, size: 13 },
      ],
    });
    expect((await chats())[0]).toMatchObject({ chat: GROUP, name: 'Choir', nameFrom: 'subject', unread: 0 });
    expect(await get<{ data: Group[] }>('/groups')).toEqual({
      total: 1,
      data: [{ chat: GROUP, subject: 'Choir', size: 13, canWrite: true }],
    });
  });

  test('list groups by subject, with search, read-only ones last', async () => {
    const group = (number: number, more: object) => ({ chat: `12036300000000000${number}@g.us`, ...more });
    await report({
      chats: [
        group(1, { subject: 'Zebra' }),
        group(2, { subject: 'alpha', isLeft: true }),
        group(3, { subject: 'Beta', mayWrite: true }),
        group(4, { subject: 'Änderung', mayWrite: false }),
        { chat: ANN, unread: 1 },
      ],
    });
    const listed = async (query: string) =>
      (await get<{ data: Group[] }>(`/groups?${query}`)).data.map(({ subject }) => subject);
    expect(await listed('')).toEqual(['Beta', 'Zebra', 'alpha', 'Änderung']);
    expect(await listed('limit=2&skip=1')).toEqual(['Zebra', 'alpha']);
    expect(await listed(`search=${encodeURIComponent('ÄND')}`)).toEqual(['Änderung']);
    expect(await listed('search=000001')).toEqual(['Zebra']);
  });
});

test('a lost lease stores neither changes nor facts', async () => {
  await report({ messages: [incoming('1')] });
  await lane.lease('pod-a');
  for (const body of [
    { changes: [change('1', 1, starred(true))] },
    { chats: [{ chat: GROUP, subject: 'Choir' }] },
    {},
  ]) {
    expect(await report(body)).toMatchObject({ status: 409, body: { code: 'LEASE_LOST' } });
  }
  expect(await one('1')).toMatchObject({ isStarred: false });
  expect((await get<{ total: number }>('/groups')).total).toBe(0);
});

test('an engine of the first version keeps working with its own requests', async () => {
  // The complete vocabulary of an engine at commit 249f691.
  const body = {
    generation,
    messages: [
      { waMessageId: 'a', chat: ANN, from: ANN, kind: 'text', text: 'Hello', atMs: T0 },
      { waMessageId: 'b', chat: ANN, from: OURS, kind: 'text', text: 'From the phone', atMs: T0 + 1_000 },
      {
        waMessageId: 'c',
        chat: ANN,
        from: ANN,
        kind: 'media',
        text: '',
        media: { mimeType: 'image/jpeg', fileName: null },
        atMs: T0 + 2_000,
      },
      { waMessageId: 'd', chat: ANN, from: ANN, kind: 'reaction', text: '👍', quotedId: 'b', atMs: T0 + 3_000 },
      {
        waMessageId: 'e',
        chat: GROUP,
        from: ANN,
        kind: 'other',
        text: 'Yes',
        quotedId: 'p',
        media: null,
        atMs: T0 + 4_000,
      },
    ],
  };
  expect(await server.call('POST', '/engine/received', body, { token })).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  expect((await read()).map(({ text, via, kind }) => ({ text, via, kind }))).toEqual([
    { text: '👍', via: null, kind: 'reaction' },
    { text: '', via: null, kind: 'media' },
    { text: 'From the phone', via: 'phone', kind: 'text' },
    { text: 'Hello', via: null, kind: 'text' },
  ]);
  expect((await one('c'))?.media).toEqual({
    mimeType: 'image/jpeg',
    fileName: null,
    media: null,
    bytes: null,
    state: 'unknown',
    fileId: null,
  });
});
