import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ANN,
  BEN,
  type BotRig,
  createBotRig,
  flowOf,
  onlySession,
  say,
  startBotServer,
} from '../../../../test/bot-rig.ts';
import type { TestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/database/columns.ts';
import { nextRun } from './next-run.ts';
import { runSchedules } from './run-schedules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startBotServer();
});
afterAll(() => server.stop());

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const onTime = { id: 'trigger', kind: 'trigger', on: 'schedule', label: 'Members', days: EVERY_DAY, at: '09:00' };
const flow = flowOf([
  onTime,
  { id: 'ask', kind: 'ask', text: 'Hello {firstName|there}, will you come?', saveAs: 'coming' },
  say('thanks', 'Noted: {coming}'),
]);

/** Adds this many contacts with the label, and one without. @returns their numbers, in the order of their ids */
async function addMembers({ lane }: BotRig, count: number): Promise<string[]> {
  const { pool } = server.database;
  const labelId = newId();
  await pool.query(`insert into labels (id, workspace_id, name) values ($1, $2, 'members')`, [
    labelId,
    lane.workspaceId,
  ]);
  await pool.query(
    `with added as (
       insert into contacts (id, workspace_id, name, mobile)
       select uuidv7(), $1, 'Guest ' || one, '+4477009' || lpad(one::text, 5, '0') from generate_series(1, $2::int) one returning id
     ) insert into contact_labels (contact_id, collection_id) select id, $3 from added`,
    [lane.workspaceId, count, labelId],
  );
  await pool.query(
    `insert into contacts (id, workspace_id, name, mobile) values (uuidv7(), $1, 'Stranger', '+447700999999')`,
    [lane.workspaceId],
  );
  const { rows } = await pool.query<{ mobile: string }>(
    'select mobile from contacts join contact_labels on contact_id = id where workspace_id = $1 order by id',
    [lane.workspaceId],
  );
  return rows.map(({ mobile }) => mobile);
}
const makeDue = (rig: BotRig, ago: string) =>
  server.database.pool.query('update bot_deployments set next_run_at = now() - $2::interval where id = $1', [
    rig.deployment._id,
    ago,
  ]);
const runAll = async () => {
  while (await runSchedules(server.platform));
};
const chats = async (rig: BotRig) =>
  (
    await server.database.pool.query<{ chat: string }>(
      'select chat from bot_sessions where workspace_id = $1 order by chat',
      [rig.lane.workspaceId],
    )
  ).rows.map(({ chat }) => chat);

describe('a schedule', () => {
  test('starts once with each contact that has its label, continues with their answers, and is due again the next day', async () => {
    const rig = await createBotRig(server, flow);
    expect(Date.parse(rig.deployment.nextRunAt ?? '')).toBeGreaterThan(Date.now());
    const members = await addMembers(rig, 130);
    await makeDue(rig, '1 minute');
    // Two workers at once, one of which dies in the middle.
    await Promise.all([runSchedules(server.platform), runSchedules(server.platform)]);
    await runAll();
    expect(await chats(rig)).toEqual(members.toSorted());
    const { rows } = await server.database.pool.query(
      'select next_run_at > now() as later, run_done_to from bot_deployments where id = $1',
      [rig.deployment._id],
    );
    expect(rows).toEqual([{ later: true, run_done_to: null }]);
    await rig.settle();
    await rig.write('yes', { chat: members[0], from: members[0] });
    const { rows: said } = await server.database.pool.query<{ body: string }>(
      `select body from messages where workspace_id = $1 and recipient = $2 order by id`,
      [rig.lane.workspaceId, members[0]],
    );
    expect(said.map(({ body }) => body)).toEqual(['Hello Guest, will you come?', 'Noted: yes']);
  });

  test('skips contacts that the deployment excludes, that opted out, or that are in a conversation', async () => {
    const rig = await createBotRig(server, flow, { contactRule: 'except', numbers: ['+447700900002'] });
    await addMembers(rig, 4);
    const { pool } = server.database;
    await pool.query(
      `insert into suppressions (id, workspace_id, mobile, cause) values (uuidv7(), $1, '+447700900003', 'person')`,
      [rig.lane.workspaceId],
    );
    await makeDue(rig, '1 minute');
    await runAll();
    await makeDue(rig, '1 minute');
    await runAll();
    // Also through another engine of the workspace.
    await pool.query(
      `with other as (
         insert into engines select (jsonb_populate_record(one, jsonb_build_object('id', uuidv7(), 'phone_number', '+447700900010'))).*
         from engines one where id = $1 returning id
       ) update bot_sessions set engine_id = other.id from other where bot_sessions.workspace_id = $2`,
      [rig.lane.engineId, rig.lane.workspaceId],
    );
    await makeDue(rig, '1 minute');
    await runAll();
    expect(await chats(rig)).toEqual(['+447700900001', '+447700900004']);
  });

  test('skips a run missed by more than an hour; an undeployed bot starts nothing', async () => {
    const rig = await createBotRig(server, flow);
    await addMembers(rig, 2);
    await makeDue(rig, '61 minutes');
    await runAll();
    expect(await chats(rig)).toEqual([]);
    await rig.call('POST', `/bots/${rig.bot._id}/undeploy`, {});
    await makeDue(rig, '1 minute');
    await runAll();
    expect(await chats(rig)).toEqual([]);
  });

  test('does not start on an incoming message', async () => {
    const rig = await createBotRig(server, flow);
    await rig.write('hi');
    expect(await rig.sessions()).toEqual([]);
  });

  test('cannot be deployed without a label', async () => {
    await expect(createBotRig(server, flowOf([{ ...onTime, label: '' }, say('a', 'a')]))).rejects.toThrow('label');
  });
});

