import { randomUUID } from 'node:crypto';
import { ENGINE_PROTOCOL_PATHS } from '@switchyard/contracts/engine/constants';
import type { EngineCalls } from '@switchyard/contracts/engines/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueEngineToken } from '../src/domains/engines/engine-token.ts';
import { createLaneFixture, type LaneFixture } from './lane-fixture.ts';
import { startTestServer, type TestServer } from './test-server.ts';

// Covers every call of the engine protocol by its one list: a new call must define here what a process that lost its
// lane requests.

let server: TestServer;
let lane: LaneFixture;
let token: string;
let messageId: string;
beforeAll(async () => {
  server = await startTestServer();
  lane = await createLaneFixture(server.database);
  token = issueEngineToken(server.platform.secret, lane.identity);
  messageId = await lane.add();
});
beforeEach(() => lane.setLane({ expires_at: 'now()' }));
afterAll(() => server.stop());

type Name = keyof EngineCalls;
/** A request of each call by a process of that generation, with the greatest possible effect. */
const QUESTIONS: { [Call in Name]: (generation: number) => Parameters<EngineCalls[Call]>[0] } = {
  lease: () => ({ holder: 'pod-old', instanceId: randomUUID() }),
  renew: (generation) => ({ generation }),
  release: (generation) => ({ generation }),
  claim: (generation) => ({ generation, limit: 10 }),
  report: (generation) => ({
    generation,
    results: [{ _id: messageId, outcome: { kind: 'accepted', wireId: 'w', atMs: Date.now() } }],
    acks: [{ waMessageId: 'any', level: 3, atMs: Date.now() }],
    failures: [{ waMessageId: 'any', code: '1', reason: 'no' }],
    released: [messageId],
    restriction: { scope: 'all', untilMs: null },
  }),
  events: (generation) => ({
    generation,
    events: [{ event: 'disconnected', state: 'disconnected', atMs: Date.now() }],
    status: 'disconnected',
    qrcode: 'stale',
    phoneNumber: '+447700900999',
  }),
  readCredentials: (generation) => ({ generation, names: ['creds'] }),
  writeCredentials: (generation) => ({ generation, clear: true, values: { creds: 'stale' } }),
  content: (generation) => ({ generation, waMessageId: 'any' }),
  inbox: (generation) => ({ generation, taken: [1] }),
  received: (generation) => ({
    generation,
    messages: [{ waMessageId: 'm', chat: '+447700900001', from: '+447700900001', kind: 'text', text: 'x', atMs: 0 }],
  }),
  acts: (generation) => ({ generation }),
  file: (generation) => ({ generation, fileId: randomUUID() }),
  preview: (generation) => ({ generation, fileId: randomUUID() }),
  fetchedFile: (generation) => ({ generation, commandId: randomUUID() }),
};
const names = Object.keys(ENGINE_PROTOCOL_PATHS) as Name[];
const fencedNames = names.filter((name) => name !== 'lease');

const ask = (name: Name, generation: number, by = token) => {
  const path = ENGINE_PROTOCOL_PATHS[name];
  // Its body is a file.
  const { generation: asked, commandId } = QUESTIONS.fetchedFile(generation);
  const query = name === 'fetchedFile' ? `?generation=${asked}&commandId=${commandId}` : '';
  return server.call<{ code: string }>('POST', path + query, QUESTIONS[name](generation), { token: by });
};

/** Everything that a call could have changed. */
async function readAllTables(): Promise<unknown> {
  const tables = ['messages', 'engines', 'engine_lanes', 'engine_credentials', 'engine_inbox', 'session_events'];
  const { rows: received } = await server.database.pool.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_name ~ 'received|chat|message_marks|file'`,
  );
  const found: unknown[] = [];
  for (const table of [...tables, ...received.map((row) => row.table_name as string)]) {
    found.push((await server.database.pool.query(`select * from ${table} order by 1`)).rows);
  }
  return found;
}

describe('two processes for one engine', () => {
  test.each(fencedNames)('%s by the older one is refused and changes nothing', async (name) => {
    const older = await lane.lease('pod-old');
    await lane.setLane({ expires_at: 'now()' });
    await lane.lease('pod-new');
    const before = await readAllTables();
    expect(await ask(name, older)).toMatchObject({ status: 409, body: { code: 'LEASE_LOST' } });
    expect(await readAllTables()).toEqual(before);
  });

  test('lease by the older one is refused while the newer one lives', async () => {
    await lane.lease('pod-new');
    const before = await readAllTables();
    expect(await ask('lease', 0)).toMatchObject({ status: 409, body: { code: 'LEASE_HELD' } });
    expect(await readAllTables()).toEqual(before);
  });
});

test.each(names)('%s with a revoked token, another secret’s or none: 401, and nothing changes', async (name) => {
  const generation = await lane.lease('pod-new');
  const before = await readAllTables();
  const wrong = [
    issueEngineToken(server.platform.secret, { ...lane.identity, tokenVersion: 2 }),
    issueEngineToken('some other secret, long enough it is', lane.identity),
    'nonsense',
  ];
  for (const headers of wrong) {
    expect(await ask(name, generation, headers)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  }
  expect(await readAllTables()).toEqual(before);
});
