import { randomUUID } from 'node:crypto';
import type { SendOutcome } from '@switchyard/contracts/engine/protocol';
import { readText } from '@switchyard/contracts/text/registry';
import { text } from '@switchyard/contracts/text/text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MAX_ATTEMPTS } from './report-statements.ts';

let database: Database;
let drop: () => Promise<void>;
let lane: LaneFixture;
/** The lane's only message, claimed by this generation. */
let id: string;
let generation: number;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
beforeEach(async () => {
  lane = await createLaneFixture(database);
  await lane.add();
  generation = await lane.lease();
  id = (await lane.claim(generation)).messages[0]?._id ?? '';
});
afterAll(() => drop());

const accepted: SendOutcome = { kind: 'accepted', wireId: 'wire', atMs: Date.UTC(2026, 0, 1) };
const rejected = (next: 'never' | 'later' | 'hold-lane', afterMs?: number): SendOutcome => ({
  kind: 'rejected',
  code: 'E',
  reason: 'WhatsApp said no',
  next,
  ...(afterMs === undefined ? {} : { afterMs }),
});
const onlyRow = async () => {
  const [row] = await lane.rows();
  if (!row) throw new Error('no row');
  return row;
};
const makeClaimable = () =>
  database.pool.query(`update messages set claimable_at = now() - interval '1 second' where engine_id = $1`, [
    lane.engineId,
  ]);

