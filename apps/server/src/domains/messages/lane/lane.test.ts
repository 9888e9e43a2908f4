import { randomUUID } from 'node:crypto';
import type { reportRequest, SendOutcome } from '@switchyard/contracts/engine-protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { releaseLease, releaseLeaseOf, renewLease } from '../../engines/engine-lease.ts';
import { recordEvents } from '../../engines/record-events.ts';
import { claim as claimFrom } from './claim.ts';
import { MAX_ATTEMPTS, report as reportTo } from './report.ts';
import { resume as resumeFrom } from './resume.ts';

let database: Database;
let drop: () => Promise<void>;
let lane: LaneFixture;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
beforeEach(async () => {
  lane = await createLaneFixture(database);
});
afterAll(() => drop());

const claim = (generation: number, limit = 100) => claimFrom(database.pool, lane.identity, { generation, limit });
const resume = (generation: number, holding?: string[], limit = 100) =>
  resumeFrom(database.pool, lane.identity, { generation, limit, holding });
type Report = z.infer<typeof reportRequest>;
const report = (generation: number, told: Partial<Report>) =>
  reportTo(database.pool, lane.identity, { generation, results: [], acks: [], released: [], ...told });
const accepted: SendOutcome = { kind: 'accepted', wireId: 'wire', atMs: Date.UTC(2026, 0, 1) };
const rejected = (next: 'never' | 'later' | 'hold-lane', afterMs?: number): SendOutcome => ({
  kind: 'rejected',
  code: 'E',
  reason: 'WhatsApp said no',
  next,
  ...(afterMs === undefined ? {} : { afterMs }),
});
const one = async () => {
  const [row] = await lane.rows();
  if (!row) throw new Error('no row');
  return row;
};
const makeClaimable = () =>
  database.pool.query(`update messages set claimable_at = now() - interval '1 second' where engine_id = $1`, [
    lane.engineId,
  ]);

describe('claim', () => {
  test('takes due rows in the order of their due moments, under the ids they were made with, and tells when to come again', async () => {
    const later = await lane.add({ due: `now() + interval '10 seconds'` });
    const second = await lane.add({ due: `now() - interval '1 second'` });
    const first = await lane.add({ due: `now() - interval '2 seconds'` });
    const before = new Map((await lane.rows()).map((row) => [row.id, row.wa_message_id]));
    const generation = await lane.lease();

    const { messages, nextInMs, moreInDoubt } = await claim(generation);
    expect(messages.map((message) => message._id)).toEqual([first, second]);
    expect(messages.map((message) => message.waMessageId)).toEqual([before.get(first), before.get(second)]);
    expect(messages[0]).toMatchObject({ attempt: 1, inDoubt: false, body: { kind: 'text', text: 'Hello' } });
    expect(nextInMs).toBeGreaterThan(9_000);
    expect(nextInMs).toBeLessThanOrEqual(10_000);
    expect(moreInDoubt).toBe(false);
    expect((await lane.rows()).map((row) => [row.id, row.status])).toEqual([
      [first, 'sending'],
      [second, 'sending'],
      [later, 'pending'],
    ]);
  });

  test('takes no more than its limit and says that there is more at once', async () => {
    await lane.addMany(5);
    const generation = await lane.lease();
    const { messages, nextInMs } = await claim(generation, 3);
    expect(messages).toHaveLength(3);
    expect(nextInMs).toBe(0);
    expect((await claim(generation, 3)).nextInMs).toBeNull();
  });

  test('two claimers of one lane never get the same row', async () => {
    await lane.addMany(500);
    const generation = await lane.lease();
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(generation, 30)));
    const ids = claims.flatMap(({ messages }) => messages.map((message) => message._id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(500);
  });

  test('lanes of other engines and workspaces are untouched', async () => {
    const other = await createLaneFixture(database);
    await other.addMany(3);
    const before = await other.rows();
    await lane.addMany(2);
    expect((await claim(await lane.lease())).messages).toHaveLength(2);
    expect(await other.rows()).toEqual(before);
  });

  test('a connection that is killed in the middle loses nothing', async () => {
    await lane.addMany(10);
    const generation = await lane.lease();
    const blocker = await database.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from engine_lanes where engine_id = $1 for update', [lane.engineId]);
    const claiming = claim(generation).catch((error: Error) => error);
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%lane as%'`;
    let pid: number | undefined;
    while (pid === undefined) pid = (await blocker.query(waiting)).rows[0]?.pid;
    await blocker.query('select pg_terminate_backend($1)', [pid]);
    expect(await claiming).toBeInstanceOf(Error);
    await blocker.query('commit');
    blocker.release();
    expect((await claim(generation)).messages).toHaveLength(10);
  });
});

