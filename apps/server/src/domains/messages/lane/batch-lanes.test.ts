import type { SendOutcome } from '@switchyard/contracts/engine/protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { LaneClaims } from './lane-claims.ts';
import { batchedRecorder } from './lane-reports.ts';
import { type LaneReport, recordMany, report } from './report.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

interface Leased {
  lane: LaneFixture;
  generation: number;
}

/** Leased lanes, each with this many due messages. */
const leased = (count: number, messages = 1): Promise<Leased[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const lane = await createLaneFixture(database);
      await lane.addMany(messages);
      return { lane, generation: await lane.lease() };
    }),
  );

/** The names of the statements sent to the database meanwhile. */
async function watched<Value>(
  work: () => Promise<Value>,
): Promise<{ answer: Value; statements: (string | undefined)[] }> {
  const query = vi.spyOn(database.pool, 'query');
  try {
    const answer = await work();
    return { answer, statements: query.mock.calls.map(([statement]) => (statement as { name?: string }).name) };
  } finally {
    query.mockRestore();
  }
}

const accepted: SendOutcome = { kind: 'accepted', wireId: 'wire', atMs: Date.UTC(2026, 0, 1) };
const codes = (answers: PromiseSettledResult<unknown>[]) =>
  answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'done'));
const statuses = async ({ lane }: Leased) => (await lane.rows()).map((row) => row.status);
const daysOf = async ({ lane }: Leased) =>
  (await database.pool.query('select sent from engine_days where engine_id = $1', [lane.engineId])).rows;

/** Claims each lane, in one batch. */
function claimTogether(all: readonly Leased[], limit = 100) {
  const claims = new LaneClaims(database.pool);
  return Promise.allSettled(all.map(({ lane, generation }) => claims.claim(lane.identity, { generation, limit })));
}

/** Reports each lane's messages as accepted, or with other outcomes, in one batch. */
async function reportTogether(all: readonly (Leased & { outcome?: SendOutcome })[]) {
  const recorder = batchedRecorder(database.pool);
  const reports = await Promise.all(
    all.map(async ({ lane, outcome = accepted }) => (await lane.rows()).map(({ id }) => ({ _id: id, outcome }))),
  );
  return Promise.allSettled(
    all.map(({ lane, generation }, at) =>
      report(
        database.pool,
        lane.identity,
        { generation, results: reports[at] ?? [], acks: [], released: [] },
        recorder,
      ),
    ),
  );
}

test('batches concurrent claims in one statement, and each lane gets its own messages', async () => {
  const all = await leased(4, 2);
  await all[2]?.lane.add({ due: `now() + interval '5 seconds'` });
  const { answer, statements } = await watched(() => claimTogether(all));
  expect(statements).toEqual(['lane_claim_many']);
  const claims = answer.map((settled) => (settled.status === 'fulfilled' ? settled.value : null));
  for (const [at, { lane }] of all.entries()) {
    const ids = (await lane.rows()).filter((row) => row.status === 'sending').map((row) => row.id);
    expect(claims[at]?.messages.map((message) => message._id)).toEqual(ids);
    expect(ids).toHaveLength(2);
    expect(claims[at]?.workspaceId).toBe(lane.workspaceId);
  }
  expect([claims[0], claims[1], claims[3]].map((claim) => claim?.nextInMs)).toEqual([null, null, null]);
  expect(claims[2]?.nextInMs).toBeGreaterThan(3_000);
});

test('in a batch, a lane gets no more than its limit, a stopped engine’s lane nothing, and a paced lane follows its rules', async () => {
  const [limited, stopped, paced] = (await leased(3, 3)) as [Leased, Leased, Leased];
  await database.pool.query(`update engines set desired = 'absent' where id = $1`, [stopped.lane.engineId]);
  await paced.lane.setLane({ new_per_minute: '60', new_tokens: '1' });
  const answers = await claimTogether([limited, stopped, paced], 2);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.messages.length : null))).toEqual([
    2, 0, 1,
  ]);
  expect(answers[0]).toMatchObject({ value: { nextInMs: 0 } });
  expect(await statuses(stopped)).toEqual(['pending', 'pending', 'pending']);
});