describe('results', () => {
  test('accepted: sent, at WhatsApp’s time, and the recipient becomes known', async () => {
    expect(await lane.report(generation, { results: [{ _id: id, outcome: accepted }] })).toMatchObject({ recorded: 1 });
    expect(await onlyRow()).toMatchObject({
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

  test('repeated: recorded once, and the second response is the same', async () => {
    const reports = { results: [{ _id: id, outcome: accepted, attempt: 1 }] };
    expect(await lane.report(generation, reports)).toMatchObject({ recorded: 1, refused: [] });
    const before = await lane.rows();
    const again = await lane.report(generation, reports);
    expect(again).toMatchObject({ recorded: 1, refused: [], changed: [] });
    expect(await lane.rows()).toEqual(before);
  });

  test.each([['later'], ['never']] as const)('%s, repeated: recorded once', async (next) => {
    const reports = { results: [{ _id: id, outcome: rejected(next), attempt: 1 }] };
    await lane.report(generation, reports);
    const before = await lane.rows();
    expect(await lane.report(generation, reports)).toMatchObject({ recorded: 1, refused: [], changed: [] });
    expect(await lane.rows()).toEqual(before);
  });

  test('a late repeat of "later" does not count as the next attempt’s result', async () => {
    const reports = { results: [{ _id: id, outcome: rejected('later'), attempt: 1 }] };
    await lane.report(generation, reports);
    await makeClaimable();
    expect((await lane.claim(generation)).messages[0]).toMatchObject({ _id: id, attempt: 2 });
    expect(await lane.report(generation, reports)).toMatchObject({ changed: [] });
    expect((await onlyRow()).status).toBe('sending');
  });

  test('later: returns to the lane after a wait that doubles, then fails with the reason', async () => {
    const waits: number[] = [];
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      await lane.report(generation, { results: [{ _id: id, outcome: rejected('later'), inDoubt: false }] });
      const row = await onlyRow();
      expect(row).toMatchObject({ status: 'pending', hold_rule: 'retry_backoff', retry_count: attempt });
      waits.push(row.claimable_at.getTime() - Date.now());
      expect((await lane.claim(generation)).messages).toEqual([]);
      await makeClaimable();
      expect((await lane.claim(generation)).messages).toHaveLength(1);
    }
    waits.forEach((wait, at) => {
      const middle = 5_000 * 2 ** at;
      expect(wait).toBeGreaterThan(middle * 0.75 - 2_000);
      expect(wait).toBeLessThan(middle * 1.25 + 2_000);
    });
    await lane.report(generation, { results: [{ _id: id, outcome: rejected('later'), inDoubt: false }] });
    expect(await onlyRow()).toMatchObject({ status: 'failed', send_failure_reason: 'WhatsApp said no' });
  });

  test('later with a wait given by WhatsApp: waits at least that long', async () => {
    await lane.report(generation, { results: [{ _id: id, outcome: rejected('later', 600_000) }] });
    expect((await onlyRow()).claimable_at.getTime() - Date.now()).toBeGreaterThan(590_000);
  });

  test('never: fails with the reason, and is not claimed again', async () => {
    await lane.report(generation, { results: [{ _id: id, outcome: rejected('never') }] });
    expect(await onlyRow()).toMatchObject({ status: 'failed', send_failure_reason: 'WhatsApp said no' });
    expect((await lane.claim(generation)).messages).toEqual([]);
  });

  test('a reason that is one of our texts is stored as one, also within another', async () => {
    const refused = { ...rejected('never'), reason: text('whatsappRefused', { code: '“408”' }) };
    await lane.report(generation, { results: [{ _id: id, outcome: refused, inDoubt: false }] });
    expect(readText((await onlyRow()).send_failure_reason ?? '')).toEqual(refused.reason);
    await database.pool.query(`update messages set status = 'sending', in_doubt = true where id = $1`, [id]);
    await lane.report(generation, { results: [{ _id: id, outcome: refused, inDoubt: true }] });
    const { send_failure_reason } = await onlyRow();
    expect(readText(send_failure_reason ?? '')).toEqual(text('sentDoubtful', { reason: refused.reason }));
  });

  test('hold-lane: the message waits unchanged and nothing is sent until the lane is free', async () => {
    await lane.add();
    const result = { _id: id, outcome: rejected('hold-lane', 60_000) };
    await lane.report(generation, { results: [result] });
    expect((await lane.rows()).map((row) => [row.status, row.tries])).toEqual([
      ['pending', 0],
      ['pending', 0],
    ]);
    const held = await lane.claim(generation);
    expect(held.messages).toEqual([]);
    expect(held.nextInMs).toBeGreaterThan(50_000);
    await lane.setLane({ restricted_until: `now() - interval '1 second'` });
    expect((await lane.claim(generation)).messages).toHaveLength(2);
  });

  test('hold-lane holds known contacts as well as first contacts', async () => {
    const known = await lane.add({ to: '+447700900002' });
    await database.pool.query('insert into engine_recipients (engine_id, recipient) values ($1, $2)', [
      lane.engineId,
      '+447700900002',
    ]);
    await lane.report(generation, { results: [{ _id: id, outcome: rejected('hold-lane', 60_000) }] });
    expect((await lane.claim(generation)).messages).toEqual([]);
    await lane.setLane({ restriction_scope: `'new'` });
    expect((await lane.claim(generation)).messages).toMatchObject([{ _id: known }]);
  });

  test('unknown: parked for a person', async () => {
    await lane.report(generation, { results: [{ _id: id, outcome: { kind: 'unknown', cause: 'nobody can tell' } }] });
    expect(await onlyRow()).toMatchObject({ status: 'unknown', send_failure_reason: 'nobody can tell' });
    expect((await lane.claim(generation)).messages).toEqual([]);
  });

  test('released rows return to the lane as if they had not been claimed', async () => {
    expect(await lane.report(generation, { released: [id] })).toMatchObject({ recorded: 1, refused: [] });
    expect(await onlyRow()).toMatchObject({ status: 'pending', tries: 0, retry_count: 0 });
    expect((await lane.claim(generation)).messages[0]).toMatchObject({ _id: id, attempt: 2 });
  });

  test('unknown ids, or those of another lane, are refused by name and unchanged', async () => {
    const other = await createLaneFixture(database);
    const theirs = await other.add();
    await other.claim(await other.lease(), 1);
    const before = await other.rows();
    const nobodys = randomUUID();
    const results = [theirs, nobodys, id].map((_id) => ({ _id, outcome: accepted }));
    const answer = await lane.report(generation, { results });
    expect(answer.recorded).toBe(1);
    expect(answer.refused.sort()).toEqual([theirs, nobodys].sort());
    expect(await other.rows()).toEqual(before);
  });
});

describe('receipts and failures', () => {
  test('receipts merge by the highest level in any order, and keep the first reported time', async () => {
    await lane.report(generation, { results: [{ _id: id, outcome: accepted }] });
    const waMessageId = (await onlyRow()).wa_message_id;
    await lane.report(generation, { acks: [{ waMessageId, level: 3, atMs: 3_000 }] });
    await lane.report(generation, {
      acks: [
        { waMessageId, level: 2, atMs: 2_000 },
        { waMessageId, level: 1, atMs: 1_000 },
      ],
    });
    await lane.report(generation, {
      acks: [
        { waMessageId, level: 3, atMs: 9_000 },
        { waMessageId: 'nobody', level: 3, atMs: 1 },
      ],
    });
    expect(await onlyRow()).toMatchObject({
      ack: 3,
      read_at: new Date(3_000),
      delivered_at: new Date(3_000),
      status: 'sent',
    });
  });

  test('a receipt before the result proves the send; the result then only adds its id', async () => {
    const waMessageId = (await onlyRow()).wa_message_id;
    await lane.report(generation, { acks: [{ waMessageId, level: 2, atMs: 2_000 }] });
    expect(await onlyRow()).toMatchObject({ status: 'sent', ack: 2, delivered_at: new Date(2_000) });
    expect(await lane.report(generation, { results: [{ _id: id, outcome: accepted }] })).toMatchObject({
      recorded: 1,
      refused: [],
    });
    expect(await onlyRow()).toMatchObject({ status: 'sent', ack: 2, wire_id: 'wire' });
  });

  test('a receipt after a restart counts too, and settles a parked message', async () => {
    await lane.report(generation, { results: [{ _id: id, outcome: { kind: 'unknown', cause: 'lost' } }] });
    const waMessageId = (await onlyRow()).wa_message_id;
    await lane.report(await lane.lease(), { acks: [{ waMessageId, level: 2, atMs: 2_000 }] });
    expect(await onlyRow()).toMatchObject({ status: 'sent', ack: 2, send_failure_reason: null });
  });

  test('a message taken but not delivered failed, whatever arrives late about its being taken', async () => {
    const waMessageId = (await onlyRow()).wa_message_id;
    const failures = [{ waMessageId, code: '131026', reason: 'not deliverable' }];
    await lane.report(generation, { results: [{ _id: id, outcome: accepted }] });
    const { changed } = await lane.report(generation, { failures });
    expect(changed).toMatchObject([{ id, status: 'failed', send_failure_reason: 'not deliverable' }]);
    await lane.report(generation, { acks: [{ waMessageId, level: 1, atMs: 1_000 }], failures });
    expect(await onlyRow()).toMatchObject({ status: 'failed', ack: 1, send_failure_reason: 'not deliverable' });
  });

  test('a delivered message cannot fail any more', async () => {
    const waMessageId = (await onlyRow()).wa_message_id;
    await lane.report(generation, { acks: [{ waMessageId, level: 2, atMs: 1_000 }] });
    await lane.report(generation, { failures: [{ waMessageId, code: '131026', reason: 'not deliverable' }] });
    expect(await onlyRow()).toMatchObject({ status: 'sent', ack: 2 });
  });

  test('receipts of another lane change nothing here', async () => {
    const other = await createLaneFixture(database);
    const waMessageId = (await onlyRow()).wa_message_id;
    const before = await lane.rows();
    await other.report(await other.lease(), { acks: [{ waMessageId, level: 3, atMs: 1 }] });
    expect(await lane.rows()).toEqual(before);
  });
});

describe('in doubt', () => {
  const doubtful = (next: 'never' | 'later' | 'hold-lane', inDoubt?: boolean) => ({
    results: [{ _id: id, outcome: rejected(next), ...(inDoubt === undefined ? {} : { inDoubt }) }],
  });

  test.each(['later', 'hold-lane'] as const)(
    '%s to a retry: back in the lane, and claimed as in doubt',
    async (next) => {
      await lane.report(generation, doubtful(next, true));
      expect(await onlyRow()).toMatchObject({ status: 'pending', in_doubt: true });
      await makeClaimable();
      await lane.setLane({ restriction_scope: 'null' });
      expect((await lane.claim(generation)).messages).toMatchObject([{ _id: id, inDoubt: true }]);
    },
  );

  test('a process of protocol version 1 does not say: then it may be', async () => {
    await lane.report(generation, doubtful('later'));
    expect(await onlyRow()).toMatchObject({ status: 'pending', in_doubt: true });
  });

  test('is not needed if the first attempt would have been refused too', async () => {
    await database.pool.query('update messages set in_doubt = true where id = $1', [id]);
    const outcome = { ...rejected('never'), code: 'not-on-whatsapp' };
    await lane.report(generation, { results: [{ _id: id, outcome }] });
    expect(await onlyRow()).toMatchObject({ status: 'failed', in_doubt: false });
  });

  test('a first refusal leaves no doubt', async () => {
    await lane.report(generation, doubtful('later', false));
    expect(await onlyRow()).toMatchObject({ status: 'pending', in_doubt: false });
  });

  test('never to a retry, or later too often: a person must decide, with both reasons', async () => {
    await lane.report(generation, doubtful('never', true));
    expect(await onlyRow()).toMatchObject({
      status: 'unknown',
      send_failure_reason: '{"code":"sentDoubtful","data":{"reason":"WhatsApp said no"}}',
    });
    await database.pool.query(`update messages set status = 'sending', tries = $1 where id = $2`, [MAX_ATTEMPTS, id]);
    await lane.report(generation, doubtful('later', true));
    expect((await onlyRow()).status).toBe('unknown');
  });

  test('a message of an earlier process stays in doubt whatever the next one reports', async () => {
    const next = await lane.lease();
    expect((await lane.resume(next)).messages).toMatchObject([{ _id: id, inDoubt: true }]);
    await lane.report(next, doubtful('never'));
    expect((await onlyRow()).status).toBe('unknown');
  });

  test('receipts count after a hold, and for a cancelled message', async () => {
    await lane.report(generation, doubtful('hold-lane', true));
    const { wa_message_id: waMessageId } = await onlyRow();
    await lane.report(generation, { acks: [{ waMessageId, level: 2, atMs: 2_000 }] });
    expect(await onlyRow()).toMatchObject({ status: 'sent', ack: 2, in_doubt: false });
    await database.pool.query(`update messages set status = 'cancelled' where id = $1`, [id]);
    await lane.report(generation, { acks: [{ waMessageId, level: 3, atMs: 3_000 }] });
    expect(await onlyRow()).toMatchObject({
      status: 'sent',
      ack: 3,
      send_failure_reason: '{"code":"sentThoughCancelled"}',
    });
  });
});

test('returned: as it was, or in doubt; a late repeat returns no later claim', async () => {
  const back = { givenBack: [{ _id: id, attempt: 1, inDoubt: false }] };
  await lane.report(generation, back);
  expect(await onlyRow()).toMatchObject({ status: 'pending', tries: 0, in_doubt: false });
  expect((await lane.claim(generation)).messages).toMatchObject([{ attempt: 2, inDoubt: false }]);
  expect((await lane.report(generation, back)).refused).toEqual([id]);
  expect((await onlyRow()).status).toBe('sending');
  await lane.report(generation, { givenBack: [{ _id: id, attempt: 2, inDoubt: true }] });
  expect(await onlyRow()).toMatchObject({ status: 'pending', tries: 1, in_doubt: true });
});

test("concurrent reports of the same rows in any order don't deadlock", async () => {
  await lane.addMany(60);
  const { messages } = await lane.claim(generation);
  const results = messages.map(({ _id }) => ({ _id, outcome: accepted }));
  const acks = messages.map(({ waMessageId }) => ({ waMessageId, level: 2, atMs: 2_000 }));
  const reports = [
    ...[results, results.toReversed()].map((ordered) => ({ results: ordered })),
    ...[acks, acks.toReversed()].map((ordered) => ({ acks: ordered })),
  ];
  await Promise.all([...reports, ...reports].map((input) => lane.report(generation, input)));
  expect((await lane.rows()).filter((row) => row.status === 'sent' && row.ack === 2)).toHaveLength(60);
});

test('each day counts messages that WhatsApp took, once, by whichever proof came first, with or without limits', async () => {
  await lane.addMany(2);
  const { messages } = await lane.claim(generation);
  const [first, second] = messages;
  const yesterday = Date.now() - 86_400_000;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const counts = async () => {
    const { rows } = await database.pool.query<{ day: string; sent: number }>(
      'select day::text, sent from engine_days where engine_id = $1 order by day',
      [lane.engineId],
    );
    return rows.map((row) => [row.day, row.sent]);
  };
  const accepting = (_id: string, atMs: number) => ({
    results: [{ _id, outcome: { ...accepted, atMs } as SendOutcome }],
  });
  for (let times = 0; times < 2; times += 1) await lane.report(generation, accepting(first?._id ?? '', yesterday));
  const now = Date.now();
  await lane.report(generation, { acks: [{ waMessageId: second?.waMessageId ?? '', level: 2, atMs: now }] });
  await lane.report(generation, accepting(second?._id ?? '', now));
  expect(await counts()).toEqual([
    [day(yesterday), 1],
    [day(now), 1],
  ]);
});
