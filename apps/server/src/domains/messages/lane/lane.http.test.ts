import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { issueEngineToken } from '../../engines/engine-token.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../index.ts';

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
  messages: { _id: string; waMessageId: string; attempt: number; verifyContact: boolean }[];
}
const asEngine = <Body>(path: string, body: unknown) => server.call<Body>('POST', `/engine/${path}`, body, { token });
const lease = () => asEngine<Lease>('lease', { holder: 'pod-a', instanceId: randomUUID() });

test('a lane’s life over HTTP: lease, resume, claim, report, events, renew, release', async () => {
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
  const eventsQuery = 'select event, state, pod_id from session_events where engine_id = $1';
  const { rows } = await server.database.pool.query(eventsQuery, [lane.engineId]);
  expect(rows).toEqual([{ event: 'authenticated', state: 'connected', pod_id: 'pod-a' }]);
});

test('whether a number is on WhatsApp is remembered with the contact, and no engine checks it again for 30 days', async () => {
  const { pool } = server.database;
  const contact = async () => {
    const { rows } = await pool.query(
      `select on_whatsapp, whatsapp_asked_by, whatsapp_asked_at > now() - interval '1 minute' as is_new from contacts where workspace_id = $1`,
      [lane.workspaceId],
    );
    return rows[0];
  };
  const { generation } = (await lease()).body;
  /** Sends another message that wants the number checked. @returns whether the engine was asked to check */
  const sendOne = async (outcome: object, onWhatsApp?: boolean) => {
    const id = await lane.add({ to: '+447700900009' });
    await pool.query('update messages set verify_contact = true where id = $1', [id]);
    const [claimed] = (await asEngine<Claimed>('claim', { generation, limit: 1 })).body.messages;
    const results = [{ _id: id, attempt: claimed?.attempt, outcome, ...(onWhatsApp !== undefined && { onWhatsApp }) }];
    expect((await asEngine('report', { generation, results })).body).toMatchObject({ recorded: 1 });
    return claimed?.verifyContact;
  };
  const accepted = { kind: 'accepted', wireId: 'w', atMs: Date.now() };
  const missing = { kind: 'rejected', code: 'not-on-whatsapp', reason: 'It is not on WhatsApp', next: 'never' };
  await pool.query(
    `insert into contacts (id, workspace_id, name, mobile) values (uuidv7(), $1, 'Ann', '+447700900009')`,
    [lane.workspaceId],
  );
  expect(await sendOne(accepted)).toBe(true);
  expect(await contact()).toMatchObject({ on_whatsapp: null });
  expect(await sendOne(accepted, true)).toBe(true);
  expect(await contact()).toEqual({ on_whatsapp: true, whatsapp_asked_by: lane.engineId, is_new: true });
  expect(await sendOne(accepted)).toBe(false);
  await pool.query(`update contacts set whatsapp_asked_at = now() - interval '31 days' where workspace_id = $1`, [
    lane.workspaceId,
  ]);
  expect(await sendOne(missing)).toBe(true);
  expect(await contact()).toEqual({ on_whatsapp: false, whatsapp_asked_by: lane.engineId, is_new: true });
  // They may have joined WhatsApp since.
  expect(await sendOne(accepted, true)).toBe(true);
});

test.each(['lease', 'renew', 'release', 'claim', 'report', 'events'])('%s without a valid token: 401', async (path) => {
  const wrong = [
    undefined,
    'nonsense',
    issueEngineToken('some other secret, long enough it is', lane.identity),
    issueEngineToken(server.platform.secret, { ...lane.identity, tokenVersion: 2 }),
  ];
  const body = { generation: 1, limit: 1, holder: 'pod-a', instanceId: randomUUID() };
  for (const token of wrong) {
    const answer = await server.call('POST', `/engine/${path}`, body, token ? { token } : {});
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  }
});

test('a malformed body: 422 naming the field', async () => {
  expect(await asEngine('claim', { generation: 1, limit: 0 })).toMatchObject({
    status: 422,
    body: { code: 'INVALID', data: { faults: [{ field: 'limit' }] } },
  });
});

test('a returning process resumes its message under the same id', async () => {
  await lane.add();
  const first = (await lease()).body.generation;
  const [before] = (await asEngine<Claimed>('claim', { generation: first, limit: 10 })).body.messages;
  const second = (await lease()).body.generation;
  const [after] = (await asEngine<Claimed>('claim', { generation: second, limit: 10, resume: true })).body.messages;
  expect(after).toMatchObject({ _id: before?._id, waMessageId: before?.waMessageId, attempt: 2, inDoubt: true });
});
