import { PLANS } from '@switchyard/contracts/billing/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { spendCredits } from '../billing/index.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { notifyCreditLimits } from './notify-credit-limits.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

const ALL = PLANS.free.creditsPerMonth;
const run = (statement: string, ...values: unknown[]) => database.pool.query(statement, values);
const spend = (workspaceId: string, credits: number) =>
  spendCredits(database.db, { workspaceId, userId: null, kind: 'ai', credits, subject: 'a test' });
async function workspace(): Promise<string> {
  const id = newId();
  await database.db.insert(workspaces).values({ id, name: 'W', slug: id, plan: 'free' });
  return id;
}
async function notificationsOf(workspaceId: string) {
  await notifyCreditLimits(database.db);
  const { rows } = await run(
    `select data->'count' as count, data->'limit' as limit, settled_at is null as open from notifications
     where workspace_id = $1 and kind = 'limit-near' order by id`,
    workspaceId,
  );
  return rows;
}

test('reaching four fifths of a month’s credits notifies once', async () => {
  const id = await workspace();
  await spend(id, ALL * 0.8 - 1);
  expect(await notificationsOf(id)).toEqual([]);
  await spend(id, 1);
  const once = [{ count: ALL * 0.8, limit: ALL, open: true }];
  expect(await notificationsOf(id)).toEqual(once);
  await spend(id, 10);
  expect(await notificationsOf(id)).toEqual(once);
});

test('the notification is settled by a larger plan, and at the end of the month', async () => {
  const [larger, later] = [await workspace(), await workspace()];
  for (const id of [larger, later]) {
    await spend(id, ALL);
    expect(await notificationsOf(id)).toMatchObject([{ open: true }]);
  }
  await run(`update workspaces set plan = 'pro' where id = $1`, larger);
  expect(await notificationsOf(larger)).toMatchObject([{ open: false }]);
  await run(`update credit_months set month = '2020-01' where workspace_id = $1`, later);
  await run(`update notifications set subject = 'credits 2020-01' where workspace_id = $1`, later);
  expect(await notificationsOf(later)).toMatchObject([{ open: false }]);
});