test.each([
  ['later the same day', 'Europe/London', [7], '2026-11-22T08:00:00Z', '09:00', '2026-11-22T09:00:00.000Z'],
  ['a week later', 'Europe/London', [7], '2026-11-22T09:00:00Z', '09:00', '2026-11-29T09:00:00.000Z'],
  ['on the next selected day', 'Asia/Tokyo', [1], '2026-11-22T14:59:00Z', '00:30', '2026-11-22T15:30:00.000Z'],
  [
    'at an hour that the clocks skip',
    'Europe/Berlin',
    EVERY_DAY,
    '2026-03-29T00:30:00Z',
    '02:30',
    '2026-03-29T01:30:00.000Z',
  ],
])('%s', (_, zone, days, after, at, expected) => {
  expect(nextRun({ days, at }, zone, new Date(after))?.toISOString()).toBe(expected);
});

describe('a reply to a campaign', () => {
  const toCampaign = (campaignId: string | null) =>
    flowOf([{ id: 'trigger', kind: 'trigger', on: 'campaign', campaignId }, say('hello', 'You answered the campaign')]);

  /** A campaign whose message was sent to this number this long ago. */
  async function sentCampaign({ lane }: BotRig, to: string, ago = '1 hour'): Promise<string> {
    const { pool } = server.database;
    const [campaignId, messageId] = [newId(), await lane.add({ to })];
    await pool.query(
      `insert into campaigns (id, workspace_id, name, audience, variants, engine_ids, start_at, launch_key)
       values ($1, $2, 'Sale', '{"from": {"kind": "all"}}', '["Hi"]', '[]', now(), uuidv7())`,
      [campaignId, lane.workspaceId],
    );
    await pool.query(`update messages set status = 'sent', sent_at = now() - $2::interval where id = $1`, [
      messageId,
      ago,
    ]);
    await pool.query(
      `insert into campaign_recipients (id, workspace_id, campaign_id, mobile, name, variables, variant, due_at, outcome, outcome_at, message_id, engine_id)
       values (uuidv7(), $1, $2, $3, 'Ann', '{}', 0, now(), 'sent', now(), $4, $5)`,
      [lane.workspaceId, campaignId, to, messageId, lane.engineId],
    );
    return campaignId;
  }

  test('the first reply starts it; later replies and other people’s messages do not', async () => {
    const rig = await createBotRig(server, toCampaign(null));
    await sentCampaign(rig, ANN);
    await rig.write('Tell me more');
    await rig.write('And more');
    await rig.write('Hello', { chat: BEN, from: BEN });
    expect(await onlySession(rig)).toMatchObject({ status: 'completed' });
    expect(await rig.sent()).toEqual(['You answered the campaign']);
  });

  test('only for its own campaign, within a week, and before a bot that answers any message', async () => {
    const rig = await createBotRig(server, flowOf([{ id: 'trigger', kind: 'trigger' }, say('any', 'Anything')]));
    const campaignId = await sentCampaign(rig, ANN);
    await sentCampaign(rig, BEN, '8 days');
    await createBotRig(server, toCampaign(campaignId), {}, { other: rig.lane });
    const last = await createBotRig(server, toCampaign(newId()), {}, { other: rig.lane });
    await last.write('Tell me more');
    await last.write('Tell me more', { chat: BEN, from: BEN });
    expect((await last.sent()).toSorted()).toEqual(['Anything', 'You answered the campaign']);
  });
});
