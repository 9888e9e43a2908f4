import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { act, memberOf } from '../../../../test/act.ts';
import { holdsOf } from '../../../../test/holds-of.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { cancelMessage } from '../change/cancel-message.ts';
import { restoreMessage } from '../change/restore-message.ts';
import { answerOverdue } from '../overdue/answer-overdue.ts';
import { notifyOverdue } from '../overdue/notify-overdue.ts';
import { readOverdueQuestions } from '../overdue/overdue-groups.ts';
import { beat } from './heartbeat.ts';

// Time does not pass here: due moments and the outage are set instead, by the database's clock.
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

const run = (statement: string, ...values: unknown[]) => database.pool.query(statement, values);
const ago = (minutes: number) => `now() - interval '${minutes} minutes'`;
const outFor = (minutes: number) => lane.setLane({ out_since: ago(minutes) });
/** Claims until the lane has nothing more to say at once. */
async function claimAll(): Promise<string[]> {
  const ids: string[] = [];
  for (let claims = 0; claims < 50; claims += 1) {
    const { messages, nextInMs } = await lane.claim(generation);
    ids.push(...messages.map(({ _id }) => _id));
    if (messages.length === 0 && (nextInMs === null || nextInMs > 1_000)) return ids;
  }
  throw new Error('the lane does not rest');
}
const rulesOf = (id: string) => holdsOf(database, lane.workspaceId, id);
const questions = async () => (await readOverdueQuestions(database.db, memberOf(lane), { limit: 50, skip: 0 })).data;
const outSince = async () => (await run('select out_since from engine_lanes where engine_id = $1', lane.engineId)).rows;
const notifications = async () =>
  (
    await run(
      `select data->>'count' as count, settled_at is null as open from notifications where workspace_id = $1 order by id`,
      lane.workspaceId,
    )
  ).rows;

describe('a lane that works again', () => {
  test('holds messages that an outage of more than an hour delayed by more than an hour, and sends the rest', async () => {
    const late = await lane.add({ due: ago(90) });
    const short = await lane.add({ due: ago(50) });
    await outFor(120);
    expect(await claimAll()).toEqual([short]);
    expect(await rulesOf(late)).toEqual(['overdue']);
    expect(await outSince()).toEqual([{ out_since: null }]);
  });

  test('sends everything after a shorter one, however late its limits make it', async () => {
    const late = await lane.add({ due: ago(300) });
    await outFor(55);
    expect(await claimAll()).toEqual([late]);
  });

  test('leaves messages in a working lane alone, and those in doubt', async () => {
    const late = await lane.add({ due: ago(300) });
    expect(await claimAll()).toEqual([late]);
    const doubtful = await lane.add({ due: ago(300) });
    await run('update messages set in_doubt = true where id = $1', doubtful);
    await outFor(120);
    expect(await claimAll()).toEqual([doubtful]);
  });

  test('sends messages that quiet hours held until just now, and keeps those they still hold', async () => {
    const { rows } = await run(`select to_char((${ago(30)}) at time zone 'UTC', 'HH24:MI') as ended,
      to_char((${ago(200)}) at time zone 'UTC', 'HH24:MI') as began`);
    const { began, ended } = rows[0];
    const meant = await lane.add({ due: ago(180) });
    await lane.setLane({ quiet_from: `'${began}'`, quiet_to: `'${ended}'` });
    await outFor(190);
    expect(await claimAll()).toEqual([meant]);
  });

  test('counts an outage from the end of a cap or restriction that held everything anyway', async () => {
    const capped = await lane.add({ due: ago(180) });
    await lane.setLane({ restriction_scope: `'all'`, restricted_until: ago(30) });
    await outFor(170);
    expect(await claimAll()).toEqual([capped]);
  });

  test('holds thousands, first contacts included, and leaves none at the head of its line', async () => {
    await lane.addMany(2_500, { due: ago(90) });
    await run(
      `update messages set hold_rule = 'first_contact' where id in (select id from messages where engine_id = $1 limit 300)`,
      lane.engineId,
    );
    await outFor(120);
    const fresh = await lane.add({ due: `now() - interval '1 second'` });
    expect(await claimAll()).toEqual([fresh]);
    expect(await questions()).toMatchObject([
      { campaign: null, engineId: lane.engineId, engineName: 'Main', count: 2_500 },
    ]);
  });
});

