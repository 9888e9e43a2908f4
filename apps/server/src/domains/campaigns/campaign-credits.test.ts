import type { Text } from '@switchyard/contracts/text/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignRig, EVERYBODY } from '../../../test/campaign-rig.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { creditsLeft } from '../billing/index.ts';
import { EXPAND_BATCH_SIZE } from './expand.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { workspace, step } = campaignRig(() => server);

/** The credits of the rig's plan. */
const CREDITS = 20_000;

const ledgerOf = async (workspaceId: string) =>
  (
    await server.database.pool.query<{ credits: number; kind: string }>(
      'select credits, kind from credit_entries where workspace_id = $1 order by created_at',
      [workspaceId],
    )
  ).rows;
const leftOf = async (workspaceId: string) => (await creditsLeft(server.database.db, workspaceId)).left;
const leave = (workspaceId: string, left: number) =>
  server.database.pool.query('update credit_months set spent = $2 where workspace_id = $1', [
    workspaceId,
    CREDITS - left,
  ]);

test('a launch costs one credit per recipient, once; with too few, it is refused with the renewal date, and the pre-flight says so', async () => {
  const { workspaceId, launch, ask } = await workspace(600);
  const draft = { name: 'Sale', audience: EVERYBODY, variants: ['Hi {name} of {city}'] };
  const spent = () => ledgerOf(workspaceId);
  const launchKey = newId();
  // Every tenth contact has no city.
  for (let times = 0; times < 2; times += 1) expect((await launch({ ...draft, launchKey })).status).toBe(201);
  expect(await spent()).toEqual([{ credits: 540, kind: 'campaign' }]);

  await leave(workspaceId, 539);
  const check = () => ask<{ forecast: object | null; blockedBy: Text | null }>('POST', '/api/campaigns/check', draft);
  const before = (await check()).body;
  expect(before).toMatchObject({
    forecast: null,
    blockedBy: { code: 'campaignCredits', data: { needed: 540, left: 539 } },
  });
  const refused = await launch(draft);
  expect(refused).toMatchObject({ status: 409, body: { code: 'NO_CREDITS_LEFT', data: { left: 539, needed: 540 } } });
  expect(await spent()).toHaveLength(1);
  const { body } = await ask<{ total: number }>('GET', '/api/campaigns');
  expect(body.total).toBe(1);
});

test('the possible cost is reserved until recipients are counted, and the rest is returned', async () => {
  const { workspaceId, launch } = await workspace(EXPAND_BATCH_SIZE + 20);
  const draft = { variants: ['Hi {name} of {city}'] };
  await launch(draft);
  expect(await ledgerOf(workspaceId)).toEqual([]);
  expect(await leftOf(workspaceId)).toBe(CREDITS - EXPAND_BATCH_SIZE - 20);
  await step();
  expect(await ledgerOf(workspaceId)).toEqual([{ kind: 'campaign', credits: 1_800 }]);
  expect(await leftOf(workspaceId)).toBe(CREDITS - 1_800);
  await step();
  expect(await ledgerOf(workspaceId)).toHaveLength(1);
});

test('cancelled before all are added, a campaign costs those added so far', async () => {
  const { workspaceId, launch, ask } = await workspace(EXPAND_BATCH_SIZE + 20);
  const { body } = await launch();
  expect((await ask('POST', `/api/campaigns/${body._id}/cancel`)).status).toBe(200);
  await step();
  expect(await ledgerOf(workspaceId)).toEqual([{ kind: 'campaign', credits: EXPAND_BATCH_SIZE }]);
  expect(await leftOf(workspaceId)).toBe(CREDITS - EXPAND_BATCH_SIZE);
});

test('a launch succeeds if its recipients fit the balance, even if its contacts do not', async () => {
  const { workspaceId, launch } = await workspace(20);
  await launch();
  await leave(workspaceId, 18);
  expect((await launch({ variants: ['{city}'] })).status).toBe(201);
  expect(await leftOf(workspaceId)).toBe(0);
  expect((await launch({ variants: ['{city}'] })).status).toBe(409);
});
