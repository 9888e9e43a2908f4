import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { issueEngineToken } from '../../engines/engine-token.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../messages.domain.ts';

let server: TestServer;
let lane: LaneFixture;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ domains: [enginesDomain, messagesDomain] });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  token = issueEngineToken(server.platform.secret, lane.identity);
});
afterAll(() => server.stop());

interface Lease {
  generation: number;
}
interface Claimed {
  messages: { _id: string; waMessageId: string; attempt: number }[];
}
const asEngine = <Body>(path: string, body: unknown) => server.call<Body>('POST', `/engine/${path}`, body, { token });
const lease = () => asEngine<Lease>('lease', { holder: 'pod-a', instanceId: randomUUID() });

test('a life over HTTP: lease, resume, claim, report, events, renew, release', async () => {
  const id = await lane.add();
  const { generation } = (await lease()).body;
  expect((await asEngine<Claimed>('claim', { generation, limit: 10, resume: true })).body).toEqual({
    messages: [],
    nextInMs: 0,
    moreInDoubt: false,
  });
  const claimed = await asEngine<Claimed>('claim', { generation, limit: 10 });
  expect(claimed.body.messages.map((message) => message._id)).toEqual([id]);
  const results = [{ _id: id, attempt: 1, outcome: { kind: 'accepted', wireId: 'w', atMs: Date.now() } }];
  expect((await asEngine('report', { generation, results })).body).toEqual({ recorded: 1, refused: [] });
  const event = { event: 'authenticated', state: 'connected', atMs: Date.now() };
  expect((await asEngine('events', { generation, events: [event], status: 'connected' })).body).toEqual({ ok: true });
  expect((await asEngine('renew', { generation })).body).toEqual({ ok: true });
  expect((await asEngine('release', { generation })).body).toEqual({ ok: true });
  expect(await asEngine('claim', { generation, limit: 1 })).toMatchObject({
    status: 409,
    body: { code: 'LEASE_LOST' },
  });
  expect((await lane.rows()).map((row) => row.status)).toEqual(['sent']);
  const told = 'select event, state, pod_id from session_events where engine_id = $1';
  const { rows } = await server.database.pool.query(told, [lane.engineId]);
  expect(rows).toEqual([{ event: 'authenticated', state: 'connected', pod_id: 'pod-a' }]);
});

test.each(['lease', 'renew', 'release', 'claim', 'report', 'events'])('%s without a right token: 401', async (path) => {
  const wrong = [
    undefined,
    'nonsense',
    issueEngineToken('some other secret, long enough it is', lane.identity),
    issueEngineToken(server.platform.secret, { ...lane.identity, tokenVersion: 2 }),
  ];
  const body = { generation: 1, limit: 1, holder: 'pod-a', instanceId: randomUUID() };
  for (const one of wrong) {
    const answer = await server.call('POST', `/engine/${path}`, body, one ? { token: one } : {});
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  }
});

test('a malformed body: 422 naming the field', async () => {
  expect(await asEngine('claim', { generation: 1, limit: 0 })).toMatchObject({
    status: 422,
    body: { code: 'INVALID', data: { faults: [{ field: 'limit' }] } },
  });
});

test('a process that comes back resumes its message under the same id', async () => {
  await lane.add();
  const first = (await lease()).body.generation;
  const [before] = (await asEngine<Claimed>('claim', { generation: first, limit: 10 })).body.messages;
  const second = (await lease()).body.generation;
  const [after] = (await asEngine<Claimed>('claim', { generation: second, limit: 10, resume: true })).body.messages;
  expect(after).toMatchObject({ _id: before?._id, waMessageId: before?.waMessageId, attempt: 2, inDoubt: true });
});