test('a lane with a backlog claims alone until nothing due is left', async () => {
  const [behind, other] = (await leased(2, 3)) as [Leased, Leased];
  const claims = new LaneClaims(database.pool);
  const both = () =>
    Promise.all(
      [behind, other].map(({ lane, generation }, at) =>
        claims.claim(lane.identity, { generation, limit: at === 0 ? 2 : 3 + at }),
      ),
    );
  expect((await both()).map((claim) => [claim.messages.length, claim.nextInMs])).toEqual([
    [2, 0],
    [3, null],
  ]);
  await other.lane.addMany(1);
  const { answer, statements } = await watched(both);
  expect(answer.map((claim) => [claim.messages.length, claim.nextInMs])).toEqual([
    [1, null],
    [1, null],
  ]);
  // A single claim is served by the single-lane statement, too.
  expect(statements).toEqual(['lane_claim', 'lane_claim']);
  expect((await watched(both)).statements).toEqual(['lane_claim_many']);
});

test('a lane that is lost, revoked or requested twice is answered as if alone, and the others as usual', async () => {
  const [good, stale, revoked] = (await leased(3)) as [Leased, Leased, Leased];
  const asks = [good, { ...stale, generation: stale.generation - 1 }, revoked, good];
  await database.pool.query('update engines set token_version = 2 where id = $1', [revoked.lane.engineId]);
  const claimed = await claimTogether(asks);
  expect(codes(claimed)).toEqual(['done', 'LEASE_LOST', 'UNAUTHORIZED', 'done']);
  expect(claimed.flatMap((settled) => (settled.status === 'fulfilled' ? settled.value.messages : []))).toHaveLength(1);
  await Promise.all([stale.lane.claim(stale.generation), good.lane.claim(good.generation)]);
  expect(codes(await reportTogether(asks))).toEqual(['done', 'LEASE_LOST', 'UNAUTHORIZED', 'done']);
  expect(await Promise.all([good, stale, revoked].map(statuses))).toEqual([['sent'], ['sending'], ['pending']]);
});

test('a locked lane delays nobody, and is claimed once it is free', async () => {
  const [busy, free] = (await leased(2)) as [Leased, Leased];
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from engine_lanes where engine_id = $1 for update', [busy.lane.engineId]);
    const claims = new LaneClaims(database.pool);
    const [ofBusy, ofFree] = [busy, free].map(({ lane, generation }) =>
      claims.claim(lane.identity, { generation, limit: 1 }),
    );
    expect((await ofFree)?.messages).toHaveLength(1);
    expect(await statuses(busy)).toEqual(['pending']);
    await other.query('commit');
    expect((await ofBusy)?.messages).toHaveLength(1);
  } finally {
    other.release();
  }
});

test('reports of many lanes are one statement, and a repeated one counts once', async () => {
  const all = await leased(4, 2);
  await claimTogether(all);
  const [first] = all as [Leased];
  const { answer, statements } = await watched(async () => {
    const answers = await reportTogether([...all, first]);
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null));
  });
  // The second report of the same lane is recorded on its own.
  expect(statements.filter((name) => name === 'lane_record')).toHaveLength(2);
  expect(answer.map((result) => [result?.recorded, result?.changed.length])).toEqual([
    [2, 2],
    [2, 2],
    [2, 2],
    [2, 2],
    [2, 0],
  ]);
  expect(answer.map((result) => result?.workspaceId)).toEqual([...all, first].map(({ lane }) => lane.workspaceId));
  for (const leased of all) {
    expect(await statuses(leased)).toEqual(['sent', 'sent']);
    expect(await daysOf(leased)).toEqual([{ sent: 2 }]);
  }
});

