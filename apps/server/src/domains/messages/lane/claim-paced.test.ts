import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { holdsOf } from '../../../../test/holds-of.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { explainHolds } from '../holds/explain-holds.ts';
import { findMessage } from '../messages.queries.ts';
import { claimPaced } from './claim-paced.ts';

// Time does not pass here: the lane's stored times are moved instead, by the database's clock.
let database: Database;
let drop: () => Promise<void>;
let lane: LaneFixture;
let generation: number;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
beforeEach(async () => {
  lane = await createLaneFixture(database);
  generation = await lane.lease();
});
afterAll(() => drop());

const claim = (limit?: number) => lane.claim(generation, limit);
const claimedNames = async (limit?: number) => (await claim(limit)).messages.map((message) => message.to);
const accept = (ids: string[]) =>
  lane.report(generation, {
    results: ids.map((_id) => ({ _id, outcome: { kind: 'accepted', wireId: 'w', atMs: 0 } })),
  });
const known = (mobile: string) =>
  database.pool.query('insert into engine_recipients (engine_id, recipient) values ($1, $2)', [lane.engineId, mobile]);
const passMinutes = (minutes: number) => lane.setLane({ refilled_at: `refilled_at - interval '${minutes} minutes'` });
const holds = (id: string, heardOf?: Parameters<typeof explainHolds>[2]) =>
  holdsOf(database, lane.workspaceId, id, heardOf);
const to = (at: number) => `+4477009001${String(at).padStart(2, '0')}`;
const SECOND = `now() - interval '1 second'`;

test('a lease lost meanwhile is reported, and the connection is returned to the pool', async () => {
  for (let times = 0; times < 10; times += 1) {
    const stale = claimPaced(database.pool, lane.identity, { generation: generation - 1, limit: 1 });
    await expect(stale).rejects.toMatchObject({ code: 'LEASE_LOST', status: 409 });
  }
});

describe('known contacts', () => {
  test('are sent at their rate, and the response says when the next may go', async () => {
    await known(to(1));
    for (let at = 0; at < 5; at += 1) await lane.add({ to: to(1) });
    await lane.setLane({ known_per_minute: '6', known_tokens: '2', refilled_at: 'now()' });
    const first = await claim();
    expect(first.messages).toHaveLength(2);
    expect(first.nextInMs).toBeGreaterThan(9_000);
    expect(first.nextInMs).toBeLessThanOrEqual(10_000);
    expect((await claim()).messages).toHaveLength(0);
    const waiting = (await lane.rows()).find((row) => row.status === 'pending');
    expect(await holds(waiting?.id ?? '')).toEqual(['pacing']);
    await passMinutes(0.5);
    expect((await claim()).messages).toHaveLength(3);
  });
});

describe('first contacts', () => {
  test('have a bucket of their own and never hold up known contacts', async () => {
    await known(to(50));
    for (let at = 0; at < 30; at += 1) await lane.add({ to: to(at) });
    await lane.add({ to: to(50) });
    await lane.setLane({ new_per_minute: '1', new_tokens: '2', refilled_at: 'now()' });
    expect(await claimedNames()).toEqual([to(0), to(1), to(50)]);
    const rows = await lane.rows();
    expect(rows.filter((row) => row.hold_rule === 'first_contact')).toHaveLength(28);
    const again = await claim();
    expect(again.messages).toEqual([]);
    expect(again.nextInMs).toBeGreaterThan(50_000);
    await passMinutes(1);
    expect(await claimedNames()).toEqual([to(2)]);
    expect(await holds(rows[10]?.id ?? '')).toContain('pacing');
  });

  test('are known once the first message has arrived, which releases the others', async () => {
    for (let at = 0; at < 3; at += 1) await lane.add({ to: to(1) });
    await lane.setLane({ new_per_minute: '1', new_tokens: '1', refilled_at: 'now()' });
    const { messages } = await claim();
    expect(messages).toHaveLength(1);
    expect((await claim()).messages).toEqual([]);
    await accept(messages.map((message) => message._id));
    expect((await claim()).messages).toHaveLength(2);
  });

  test('are sent from their own line when the limit is removed', async () => {
    for (let at = 0; at < 5; at += 1) await lane.add({ to: to(at) });
    await lane.setLane({ new_per_minute: '0', new_tokens: '0' });
    expect((await claim()).messages).toEqual([]);
    await lane.setLane({ new_per_minute: 'null' });
    expect(await claimedNames()).toEqual([0, 1, 2, 3, 4].map(to));
    // The lane then has no rules again.
    await claim();
    const { rows } = await database.pool.query('select first_contacts_aside from engine_lanes where engine_id = $1', [
      lane.engineId,
    ]);
    expect(rows).toEqual([{ first_contacts_aside: false }]);
  });

  test('are held by a restriction on them, which ends by itself', async () => {
    await known(to(1));
    const held = await lane.add({ to: to(2) });
    await lane.add({ to: to(1) });
    await lane.setLane({ restriction_scope: `'new'`, restricted_until: `now() + interval '1 hour'` });
    expect(await claimedNames()).toEqual([to(1)]);
    expect(await holds(held)).toEqual(['restricted']);
    await lane.setLane({ restricted_until: SECOND });
    expect(await claimedNames()).toEqual([to(2)]);
  });
});