describe('a stale generation', () => {
  test('is refused by every call, and the rows stay as they were', async () => {
    await lane.addMany(2);
    const stale = await lane.lease('pod-a');
    const { messages } = await claim(stale, 1);
    const id = messages[0]?._id ?? '';
    const current = await lane.lease('pod-a');
    expect(current).toBeGreaterThan(stale);
    const before = await lane.rows();

    const lost = { code: 'LEASE_LOST', status: 409 };
    await expect(claim(stale)).rejects.toMatchObject(lost);
    await expect(resume(stale)).rejects.toMatchObject(lost);
    await expect(report(stale, { results: [{ _id: id, outcome: accepted }] })).rejects.toMatchObject(lost);
    await expect(report(stale, { released: [id] })).rejects.toMatchObject(lost);
    const ack = { waMessageId: before[0]?.wa_message_id ?? '', level: 2, atMs: 1 };
    await expect(report(stale, { acks: [ack] })).rejects.toMatchObject(lost);
    const restriction = { scope: 'all' as const, untilMs: null, lifted: false };
    await expect(report(stale, { restriction })).rejects.toMatchObject(lost);
    await expect(renewLease(database.pool, lane.identity, stale)).rejects.toMatchObject(lost);
    await expect(releaseLease(database.pool, lane.identity, stale)).rejects.toMatchObject(lost);
    const event = { event: 'disconnected', state: 'disconnected', trigger: 'engine', details: {}, atMs: 1 };
    expect(
      await recordEvents(database.db, lane.identity, { generation: stale, events: [event], status: 'error' }),
    ).toBeNull();

    expect(await lane.rows()).toEqual(before);
    const { rows } = await database.pool.query('select status from engines where id = $1', [lane.engineId]);
    expect(rows).toEqual([{ status: 'connected' }]);
  });

  test('a revoked token is told apart: 401', async () => {
    const generation = await lane.lease();
    await database.pool.query('update engines set token_version = 2 where id = $1', [lane.engineId]);
    for (const call of [
      () => claim(generation),
      () => resume(generation),
      () => report(generation, {}),
      () => renewLease(database.pool, lane.identity, generation),
      () => lane.lease(),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    }
  });
});

describe('lease', () => {
  test('another holder gets it only after it has ended, and is told how long that takes', async () => {
    const first = await lane.lease('pod-a');
    await expect(lane.lease('pod-b')).rejects.toMatchObject({ code: 'LEASE_HELD', data: { holder: 'pod-a' } });
    await lane.setLane({ expires_at: 'now()' });
    // Nobody else has taken it, so a process that was only slow goes on.
    await renewLease(database.pool, lane.identity, first);
    await lane.setLane({ expires_at: 'now()' });
    expect(await lane.lease('pod-b')).toBe(first + 1);
  });

  test('the reconciler frees what a vanished pod held; the pod, should it still live, is refused', async () => {
    await lane.addMany(1);
    const first = await lane.lease('pod-gone');
    expect(await releaseLeaseOf(database.pool, 'pod-gone')).toEqual([lane.engineId]);
    await expect(claim(first)).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect((await lane.rows())[0]?.status).toBe('pending');
    expect(await lane.lease('pod-b')).toBe(first + 1);
  });

  test('twenty that ask at once: one gets it', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => lane.lease(`pod-${at}`)));
    expect(asked.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('resume', () => {
  test('after a crash the rows in flight come back first, oldest first, under the same ids, and count as one send each', async () => {
    await lane.addMany(3);
    const first = await lane.lease();
    const { messages } = await claim(first, 2);
    const second = await lane.lease();

    const resumed = await resume(second, undefined, 1);
    expect(resumed.messages.map((message) => message.waMessageId)).toEqual([messages[0]?.waMessageId]);
    expect(resumed.messages[0]).toMatchObject({ inDoubt: true });
    expect(resumed.moreInDoubt).toBe(true);
    const rest = await resume(second);
    expect(rest.messages.map((message) => message.waMessageId)).toEqual([messages[1]?.waMessageId]);
    expect(rest.moreInDoubt).toBe(false);

    const results = messages.map((message) => ({ _id: message._id, outcome: accepted }));
    expect(await report(second, { results })).toMatchObject({ recorded: 2, refused: [] });
    expect((await lane.rows()).map((row) => row.status)).toEqual(['sent', 'sent', 'pending']);
  });

  test('rows of a claim whose answer was lost come back in the same generation', async () => {
    await lane.addMany(2);
    const generation = await lane.lease();
    const [held] = (await claim(generation, 1)).messages;
    const [lost] = (await claim(generation, 1)).messages;
    expect((await resume(generation)).messages).toEqual([]);
    const again = await resume(generation, [held?._id ?? '']);
    expect(again.messages.map((message) => message.waMessageId)).toEqual([lost?.waMessageId]);
  });

  test('a message in flight at every one of many crashes is parked, so that the lane can go on', async () => {
    await lane.add();
    await claim(await lane.lease());
    await database.pool.query('update messages set attempt = 20 where engine_id = $1', [lane.engineId]);
    expect((await resume(await lane.lease())).messages).toEqual([]);
    expect(await one()).toMatchObject({ status: 'unknown', send_failure_reason: expect.stringContaining('20 times') });
  });
});

describe('report', () => {
  let generation: number;
  let id: string;
  beforeEach(async () => {
    await lane.add();
    generation = await lane.lease();
    id = (await claim(generation)).messages[0]?._id ?? '';
  });

  test('accepted: sent, at WhatsApp’s time, and the recipient is known from now on', async () => {
    expect(await report(generation, { results: [{ _id: id, outcome: accepted }] })).toMatchObject({ recorded: 1 });
    expect(await one()).toMatchObject({
      status: 'sent',
      ack: 1,
      wire_id: 'wire',
      sent_at: new Date(Date.UTC(2026, 0, 1)),
    });
    const { rows } = await database.pool.query('select recipient from engine_recipients where engine_id = $1', [
      lane.engineId,
    ]);
    expect(rows).toEqual([{ recipient: '+447700900001' }]);
  });

  test('twice: recorded once, and the second answer says the same', async () => {
    const told = { results: [{ _id: id, outcome: accepted, attempt: 1 }] };
    expect(await report(generation, told)).toMatchObject({ recorded: 1, refused: [] });
    const before = await lane.rows();
    const again = await report(generation, told);
    expect(again).toMatchObject({ recorded: 1, refused: [], changed: [] });
    expect(await lane.rows()).toEqual(before);
  });

  test.each([['later'], ['never']] as const)('%s, twice: recorded once', async (next) => {
    const told = { results: [{ _id: id, outcome: rejected(next), attempt: 1 }] };
    await report(generation, told);
    const before = await lane.rows();
    expect(await report(generation, told)).toMatchObject({ recorded: 1, refused: [], changed: [] });
    expect(await lane.rows()).toEqual(before);
  });

  test('a late repeat of "later" is not taken for the next attempt’s result', async () => {
    const told = { results: [{ _id: id, outcome: rejected('later'), attempt: 1 }] };
    await report(generation, told);
    await makeClaimable();
    expect((await claim(generation)).messages[0]).toMatchObject({ _id: id, attempt: 2 });
    expect(await report(generation, told)).toMatchObject({ changed: [] });
    expect((await one()).status).toBe('sending');
  });

  test('later: back in the lane after a wait that doubles, then failed with the reason', async () => {
    const waits: number[] = [];
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      await report(generation, { results: [{ _id: id, outcome: rejected('later') }] });
      const row = await one();
      expect(row).toMatchObject({ status: 'pending', hold_rule: 'retry_backoff', retry_count: attempt });
      waits.push(row.claimable_at.getTime() - Date.now());
      expect((await claim(generation)).messages).toEqual([]);
      await makeClaimable();
      expect((await claim(generation)).messages).toHaveLength(1);
    }
    waits.forEach((wait, at) => {
      const middle = 5_000 * 2 ** at;
      expect(wait).toBeGreaterThan(middle * 0.75 - 2_000);
      expect(wait).toBeLessThan(middle * 1.25 + 2_000);
    });
    await report(generation, { results: [{ _id: id, outcome: rejected('later') }] });
    expect(await one()).toMatchObject({ status: 'failed', send_failure_reason: 'WhatsApp said no' });
  });

  test('later with a wait told by WhatsApp: at least that long', async () => {
    await report(generation, { results: [{ _id: id, outcome: rejected('later', 600_000) }] });
    expect((await one()).claimable_at.getTime() - Date.now()).toBeGreaterThan(590_000);
  });

  test('never: failed with the reason, and not claimed again', async () => {
    await report(generation, { results: [{ _id: id, outcome: rejected('never') }] });
    expect(await one()).toMatchObject({ status: 'failed', send_failure_reason: 'WhatsApp said no' });
    expect((await claim(generation)).messages).toEqual([]);
  });

  test('hold-lane: the message waits unchanged and nothing goes out until the lane is free', async () => {
    await lane.add();
    const result = { _id: id, outcome: rejected('hold-lane', 60_000) };
    await report(generation, { results: [result] });
    expect((await lane.rows()).map((row) => [row.status, row.attempt])).toEqual([
      ['pending', 0],
      ['pending', 0],
    ]);
    const held = await claim(generation);
    expect(held.messages).toEqual([]);
    expect(held.nextInMs).toBeGreaterThan(50_000);
    await lane.setLane({ restricted_until: `now() - interval '1 second'` });
    expect((await claim(generation)).messages).toHaveLength(2);
  });

  test('unknown: parked for a person', async () => {
    await report(generation, { results: [{ _id: id, outcome: { kind: 'unknown', cause: 'nobody can tell' } }] });
    expect(await one()).toMatchObject({ status: 'unknown', send_failure_reason: 'nobody can tell' });
    expect((await claim(generation)).messages).toEqual([]);
  });

  test('released rows go back to the lane as if they had not been taken', async () => {
    expect(await report(generation, { released: [id] })).toMatchObject({ recorded: 1, refused: [] });
    expect(await one()).toMatchObject({ status: 'pending', attempt: 0, retry_count: 0 });
    expect((await claim(generation)).messages[0]).toMatchObject({ _id: id, attempt: 1 });
  });

  test('ids that are not this lane’s, or nobody’s, are refused by name and untouched', async () => {
    const other = await createLaneFixture(database);
    const theirs = await other.add();
    await claimFrom(database.pool, other.identity, { generation: await other.lease(), limit: 1 });
    const before = await other.rows();
    const nobodys = randomUUID();
    const results = [theirs, nobodys, id].map((_id) => ({ _id, outcome: accepted }));
    const answer = await report(generation, { results });
    expect(answer.recorded).toBe(1);
    expect(answer.refused.sort()).toEqual([theirs, nobodys].sort());
    expect(await other.rows()).toEqual(before);
  });

  test('receipts merge by the highest level in any order, and keep the first time told', async () => {
    await report(generation, { results: [{ _id: id, outcome: accepted }] });
    const waMessageId = (await one()).wa_message_id;
    await report(generation, { acks: [{ waMessageId, level: 3, atMs: 3_000 }] });
    await report(generation, {
      acks: [
        { waMessageId, level: 2, atMs: 2_000 },
        { waMessageId, level: 1, atMs: 1_000 },
      ],
    });
    await report(generation, {
      acks: [
        { waMessageId, level: 3, atMs: 9_000 },
        { waMessageId: 'nobody', level: 3, atMs: 1 },
      ],
    });
    expect(await one()).toMatchObject({
      ack: 3,
      read_at: new Date(3_000),
      delivered_at: new Date(3_000),
      status: 'sent',
    });
  });

  test('a receipt before the result proves the send; the result then only adds its id', async () => {
    const waMessageId = (await one()).wa_message_id;
    await report(generation, { acks: [{ waMessageId, level: 2, atMs: 2_000 }] });
    expect(await one()).toMatchObject({ status: 'sent', ack: 2, delivered_at: new Date(2_000) });
    expect(await report(generation, { results: [{ _id: id, outcome: accepted }] })).toMatchObject({
      recorded: 1,
      refused: [],
    });
    expect(await one()).toMatchObject({ status: 'sent', ack: 2, wire_id: 'wire' });
  });

  test('a receipt after a restart counts too, and settles a parked message', async () => {
    await report(generation, { results: [{ _id: id, outcome: { kind: 'unknown', cause: 'lost' } }] });
    const waMessageId = (await one()).wa_message_id;
    await report(await lane.lease(), { acks: [{ waMessageId, level: 2, atMs: 2_000 }] });
    expect(await one()).toMatchObject({ status: 'sent', ack: 2, send_failure_reason: null });
  });

  test('taken and then not delivered: it failed, whatever comes late about its being taken', async () => {
    const waMessageId = (await one()).wa_message_id;
    const failures = [{ waMessageId, code: '131026', reason: 'not deliverable' }];
    await report(generation, { results: [{ _id: id, outcome: accepted }] });
    const { changed } = await report(generation, { failures });
    expect(changed).toMatchObject([{ id, status: 'failed', send_failure_reason: 'not deliverable' }]);
    await report(generation, { acks: [{ waMessageId, level: 1, atMs: 1_000 }], failures });
    expect(await one()).toMatchObject({ status: 'failed', ack: 1, send_failure_reason: 'not deliverable' });
  });

  test('what was delivered cannot fail any more', async () => {
    const waMessageId = (await one()).wa_message_id;
    await report(generation, { acks: [{ waMessageId, level: 2, atMs: 1_000 }] });
    await report(generation, { failures: [{ waMessageId, code: '131026', reason: 'not deliverable' }] });
    expect(await one()).toMatchObject({ status: 'sent', ack: 2 });
  });

  test('another lane’s receipts change nothing here', async () => {
    const other = await createLaneFixture(database);
    const waMessageId = (await one()).wa_message_id;
    const before = await lane.rows();
    await reportTo(database.pool, other.identity, {
      generation: await other.lease(),
      results: [],
      released: [],
      acks: [{ waMessageId, level: 3, atMs: 1 }],
    });
    expect(await lane.rows()).toEqual(before);
  });
});