test('receipts of many lanes are one statement, and count only for their own lane', async () => {
  const all = (await leased(3)) as [Leased, Leased, Leased];
  await claimTogether(all);
  const ids = await Promise.all(all.map(async ({ lane }) => (await lane.rows())[0]?.wa_message_id ?? ''));
  const recorder = batchedRecorder(database.pool);
  // The second lane also reports the third's message.
  const reports = [ids.slice(0, 1), ids.slice(1), ['nobody']].map((some) =>
    some.map((waMessageId) => ({ waMessageId, level: 2, atMs: 2_000 })),
  );
  const { statements } = await watched(() =>
    Promise.all(
      all.map(({ lane, generation }, at) =>
        report(
          database.pool,
          lane.identity,
          { generation, results: [], acks: reports[at] ?? [], released: [] },
          recorder,
        ),
      ),
    ),
  );
  expect(statements).toEqual(['lane_receipts']);
  expect(await Promise.all(all.map(statuses))).toEqual([['sent'], ['sent'], ['sending']]);
});

test('a lane’s failure affects no other: values PostgreSQL cannot store, or a row locked for long', async () => {
  const all = await leased(3);
  await claimTogether(all);
  const [fine, bad, held] = all as [Leased, Leased, Leased];
  const broken = { ...bad, outcome: { ...accepted, wireId: 'not \u0000 text' } as SendOutcome };
  expect(codes(await reportTogether([fine, broken]))).toEqual(['done', '22021']);
  expect(await Promise.all([fine, bad].map(statuses))).toEqual([['sent'], ['sending']]);

  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from messages where engine_id = $1 for update', [held.lane.engineId]);
    const recorder = batchedRecorder(database.pool);
    const [ofBad, ofHeld] = await Promise.all(
      [bad, held].map(async ({ lane, generation }) => {
        const results = (await lane.rows()).map(({ id }) => ({ _id: id, outcome: accepted }));
        return () => report(database.pool, lane.identity, { generation, results, acks: [], released: [] }, recorder);
      }),
    );
    const waiting = ofHeld?.();
    await ofBad?.();
    expect(await Promise.all([bad, held].map(statuses))).toEqual([['sent'], ['sending']]);
    await other.query('commit');
    expect(await waiting).toMatchObject({ recorded: 1 });
  } finally {
    other.release();
  }
});

test("two servers that report the same lanes in opposite orders don't deadlock", async () => {
  const all = await leased(6, 20);
  await claimTogether(all);
  const rows = await Promise.all(all.map(({ lane }) => lane.rows()));
  const reports = (key: 'id' | 'wa_message_id', values: unknown[]): LaneReport[] =>
    all.map(({ lane: { identity }, generation }, at) => {
      const keys = (rows[at] ?? []).map((row) => row[key]);
      return { identity, generation, columns: [keys, ...values.map((value) => keys.map(() => value))] };
    });
  const results = reports('id', ['accepted', 'wire', 0, null, null, 1, false]);
  const receipts = reports('wa_message_id', [2, null, 0, null]);
  const turned = (asks: LaneReport[]) =>
    asks.toReversed().map((ask) => ({ ...ask, columns: ask.columns.map((column) => column.toReversed()) }));
  // Without the batcher, so that nothing is retried.
  const failed: unknown[] = [];
  const record = (kind: 'results' | 'receipts', asks: LaneReport[]) =>
    recordMany(database.pool, kind, asks).catch((error: { code?: string }) => {
      // A lock timeout is not a deadlock: the machine may be slow.
      if (error.code !== '55P03') failed.push(error);
    });
  await Promise.all([
    record('results', results),
    record('results', turned(results)),
    record('receipts', receipts),
    record('receipts', turned(receipts)),
  ]);
  expect(failed).toEqual([]);
  await Promise.all([record('results', results), record('receipts', receipts)]);
  await record('receipts', receipts);
  for (const leased of all) {
    expect(new Set(await statuses(leased))).toEqual(new Set(['sent']));
    expect((await daysOf(leased)).reduce((sum, { sent }) => sum + sent, 0)).toBe(20);
  }
});
