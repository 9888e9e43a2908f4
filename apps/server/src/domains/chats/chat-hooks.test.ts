import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { actorByHeader } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { messagesApi } from '../../../test/messages-api.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Domain } from '../../platform/domain.ts';
import { eventKind } from '../../platform/events.ts';
import { auditEntries } from '../audit/audit.schema.ts';
import { issueEngineToken } from '../engines/engine-token.ts';
import { enginesDomain } from '../engines/index.ts';
import { type ChatWritten, chatWritten, messagesDomain } from '../messages/index.ts';
import { chatsDomain } from './index.ts';

const ANN = '+447700900001';
const BEN = '+447700900002';
const OURS = '+447700900009';

const followed: string[] = [];
const heardKind = eventKind<string>('test.heard', { follow: (_platform, chat) => void followed.push(chat) });
/** What the hooks were told, also where it came to nothing; and what one of them does. */
let told: ChatWritten[] = [];
let act: (tx: Db, written: ChatWritten) => Promise<void> = async () => undefined;
const note = (tx: Db, who: string, { workspaceId, messages }: ChatWritten) =>
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
  hooks: [
    chatWritten.hook('first', async (tx, written) => {
      told.push(written);
      await note(tx, 'first', written);
      await act(tx, written);
      return [heardKind(written.workspaceId, written.chat)];
    }),
    chatWritten.hook('second', async (tx, written) => {
      await note(tx, 'second', written);
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
  told = [];
  followed.length = 0;
  act = async () => undefined;
  lane = await createLaneFixture(server.database);
  await server.database.pool.query('update engines set phone_number = $2 where id = $1', [lane.engineId, OURS]);
  token = issueEngineToken(server.platform.secret, lane.identity);
  generation = await lane.lease();
});

const came = (id: string, more: Record<string, unknown> = {}) => ({
  waMessageId: id,
  chat: ANN,
  from: ANN,
  kind: 'text',
  text: `text ${id}`,
  atMs: Date.now(),
  ...more,
});
const tell = (...messages: unknown[]) => server.call('POST', '/engine/received', { generation, messages }, { token });
const stored = async () =>
  (
    await server.database.pool.query('select id from received_messages where engine_id = $1 order by id', [
      lane.engineId,
    ])
  ).rows.map((row) => row.id as string);
/** Who wrote down that they heard of what. */
const heard = async () =>
  (
    await server.database.pool.query(
      `select actor_name, subject from audit_entries where action like 'heard by %' and workspace_id = $1 order by 1, 2`,
      [lane.workspaceId],
    )
  ).rows.map((row) => `${row.actor_name} ${row.subject}`);

test('new messages are told once, chat by chat, in the transaction that stores them', async () => {
  await tell(
    came('1'),
    came('b', { chat: BEN, from: BEN }),
    came('2', { kind: 'vote', choices: ['Yes'], quotedId: 'p' }),
  );
  const { workspaceId, engineId } = lane;
  expect(told).toMatchObject([
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
  expect(await heard()).toEqual([...ids.map((id) => `first ${id}`), ...ids.map((id) => `second ${id}`)]);

  // A repeat calls nothing; beside something new, that alone is told.
  await tell(came('1'), came('2'));
  await tell(came('1'), came('3', { from: OURS, fromMe: true }));
  expect(told.slice(2)).toMatchObject([{ chat: ANN, messages: [{ by: 'phone', waMessageId: '3' }] }]);
  expect(told[2]?.messages).toHaveLength(1);
});

test('a hook that throws takes back its own rows, and neither the messages nor what others wrote', async () => {
  act = async (tx) => {
    await tx.execute('select 1 / 0');
  };
  expect((await tell(came('1'))).status).toBe(200);
  const [id] = await stored();
  expect(await heard()).toEqual([`second ${id}`]);
  expect(followed).toEqual([]);
});

test('a crash between the messages and the end of the hooks loses nothing and does nothing twice', async () => {
  // The connection dies as it would with the process.
  act = async (tx) => {
    await tx.execute('select pg_terminate_backend(pg_backend_pid())');
  };
  expect((await tell(came('1'))).status).toBeGreaterThanOrEqual(500);
  expect(await stored()).toEqual([]);
  expect(await heard()).toEqual([]);
  act = async () => undefined;
  expect((await tell(came('1'))).status).toBe(200);
  const [id] = await stored();
  expect(await heard()).toEqual([`first ${id}`, `second ${id}`]);
});

test('told at the same moment by two calls, a message is heard of once', async () => {
  act = async (tx) => {
    await tx.execute('select pg_sleep(0.1)');
  };
  const answers = await Promise.all([tell(came('1')), tell(came('1')), tell(came('1'))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await heard()).toHaveLength(2);
});

test('a process that has lost its lease is heard by nobody', async () => {
  await lane.lease();
  expect((await tell(came('1'))).status).toBe(409);
  expect(told).toEqual([]);
});

test('what a person writes to go out now is told; what is scheduled or imported is not', async () => {
  const { create, call } = messagesApi(server, lane);
  const now = await create({ contactList: [{ mobile: ANN }], dueDate: undefined, message: 'Now' });
  await create({ contactList: [{ mobile: ANN }] });
  await call('POST', '/messages/batch', {
    importId: randomUUID(),
    rows: [{ row: 2, message: { message: 'Imported', contactList: [{ mobile: ANN }] } }],
  });
  expect(told).toMatchObject([
    {
      chat: ANN,
      engineId: lane.engineId,
      messages: [{ id: now._id, by: 'product', from: null, kind: 'text', text: 'Now' }],
    },
  ]);
  expect(told).toHaveLength(1);
  await vi.waitFor(() => expect(followed).toEqual([ANN]));
});
