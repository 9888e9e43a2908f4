import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/database/columns.ts';
import { deliverPending } from '../../notifications/deliver-pending.ts';
import { notify } from '../../notifications/index.ts';

const MOBILE = '+447700900701';

let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  lane = await createLaneFixture(server.database);
  await lane.lease();
  await run('insert into notification_numbers (user_id, mobile) values ($1, $2)', lane.userId, MOBILE);
  await choose('{page,whatsapp}');
  await run(
    `insert into workspace_members (id, organization_id, user_id, role) values ($1, $2, $3, 'owner')`,
    newId(),
    lane.workspaceId,
    lane.userId,
  );
});

const run = (statement: string, ...values: unknown[]) => server.database.pool.query(statement, values);
const choose = (channels: string) =>
  run(
    `insert into notification_preferences (user_id, kind, channels) values ($1, 'campaign-paused', $2)
     on conflict (user_id, kind) do update set channels = excluded.channels`,
    lane.userId,
    channels,
  );

/** Triggers a notification and delivers it. */
async function happens(): Promise<void> {
  const { workspaceId } = lane;
  const notification = { kind: 'campaign-paused', subject: newId(), data: { name: 'Spring' } } as const;
  await notify(server.database.db, { ...notification, workspaceId, userId: null });
  await deliverPending(server.platform);
}

test('members who want WhatsApp notifications get one message, through a connected engine', async () => {
  await happens();
  await deliverPending(server.platform);
  expect(await lane.rows()).toMatchObject([{ recipient: MOBILE, status: 'pending', engine_id: lane.engineId }]);
  const { rows } = await run('select body from messages where workspace_id = $1', lane.workspaceId);
  expect(rows[0].body).toMatch(/^Switchyard, Ours: The campaign Spring won’t send.*\n.*\/campaigns$/);
});

test.each([
  ['the engine is not connected', () => run(`update engines set status = 'disconnected' where id = $1`, lane.engineId)],
  ['nobody works its lane', () => lane.setLane({ expires_at: `now() - interval '1 second'` })],
  ['WhatsApp holds it back', () => lane.setLane({ restriction_scope: `'all'`, restricted_until: 'null' })],
  ['the plan holds it', () => run('update engines set plan_held_at = now() where id = $1', lane.engineId)],
  ['they chose another way', () => choose('{page}')],
  ['they said no number', () => run('delete from notification_numbers where user_id = $1', lane.userId)],
  [
    'they asked for no more messages',
    () =>
      run(
        `insert into suppressions (id, workspace_id, mobile, cause, words) values ($1, $2, $3, 'stop-word', 'STOP')`,
        newId(),
        lane.workspaceId,
        MOBILE,
      ),
  ],
])('nothing is written while %s', async (_why, setUp) => {
  await setUp();
  await happens();
  const { rowCount } = await run('select from messages where workspace_id = $1', lane.workspaceId);
  expect(rowCount).toBe(0);
});