const asAnswer = (id: string) => database.pool.query(`update messages set hold_rule = 'reply' where id = $1`, [id]);

test('replies have a bucket of their own and go before everything that waits for the others', async () => {
  for (let at = 1; at <= 3; at += 1) await known(to(at));
  for (let at = 0; at < 250; at += 1) await lane.add({ to: to(1) });
  const [answer, second] = [await lane.add({ to: to(2) }), await lane.add({ to: to(3) })];
  await asAnswer(answer);
  await asAnswer(second);
  const empty = {
    known_per_minute: '1',
    known_tokens: '0',
    new_per_minute: '1',
    new_tokens: '0',
    refilled_at: 'now()',
  };
  await lane.setLane({ ...empty, replies_per_minute: '6', reply_tokens: '1' });
  expect(await claimedNames()).toEqual([to(2)]);
  expect(await claim()).toMatchObject({ messages: [], nextInMs: expect.any(Number) });
  expect(await holds(second)).toEqual(['pacing']);
  await passMinutes(1 / 6);
  expect(await claimedNames()).toEqual([to(3)]);
});

test("a random gap separates two messages; replies don't wait for it", async () => {
  for (let at = 1; at <= 3; at += 1) await known(to(at));
  const [, waiting] = [await lane.add({ to: to(1) }), await lane.add({ to: to(2) })];
  await lane.setLane({ gap_from_seconds: '20', gap_to_seconds: '40' });
  const first = await claim();
  expect(first.messages.map((message) => message.to)).toEqual([to(1)]);
  const [{ inMs } = { inMs: 0 }] = (
    await database.pool.query<{ inMs: number }>(
      'select extract(epoch from next_send_at - now())::float8 * 1000 as "inMs" from engine_lanes where engine_id = $1',
      [lane.engineId],
    )
  ).rows;
  expect(inMs).toBeGreaterThan(15_000);
  expect(inMs).toBeLessThanOrEqual(40_000);
  expect(first.nextInMs).toBeGreaterThan(10_000);
  await asAnswer(await lane.add({ to: to(3) }));
  expect(await claimedNames()).toEqual([to(3)]);
  expect((await claim()).messages).toEqual([]);
  expect(await holds(waiting)).toEqual(['gap']);
  await lane.setLane({ next_send_at: SECOND });
  expect(await claimedNames()).toEqual([to(2)]);
});

test('a number that warms up holds back first contacts only; after a week of work it is warm', async () => {
  await known(to(1));
  await lane.add({ to: to(1) });
  const held = await lane.add({ to: to(2) });
  await lane.setLane({ warm_up: 'true', new_tokens: '0', refilled_at: 'now()' });
  expect(await claimedNames()).toEqual([to(1)]);
  const row = await findMessage(database.db, memberOf(lane), held);
  expect(row && (await explainHolds(database.pool, row))).toMatchObject([
    { rule: 'pacing', text: expect.stringContaining('about 20 new people') },
  ]);
  await database.pool.query(
    `insert into engine_days (engine_id, day, sent) select $1, now()::date - n, 1 from generate_series(1, 7) n`,
    [lane.engineId],
  );
  expect(await claimedNames()).toEqual([to(2)]);
});

describe('the daily cap', () => {
  test('stops the day’s messages; the next day starts at zero', async () => {
    await lane.addMany(5);
    await lane.setLane({ daily_cap: '3' });
    const first = await claim();
    expect(first.messages).toHaveLength(3);
    expect((await claim()).messages).toEqual([]);
    const waiting = (await lane.rows()).find((row) => row.status === 'pending');
    expect(await holds(waiting?.id ?? '')).toContain('daily_cap');
    const results = first.messages.map(({ _id }) => ({
      _id,
      outcome: { kind: 'accepted' as const, wireId: _id, atMs: Date.now() - 86_400_000 },
    }));
    await lane.report(generation, { results });
    expect((await claim()).messages).toHaveLength(2);
  });
});

