import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Database } from '../../../platform/database/database.ts';
import { workspaces } from '../../workspaces/workspaces.schema.ts';
import { listCredits, readUsage } from './read-credits.ts';
import { creditsLeft, type Spending, spendCredits, spendReserved } from './spend-credits.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

async function workspaceOn(plan: string): Promise<string> {
  const id = newId();
  await database.db.insert(workspaces).values({ id, name: 'W', slug: id, plan });
  return id;
}
const spend = (workspaceId: string, kind: Spending['kind'], credits: number) =>
  spendCredits(database.db, { workspaceId, userId: null, kind, credits, subject: 'a test' });
const left = async (workspaceId: string) => (await creditsLeft(database.db, workspaceId)).left;

test('spending appears in the ledger and reduces what is left, until the next month', async () => {
  const id = await workspaceOn('free');
  await spend(id, 'ai', 30);
  await spend(id, 'campaign', 12);
  await spend(id, 'ai', 0);
  expect(await left(id)).toBe(458);
  const { renewsAt } = await creditsLeft(database.db, id);
  expect([renewsAt.getUTCDate(), renewsAt.getUTCHours(), renewsAt > new Date()]).toEqual([1, 0, true]);
  const usage = await readUsage(database.db, id, new Date());
  expect(usage).toMatchObject({ limit: 500, spent: 42, days: [{ ai: 30, campaign: 12 }] });
  const { data, total } = await listCredits(database.db, id, new Date(), { limit: 1, skip: 0 });
  expect([data.length, total, data[0]?.kind]).toEqual([1, 2, 'campaign']);
  await database.pool.query(`update credit_months set month = '2020-01' where workspace_id = $1`, [id]);
  expect(await left(id)).toBe(500);
});

test('a campaign must fit completely; model output only needs some credits left', async () => {
  const id = await workspaceOn('free');
  await expect(spend(id, 'campaign', 501)).rejects.toMatchObject({ code: 'NO_CREDITS_LEFT', data: { left: 500 } });
  expect(await left(id)).toBe(500);
  await spend(id, 'campaign', 499);
  await spend(id, 'ai', 5);
  expect(await left(id)).toBe(0);
  await expect(spend(id, 'ai', 1)).rejects.toMatchObject({ code: 'NO_CREDITS_LEFT' });
  // Work that is already done is still charged.
  await spendCredits(database.db, {
    workspaceId: id,
    userId: null,
    kind: 'ai',
    credits: 3,
    subject: 'x',
    isDone: true,
  });
  expect(await readUsage(database.db, id, new Date())).toMatchObject({ spent: 507 });
});

test('the rest of a reservation returns to the month it was made in', async () => {
  const [id, other] = [await workspaceOn('free'), await workspaceOn('free')];
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() - 1, 15);
  const month = at.toISOString().slice(0, 7);
  for (const workspaceId of [id, other]) {
    await spend(workspaceId, 'campaign', 100);
    await database.pool.query('insert into credit_months (workspace_id, month, spent) values ($1, $2, 100)', [
      workspaceId,
      month,
    ]);
  }
  const alreadyDone = { workspaceId: id, userId: null, kind: 'campaign', credits: 30, subject: 'a test' } as const;
  await spendReserved(database.db, { ...alreadyDone, reserved: 100, at });
  const spentThen = async (workspaceId: string) => {
    const { rows } = await database.pool.query<{ spent: string }>(
      'select spent from credit_months where workspace_id = $1 and month = $2',
      [workspaceId, month],
    );
    return Number(rows[0]?.spent);
  };
  expect([await left(id), await spentThen(id)]).toEqual([400, 30]);
  expect([await left(other), await spentThen(other)]).toEqual([400, 100]);
});

test('a hundred concurrent callers spend no credit twice', async () => {
  const id = await workspaceOn('free');
  const spent = await Promise.allSettled(Array.from({ length: 100 }, () => spend(id, 'campaign', 10)));
  expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(await left(id)).toBe(0);
  expect((await readUsage(database.db, id, new Date())).spent).toBe(500);
});

test('a rolled-back transaction spends nothing', async () => {
  const id = await workspaceOn('pro');
  const failing = database.db.transaction(async (tx) => {
    await spendCredits(tx, { workspaceId: id, userId: null, kind: 'ai', credits: 7, subject: 'x' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await left(id)).toBe(20_000);
});

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %s as a number of credits', async (credits) => {
  const id = await workspaceOn('pro');
  await expect(spend(id, 'ai', credits)).rejects.toThrow('not a valid number of credits');
  expect(await left(id)).toBe(20_000);
});
