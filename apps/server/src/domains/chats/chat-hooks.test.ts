import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { actorByHeader } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { messagesApi } from '../../../test/messages-api.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Domain, reaction } from '../../platform/domain.ts';
import { defineEvent } from '../../platform/events.ts';
import { auditEntries } from '../audit/audit.schema.ts';
import { issueEngineToken } from '../engines/engine-token.ts';
import { enginesDomain } from '../engines/index.ts';
import { redeliverChats } from '../messages/chats/redeliver-chats.ts';
import { chatMessagesStored, messagesDomain, type StoredChatMessages } from '../messages/index.ts';
import { chatsDomain } from './index.ts';

const ANN = '+447700900001';
const BEN = '+447700900002';
const OURS = '+447700900009';

const followed: string[] = [];
const followUpEvent = defineEvent<string>('test.heard');
/** What the hooks received, including calls that were rolled back, and what one of them does. */
let received: StoredChatMessages[] = [];
let act: (tx: Db, written: StoredChatMessages) => Promise<void> = async () => undefined;
const recordCall = (tx: Db, who: string, { workspaceId, messages }: StoredChatMessages) =>
  tx.insert(auditEntries).values(
    messages.map(({ id }) => ({
      id: randomUUID(),
      workspaceId,
      actorName: who,
      details: {},
      action: `heard by ${who}`,
      subject: id,
    })),
  );
const higher: Domain = {
  name: 'higher',
  reactions: [reaction(followUpEvent, (_platform, chat) => void followed.push(chat))],
  hooks: [
    chatMessagesStored.hook('first', async (tx, written) => {
      received.push(written);
      await recordCall(tx, 'first', written);
      await act(tx, written);
      return [followUpEvent(written.workspaceId, written.chat)];
    }),
    chatMessagesStored.hook('second', async (tx, written) => {
      await recordCall(tx, 'second', written);
      return [];
    }),
  ],
};

let server: TestServer;
let lane: LaneFixture;
let token: string;
let generation: number;
beforeAll(async () => {
  server = await startTestServer({ domains: [actorByHeader, enginesDomain, messagesDomain, chatsDomain, higher] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  received = [];
  followed.length = 0;
  act = async () => undefined;
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
  atMs: Date.now(),
  ...more,
});
const report = (...messages: unknown[]) => server.call('POST', '/engine/received', { generation, messages }, { token });
const stored = async () =>
  (
    await server.database.pool.query('select id from received_messages where engine_id = $1 order by id', [
      lane.engineId,
    ])
  ).rows.map((row) => row.id as string);
/** Which subscribers recorded which messages. */
const recordedCalls = async () =>
  (
    await server.database.pool.query(
      `select actor_name, subject from audit_entries where action like 'heard by %' and workspace_id = $1 order by 1, 2`,
      [lane.workspaceId],
    )
  ).rows.map((row) => `${row.actor_name} ${row.subject}`);

/** A statement that fails with this SQLSTATE. */
const raise = (code: string) => `do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`;
/** Undelivered hook calls; `wait` in seconds, null if no attempts are left. */
const undelivered = async () =>
  (
    await server.database.pool.query<{ hook: string; attempts: number; wait: number | null }>(
      `select hook, attempts, reason, chat, extract(epoch from next_attempt_at - now())::float as wait from undelivered_chats where workspace_id = $1`,
      [lane.workspaceId],
    )
  ).rows;
const makeDue = () =>
  server.database.pool.query('update undelivered_chats set next_attempt_at = now() where workspace_id = $1', [
    lane.workspaceId,
  ]);

test('messages loaded from the phone’s history are stored without calling hooks', async () => {
  expect((await report(incoming('A'), incoming('B', { atMs: Date.now() - 1_000, isHistory: true }))).status).toBe(200);
  expect(await stored()).toHaveLength(2);
  expect(received.flatMap(({ messages }) => messages.map(({ waMessageId }) => waMessageId))).toEqual(['A']);
  // Received again as a new message, it is recognised.
  await report(incoming('B'));
  expect(await stored()).toHaveLength(2);
  expect(received).toHaveLength(1);
});

test('hooks receive new messages once, chat by chat, in the transaction that stores them', async () => {
  await report(
    incoming('1'),
    incoming('b', { chat: BEN, from: BEN }),
    incoming('2', { kind: 'vote', choices: ['Yes'], quotedId: 'p' }),
  );
  const { workspaceId, engineId } = lane;
  expect(received).toMatchObject([
    {
      workspaceId,
      engineId,
      chat: ANN,
      messages: [
        { by: 'them', from: ANN, text: 'text 1' },
        { kind: 'vote', choices: ['Yes'], quotedId: 'p' },
      ],
    },
    { workspaceId, engineId, chat: BEN, messages: [{ waMessageId: 'b' }] },
  ]);
  expect(followed).toEqual([ANN, BEN]);
  const ids = await stored();
  expect(await recordedCalls()).toEqual([...ids.map((id) => `first ${id}`), ...ids.map((id) => `second ${id}`)]);

  // A repeat calls no hook; next to a new message, only the new one is passed on.
  await report(incoming('1'), incoming('2'));
  await report(incoming('1'), incoming('3', { from: OURS, fromMe: true }));
  expect(received.slice(2)).toMatchObject([{ chat: ANN, messages: [{ by: 'phone', waMessageId: '3' }] }]);
  expect(received[2]?.messages).toHaveLength(1);
});

test('a throwing hook rolls back only its own rows, neither the messages nor other hooks’ rows', async () => {
  act = async (tx) => {
    await tx.execute('select 1 / 0');
  };
  expect((await report(incoming('1'))).status).toBe(200);
  const [id] = await stored();
  expect(await recordedCalls()).toEqual([`second ${id}`]);
  expect(followed).toEqual([]);
});

test.each([
  ['a lock that is not acquired in time', '55P03'],
  ['a statement timeout', '57014'],
  ['a serialization conflict', '40001'],
  ['a repeated deadlock', '40P01'],
])(
  '%s stores nothing, so that the engine reports the message again and every hook receives it',
  async (_what, code) => {
    act = async (tx) => {
      await tx.execute(raise(code));
    };
    expect((await report(incoming('1'))).status).toBe(503);
    expect(await stored()).toEqual([]);
    expect(await recordedCalls()).toEqual([]);
    act = async () => undefined;
    expect((await report(incoming('1'))).status).toBe(200);
    const [id] = await stored();
    expect(await recordedCalls()).toEqual([`first ${id}`, `second ${id}`]);
    expect(await undelivered()).toEqual([]);
  },
);

test('a failed hook call is retried until it succeeds, once, and only for that hook', async () => {
  act = async (tx) => {
    await tx.execute(raise('P0001'));
  };
  expect((await report(incoming('1'), incoming('2'))).status).toBe(200);
  const ids = await stored();
  expect(await recordedCalls()).toEqual(ids.map((id) => `second ${id}`));
  expect(await undelivered()).toMatchObject([{ hook: 'first', attempts: 1, reason: 'raised' }]);

  // Not before its time, and later after each failure.
  expect(await redeliverChats(server.platform)).toBe(0);
  expect(await undelivered()).toMatchObject([{ attempts: 1 }]);
  await makeDue();
  expect(await redeliverChats(server.platform)).toBe(0);
  expect(await undelivered()).toMatchObject([{ attempts: 2 }]);
  expect((await undelivered())[0]?.wait).toBeGreaterThan(10);

  act = async () => undefined;
  await makeDue();
  const delivered = await Promise.all([redeliverChats(server.platform), redeliverChats(server.platform)]);
  expect(delivered.toSorted()).toEqual([0, 1]);
  expect(await recordedCalls()).toEqual([...ids.map((id) => `first ${id}`), ...ids.map((id) => `second ${id}`)]);
  expect(received.at(-1)).toEqual(received[0]);
  await vi.waitFor(() => expect(followed).toEqual([ANN]));
  expect(await undelivered()).toEqual([]);
});

test('a crash during a retry leaves it to the next one', async () => {
  act = async (tx) => {
    await tx.execute(raise('P0001'));
  };
  await report(incoming('1'));
  await makeDue();
  act = async (tx) => {
    await tx.execute('select pg_terminate_backend(pg_backend_pid())');
  };
  await expect(redeliverChats(server.platform)).rejects.toThrow();
  act = async () => undefined;
  expect(await redeliverChats(server.platform)).toBe(1);
  const [id] = await stored();
  expect(await recordedCalls()).toEqual([`first ${id}`, `second ${id}`]);
});

test('after the last attempt it stops, logs an error and keeps the undelivered call', async () => {
  act = async (tx) => {
    await tx.execute(raise('P0001'));
  };
  await report(incoming('1'));
  await server.database.pool.query('update undelivered_chats set attempts = 38 where workspace_id = $1', [
    lane.workspaceId,
  ]);
  const error = vi.spyOn(server.platform.log, 'error');
  for (const isLast of [false, true]) {
    await makeDue();
    error.mockClear();
    await redeliverChats(server.platform);
    expect(error.mock.calls.length).toBe(isLast ? 1 : 0);
  }
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ hook: 'first', attempts: 40, workspaceId: lane.workspaceId }),
    'a hook has not received messages, and no more attempts are made',
  );
  error.mockRestore();
  expect(await undelivered()).toMatchObject([{ attempts: 40, wait: null, chat: { messages: [{ text: 'text 1' }] } }]);
  expect(await redeliverChats(server.platform)).toBe(0);
});