test('set at noon, counts the messages of the morning', async () => {
  await lane.addMany(5);
  const morning = (await claim(3)).messages.map(({ _id }) => ({
    _id,
    outcome: { kind: 'accepted' as const, wireId: _id, atMs: Date.now() },
  }));
  await lane.report(generation, { results: morning });
  await lane.setLane({ daily_cap: '4' });
  expect((await claim()).messages).toHaveLength(1);
  expect((await claim()).messages).toEqual([]);
});

describe('quiet hours', () => {
  // A zone where it is about noon now, and one where it is about midnight.
  const hour = new Date().getUTCHours();
  const etc = (offset: number) => (offset > 0 ? `Etc/GMT-${offset}` : offset < 0 ? `Etc/GMT+${-offset}` : 'Etc/GMT');
  const noon = etc(hour >= 24 ? 0 : 12 - hour);
  const midnight = etc(hour > 12 ? 24 - hour : -hour);
  const addContact = (mobile: string, zone: string) =>
    database.pool.query(
      `insert into contacts (id, workspace_id, name, mobile, zone) values (uuidv7(), $1, $2, $2, $3)`,
      [lane.workspaceId, mobile, zone],
    );

  test('hold messages in the contact’s own zone, until their end; others are sent', async () => {
    await addContact(to(1), midnight);
    await addContact(to(2), noon);
    const held = await lane.add({ to: to(1) });
    await lane.add({ to: to(2) });
    await lane.setLane({ quiet_from: `'20:00'`, quiet_to: `'08:00'` });
    expect(await claimedNames()).toEqual([to(2)]);
    const row = (await lane.rows()).find((message) => message.id === held);
    expect(row).toMatchObject({ status: 'pending', hold_rule: 'quiet_hours' });
    expect(row?.claimable_at.getTime()).toBeGreaterThan(Date.now() + 5 * 3_600_000);
    expect(await holds(held)).toEqual(['quiet_hours']);
  });

  test('examine each of a thousand held rows once, and the lane then rests', async () => {
    await addContact(to(1), midnight);
    await lane.addMany(1_000, { to: to(1) });
    await lane.setLane({ quiet_from: `'20:00'`, quiet_to: `'08:00'` });
    let claims = 0;
    for (let nextInMs: number | null = 0; nextInMs === 0; claims += 1) ({ nextInMs } = await claim());
    expect(claims).toBeLessThanOrEqual(6);
    expect((await lane.rows()).every((row) => row.hold_rule === 'quiet_hours')).toBe(true);
  });
});

describe('why not sent yet', () => {
  test('explains a message that is not due, one without an engine process, and one behind others', async () => {
    const later = await lane.add({ due: `now() + interval '1 hour'` });
    expect(await holds(later)).toEqual(['not_due']);
    await lane.addMany(3, { due: `now() - interval '1 minute'` });
    const last = await lane.add();
    expect(await holds(last)).toEqual(['queue_ahead']);
    await lane.setLane({ expires_at: 'null' });
    expect(await holds(last)).toEqual(['engine_offline', 'queue_ahead']);
    await database.pool.query('update messages set engine_id = null where id = $1', [last]);
    // The only engine gets it within seconds.
    expect(await holds(last)).toEqual([]);
    await database.pool.query(`update engines set engine_type = 'vm' where id = $1`, [lane.engineId]);
    expect(await holds(last)).toEqual(['no_engine']);
  });

  test('names a stopped engine, a disconnected one, and one whose process the broker has seen crash', async () => {
    const id = await lane.add();
    const engine = (change: string) =>
      database.pool.query(`update engines set ${change} where id = $1`, [lane.engineId]);
    await engine(`status = 'qrcode'`);
    expect(await holds(id)).toEqual(['engine_offline']);
    await engine(`status = 'connected', desired = 'absent'`);
    expect(await holds(id)).toEqual(['engine_stopped']);
    await engine(`desired = 'running'`);
    const { rows } = await database.pool.query('select instance_id as id from engine_lanes where engine_id = $1', [
      lane.engineId,
    ]);
    const seenOffline = (instanceId: string) => () => ({ state: 'offline' as const, instanceId, generation });
    expect(await holds(id, seenOffline(rows[0]?.id))).toEqual(['engine_offline']);
    expect(await holds(id, seenOffline('an earlier process'))).toEqual([]);
    await claim();
    expect(await holds(id, seenOffline(rows[0]?.id))).toEqual(['engine_offline']);
  });

  test('says nothing about a message being sent', async () => {
    const id = await lane.add();
    await claim();
    expect(await holds(id)).toEqual([]);
  });
});