describe('the overdue question', () => {
  const overdue = async (count: number) => {
    for (let at = 0; at < count; at += 1) await lane.add({ due: ago(90 + at) });
    await outFor(200);
    await claimAll();
  };
  const answer = (how: Parameters<typeof answerOverdue>[2]['answer'], expected: number) =>
    act(database.db, lane, answerOverdue, { campaign: null, engineId: lane.engineId, expected, answer: how });

  test('is notified once, and ends with its answer: messages go out in due order', async () => {
    await overdue(3);
    const inOrder = (await lane.rows()).map(({ id }) => id);
    await notifyOverdue(database.db);
    await notifyOverdue(database.db);
    expect(await notifications()).toEqual([{ count: '3', open: true }]);
    await expect(answer({ as: 'send' }, 2)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await answer({ as: 'send' }, 3)).toMatchObject({ changed: 3, left: [] });
    expect(await claimAll()).toEqual(inOrder);
    await notifyOverdue(database.db);
    expect(await notifications()).toEqual([{ count: '3', open: false }]);
  });

  test('can move or cancel them; undoing the cancel restores the question', async () => {
    await overdue(2);
    expect(await answer({ as: 'move', date: '2090-01-01', zone: 'UTC' }, 2)).toMatchObject({ changed: 2 });
    expect((await lane.rows()).map(({ hold_rule, status }) => [hold_rule, status])).toEqual(
      Array(2).fill([null, 'pending']),
    );
    await overdue(1);
    const [held] = (await lane.rows()).filter((row) => row.hold_rule === 'overdue');
    const id = held?.id ?? '';
    await act(database.db, lane, cancelMessage, { id });
    expect(await questions()).toEqual([]);
    await act(database.db, lane, restoreMessage, { id });
    expect(await rulesOf(id)).toEqual(['overdue']);
    expect(await answer({ as: 'cancel' }, 1)).toMatchObject({ changed: 1, moveId: null });
    expect(await claimAll()).toEqual([]);
  });

  test('is one for all lanes of a campaign, whose messages go when the campaign releases them', async () => {
    const [released, overdue] = [await lane.add({ due: ago(90) }), await lane.add({ due: ago(95) })];
    const again = await lane.add({ due: ago(92) });
    const ofCampaign = `update messages set origin = 'campaign', campaign_id = 'Sale'`;
    await run(`${ofCampaign}, campaign_recipient_id = gen_random_uuid() where id = $1`, released);
    // A person's retry of a failed message, unknown to its campaign.
    await run(`${ofCampaign}, retry_of = gen_random_uuid() where id = $1`, again);
    await outFor(120);
    await claimAll();
    expect((await questions()).map(({ campaign, engineId, count }) => ({ campaign, engineId, count }))).toEqual([
      { campaign: null, engineId: lane.engineId, count: 1 },
      { campaign: 'Sale', engineId: null, count: 2 },
    ]);
    await act(database.db, lane, answerOverdue, {
      campaign: 'Sale',
      engineId: null,
      expected: 2,
      answer: { as: 'send' },
    });
    expect(await rulesOf(released)).toEqual(['campaign_paused']);
    expect(await claimAll()).toEqual([again]);
    expect(await rulesOf(overdue)).toEqual(['overdue']);
  });
});

describe('a heartbeat', () => {
  const lastSeen = (minutes: number) => run(`update lane_heartbeat set alive_at = ${ago(minutes)}`);

  test('marks lanes that send nothing, and never working ones', async () => {
    await beat(database.pool, 'ours');
    expect(await outSince()).toEqual([{ out_since: null }]);
    await lane.setLane({ expires_at: ago(3) });
    await beat(database.pool, 'ours');
    const [{ out_since: since }] = await outSince();
    expect(Date.now() - since.getTime()).toBeGreaterThan(170_000);
    await beat(database.pool, 'ours');
    expect(await outSince()).toEqual([{ out_since: since }]);
  });

  test('marks every lane after a silence of all servers, from the last beat on; a restart is no silence', async () => {
    await beat(database.pool, 'ours');
    await lastSeen(4);
    await beat(database.pool, 'ours');
    expect(await outSince()).toEqual([{ out_since: null }]);
    const late = await lane.add({ due: ago(70) });
    await lastSeen(80);
    await beat(database.pool, 'ours');
    expect(await claimAll()).toEqual([]);
    expect(await rulesOf(late)).toEqual(['overdue']);
  });

  test('of another installation holds everything more than an hour late', async () => {
    await beat(database.pool, 'ours');
    const late = await lane.add({ due: ago(70) });
    const due = await lane.add({ due: ago(10) });
    await beat(database.pool, 'a copy');
    expect(await claimAll()).toEqual([due]);
    expect(await rulesOf(late)).toEqual(['overdue']);
    await beat(database.pool, 'ours');
  });
});