test('a crash between storing and the last hook loses nothing and repeats nothing', async () => {
  // The connection breaks as it would if the process died.
  act = async (tx) => {
    await tx.execute('select pg_terminate_backend(pg_backend_pid())');
  };
  expect((await report(incoming('1'))).status).toBeGreaterThanOrEqual(500);
  expect(await stored()).toEqual([]);
  expect(await recordedCalls()).toEqual([]);
  act = async () => undefined;
  expect((await report(incoming('1'))).status).toBe(200);
  const [id] = await stored();
  expect(await recordedCalls()).toEqual([`first ${id}`, `second ${id}`]);
});

test('hooks receive a message once when two calls report it at the same time', async () => {
  act = async (tx) => {
    await tx.execute('select pg_sleep(0.1)');
  };
  const answers = await Promise.all([report(incoming('1')), report(incoming('1')), report(incoming('1'))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await recordedCalls()).toHaveLength(2);
});

test('messages of a process with a lost lease reach no hook', async () => {
  await lane.lease();
  expect((await report(incoming('1'))).status).toBe(409);
  expect(received).toEqual([]);
});

test('hooks receive messages that a person sends now, not scheduled or imported ones', async () => {
  const { create, call } = messagesApi(server, lane);
  const now = await create({ contactList: [{ mobile: ANN }], dueDate: undefined, message: 'Now' });
  await create({ contactList: [{ mobile: ANN }] });
  await call('POST', '/messages/batch', {
    importId: randomUUID(),
    rows: [{ row: 2, message: { message: 'Imported', contactList: [{ mobile: ANN }] } }],
  });
  expect(received).toMatchObject([
    {
      chat: ANN,
      engineId: lane.engineId,
      messages: [{ id: now._id, by: 'product', from: null, kind: 'text', text: 'Now' }],
    },
  ]);
  expect(received).toHaveLength(1);
  await vi.waitFor(() => expect(followed).toEqual([ANN]));
});
