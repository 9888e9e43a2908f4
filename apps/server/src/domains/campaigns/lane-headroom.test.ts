// Recipients who cannot be messaged now hold up nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignRig } from '../../../test/campaign-rig.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

type Workspace = Awaited<ReturnType<ReturnType<typeof campaignRig>['workspace']>>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { workspace, step, report } = campaignRig(() => server);
const run = (text: string, ...values: unknown[]) => server.database.pool.query(text, values);

/** The first 1,200 of 1,300 contacts differ from the last hundred. */
const FIRST = `mobile <= '+447700901200'`;
const sentToLast = async ({ messages }: Workspace) =>
  (await messages()).filter((row) => row.status === 'sent' && row.recipient > '+447700901200').length;
/** Does what a claim does with held messages, and an engine with the others. */
async function work({ workspaceId }: Workspace, hold: string, rounds = 8): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await run(
      `update messages set hold_rule = '${hold}', claimable_at = now() + interval '8 hours'
       where workspace_id = $1 and status = 'pending' and hold_rule is null and recipient <= '+447700901200'`,
      workspaceId,
    );
    await report(workspaceId, 'sent');
    await step();
  }
}
const mostHeld = async ({ messages }: Workspace) =>
  (await messages()).filter((row) => row.status === 'pending' && row.hold_rule !== null).length;

/** Hours of the day that include now in UTC, and some more. */
function hoursOn() {
  const hour = new Date().getUTCHours();
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  return { from: at(23), to: at(8) };
}

test('recipients in quiet hours hold up no others, and few of them are in the lane', async () => {
  const rig = await workspace(1_300);
  await run(
    `update contacts set quiet_hours = $2, zone = 'UTC' where workspace_id = $1 and ${FIRST}`,
    rig.workspaceId,
    hoursOn(),
  );
  await rig.launch();
  await work(rig, 'quiet_hours');
  expect(await sentToLast(rig)).toBe(100);
  expect(await mostHeld(rig)).toBeLessThanOrEqual(1_000);
  // They are checked again before their hours end, in case those change.
  await run(`update contacts set quiet_hours = null where workspace_id = $1`, rig.workspaceId);
  await step(new Date(Date.now() + 16 * 60_000));
  const { rows } = await run(
    `select count(*)::int as waiting from campaign_recipients where workspace_id = $1 and due_at > now() + interval '16 minutes'`,
    rig.workspaceId,
  );
  expect(rows).toEqual([{ waiting: 0 }]);
});

test('waiting first contacts hold up no known contacts', async () => {
  const rig = await workspace(1_300);
  await run('update engine_lanes set new_per_minute = 1, burst = 1 where engine_id = $1', rig.engineId);
  await run(
    `insert into engine_recipients (engine_id, recipient) select $2, mobile from contacts where workspace_id = $1 and not ${FIRST}`,
    rig.workspaceId,
    rig.engineId,
  );
  await rig.launch();
  await work(rig, 'first_contact');
  expect(await sentToLast(rig)).toBe(100);
  expect(await mostHeld(rig)).toBeLessThanOrEqual(1_000);
});

test('an engine that sends nothing keeps only its share: the others send the rest', async () => {
  const rig = await workspace(1_300);
  const other = await rig.addEngine('Second');
  await rig.launch({ engineIds: [rig.engineId, other] });
  for (let round = 0; round < 10; round += 1) {
    await run(
      `update messages set status = 'sent', sent_at = now() where workspace_id = $1 and status = 'pending' and engine_id = $2`,
      rig.workspaceId,
      other,
    );
    await step();
  }
  const waits = (await rig.messages()).filter(({ status }) => status === 'pending');
  expect(new Set(waits.map((row) => row.engine_id))).toEqual(new Set([rig.engineId]));
  expect(waits).toHaveLength(250);
  expect((await rig.messages()).length).toBe(1_300);
});

test('engines take turns, even if messages arrive one by one', async () => {
  const rig = await workspace(60);
  const other = await rig.addEngine('Second');
  const { body } = await rig.launch({ engineIds: [rig.engineId, other], perMinute: 60 });
  for (let second = 1; second < 45; second += 1) await step(new Date(Date.now() + second * 1_000));
  expect((await rig.get(body._id)).counts).toMatchObject({ 'under-way': 60 });
  const own = (await rig.messages()).filter((row) => row.engine_id === other).length;
  expect(own).toBeGreaterThan(12);
  expect(own).toBeLessThan(48);
});

test('recipients whose window is closed for long hold up none whose window is open', async () => {
  const rig = await workspace(1_300);
  const { from, to } = hoursOn();
  // Open where the last hundred live, and closed on the other side of the world.
  await run(
    `update contacts set zone = case when ${FIRST} then 'Etc/GMT-12' else 'UTC' end where workspace_id = $1`,
    rig.workspaceId,
  );
  await rig.launch({ window: { from, to } });
  for (let round = 0; round < 2; round += 1) {
    await step();
    await report(rig.workspaceId, 'sent');
  }
  expect(await sentToLast(rig)).toBe(100);
});
