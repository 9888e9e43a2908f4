import { randomUUID } from 'node:crypto';
import type { SendOutcome } from '@switchyard/contracts/engine/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { releaseLease, releaseLeaseOf, renewLease, takeLease } from '../../engines/engine-lease.ts';
import { recordEvents } from '../../engines/record-events.ts';

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

const accepted: SendOutcome = { kind: 'accepted', wireId: 'wire', atMs: 0 };

describe('claim', () => {
  test('takes due rows in due order, under their original ids, and says when to come again', async () => {
    const later = await lane.add({ due: `now() + interval '10 seconds'` });
    const second = await lane.add({ due: `now() - interval '1 second'` });
    const first = await lane.add({ due: `now() - interval '2 seconds'` });
    const before = new Map((await lane.rows()).map((row) => [row.id, row.wa_message_id]));
    const generation = await lane.lease();

    const { messages, nextInMs, moreInDoubt } = await lane.claim(generation);
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

  test('takes no more than its limit and says at once that there is more', async () => {
    await lane.addMany(5);
    const generation = await lane.lease();
    const { messages, nextInMs } = await lane.claim(generation, 3);
    expect(messages).toHaveLength(3);
    expect(nextInMs).toBe(0);
    expect((await lane.claim(generation, 3)).nextInMs).toBeNull();
  });

  test('gives two concurrent claims of a lane different rows', async () => {
    await lane.addMany(500);
    const generation = await lane.lease();
    const claims = await Promise.all(Array.from({ length: 20 }, () => lane.claim(generation, 30)));
    const ids = claims.flatMap(({ messages }) => messages.map((message) => message._id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(500);
  });

  test('leaves lanes of other engines and workspaces alone', async () => {
    const other = await createLaneFixture(database);
    await other.addMany(3);
    const before = await other.rows();
    await lane.addMany(2);
    expect((await lane.claim(await lane.lease())).messages).toHaveLength(2);
    expect(await other.rows()).toEqual(before);
  });

  test('loses nothing if the connection is killed midway', async () => {
    await lane.addMany(10);
    const generation = await lane.lease();
    const blocker = await database.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from engine_lanes where engine_id = $1 for update', [lane.engineId]);
    const claiming = lane.claim(generation).catch((error: Error) => error);
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%lane as%'`;
    // Queried on a separate connection: within a transaction the result would never change.
    const pid = await vi.waitFor(async () => {
      const { rows } = await database.pool.query<{ pid: number }>(waiting);
      if (!rows[0]) throw new Error('the claim does not wait yet');
      return rows[0].pid;
    }, 20_000);
    await database.pool.query('select pg_terminate_backend($1)', [pid]);
    expect(await claiming).toBeInstanceOf(Error);
    await blocker.query('commit');
    blocker.release();
    expect((await lane.claim(generation)).messages).toHaveLength(10);
  });
});

describe('a stale generation', () => {
  test('is refused by every call, and the rows stay unchanged', async () => {
    await lane.addMany(2);
    const stale = await lane.lease('pod-a');
    const { messages } = await lane.claim(stale, 1);
    const id = messages[0]?._id ?? '';
    const current = await lane.lease('pod-a');
    expect(current).toBeGreaterThan(stale);
    const before = await lane.rows();

    const lost = { code: 'LEASE_LOST', status: 409 };
    await expect(lane.claim(stale)).rejects.toMatchObject(lost);
    await expect(lane.resume(stale)).rejects.toMatchObject(lost);
    await expect(lane.report(stale, { results: [{ _id: id, outcome: accepted }] })).rejects.toMatchObject(lost);
    await expect(lane.report(stale, { released: [id] })).rejects.toMatchObject(lost);
    const ack = { waMessageId: before[0]?.wa_message_id ?? '', level: 2, atMs: 1 };
    await expect(lane.report(stale, { acks: [ack] })).rejects.toMatchObject(lost);
    const restriction = { scope: 'all' as const, untilMs: null, lifted: false };
    await expect(lane.report(stale, { restriction })).rejects.toMatchObject(lost);
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

  test('a revoked token is distinguished: 401', async () => {
    const generation = await lane.lease();
    await database.pool.query('update engines set token_version = 2 where id = $1', [lane.engineId]);
    for (const call of [
      () => lane.claim(generation),
      () => lane.resume(generation),
      () => lane.report(generation, {}),
      () => renewLease(database.pool, lane.identity, generation),
      () => lane.lease(),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    }
  });
});

describe('lease', () => {
  test('goes to another holder only after its end, and says how long that takes', async () => {
    const first = await lane.lease('pod-a');
    await expect(lane.lease('pod-b')).rejects.toMatchObject({ code: 'LEASE_HELD', data: { holder: 'pod-a' } });
    await lane.setLane({ expires_at: 'now()' });
    // Nobody else took it, so a slow process carries on.
    await renewLease(database.pool, lane.identity, first);
    await lane.setLane({ expires_at: 'now()' });
    expect(await lane.lease('pod-b')).toBeGreaterThan(first);
  });

  test('a process that repeats an unanswered request keeps its lease, and its late first request takes nothing from it; the pod’s next process does', async () => {
    const request = { holder: 'pod-a', instanceId: randomUUID() };
    const take = (input: typeof request) => takeLease(database.pool, lane.identity, input);
    const { generation } = await take(request);
    await lane.setLane({ expires_at: 'now()' });
    expect((await take(request)).generation).toBe(generation);
    await renewLease(database.pool, lane.identity, generation);
    const next = await take({ ...request, instanceId: randomUUID() });
    expect(next.generation).toBeGreaterThan(generation);
    await releaseLease(database.pool, lane.identity, next.generation);
    expect((await take(request)).generation).toBeGreaterThan(next.generation);
  });

  test('the reconciler frees the lease of a vanished pod, which is refused if it still runs', async () => {
    await lane.addMany(1);
    const first = await lane.lease('pod-gone');
    expect(await releaseLeaseOf(database.pool, 'pod-gone')).toEqual([lane.engineId]);
    await expect(lane.claim(first)).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect((await lane.rows())[0]?.status).toBe('pending');
    expect(await lane.lease('pod-b')).toBeGreaterThan(first);
  });

  test('of twenty concurrent requests one gets it', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => lane.lease(`pod-${at}`)));
    expect(attempts.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('resume', () => {
  test('after a crash returns the rows in flight first, oldest first, under the same ids, each counted as one send', async () => {
    await lane.addMany(3);
    const first = await lane.lease();
    const { messages } = await lane.claim(first, 2);
    const second = await lane.lease();

    const resumed = await lane.resume(second, { limit: 1 });
    expect(resumed.messages.map((message) => message.waMessageId)).toEqual([messages[0]?.waMessageId]);
    expect(resumed.messages[0]).toMatchObject({ inDoubt: true });
    expect(resumed.moreInDoubt).toBe(true);
    const rest = await lane.resume(second);
    expect(rest.messages.map((message) => message.waMessageId)).toEqual([messages[1]?.waMessageId]);
    expect(rest.moreInDoubt).toBe(false);

    const results = messages.map((message) => ({ _id: message._id, outcome: accepted }));
    expect(await lane.report(second, { results })).toMatchObject({ recorded: 2, refused: [] });
    expect((await lane.rows()).map((row) => row.status)).toEqual(['sent', 'sent', 'pending']);
  });

  test('returns rows of a claim whose response was lost, in the same generation', async () => {
    await lane.addMany(2);
    const generation = await lane.lease();
    const [held] = (await lane.claim(generation, 1)).messages;
    const [lost] = (await lane.claim(generation, 1)).messages;
    expect((await lane.resume(generation)).messages).toEqual([]);
    const again = await lane.resume(generation, { holding: [held?._id ?? ''] });
    expect(again.messages.map((message) => message.waMessageId)).toEqual([lost?.waMessageId]);
  });

  test('parks a message that was in flight at every one of many crashes, so that the lane can go on', async () => {
    await lane.add();
    await lane.claim(await lane.lease());
    await database.pool.query('update messages set tries = 20 where engine_id = $1', [lane.engineId]);
    expect((await lane.resume(await lane.lease())).messages).toEqual([]);
    expect(await lane.rows()).toMatchObject([
      { status: 'unknown', send_failure_reason: '{"code":"sentEngineStopping","data":{"times":20}}' },
    ]);
  });
});
