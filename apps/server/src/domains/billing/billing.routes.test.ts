import type { Invoice } from '@switchyard/contracts/billing/invoices';
import type { Subscription } from '@switchyard/contracts/billing/operations';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { settlePlans } from './settle-plans.ts';
import { monthsAfter } from './subscription.queries.ts';

let demo: TestServer;
let real: TestServer;
beforeAll(async () => {
  [demo, real] = await Promise.all([startTestServer({ config: { demo: true } }), startTestServer()]);
});
afterAll(() => Promise.all([demo?.stop(), real?.stop()]));

const read = async (server: TestServer, token: string) =>
  (await server.call<Subscription>('GET', '/api/subscription', undefined, { token })).body;
const change = (server: TestServer, token: string, plan: string, headers = {}) =>
  server.call<Subscription>('POST', '/api/subscription/plan', { plan }, { token, headers });
const startTrial = (server: TestServer, token: string) =>
  server.call<Subscription>('POST', '/api/subscription/trial', {}, { token });
const invoicesOf = async (server: TestServer, token: string) =>
  (await server.call<{ data: Invoice[]; total: number }>('GET', '/api/invoices', undefined, { token })).body.data;

async function owner(server: TestServer) {
  const person = await server.signUp();
  const { body } = await server.call<{ _id: string; workspace: { _id: string } }>('GET', '/api/me', undefined, person);
  return { ...person, userId: body._id, workspaceId: body.workspace._id };
}
async function platformAdmin(server: TestServer) {
  const person = await owner(server);
  await server.database.pool.query(`update users set role = 'admin' where id = $1`, [person.userId]);
  return person;
}
/** Lets time pass for one workspace: moves all timestamps of its plan back by an interval. */
const passTime = (server: TestServer, workspaceId: string, interval: string) =>
  server.database.pool.query(
    `update subscriptions set anchored_at = anchored_at - $2::interval, period_ends_at = period_ends_at - $2::interval,
       next_at = next_at - $2::interval where workspace_id = $1`,
    [workspaceId, interval],
  );
const addEngine = async (server: TestServer, { workspaceId, userId }: { workspaceId: string; userId: string }) => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, desired, status)
     values (uuidv7(), $1, $2, 'One', 'simulator', 'x', 'running', 'connected') returning id`,
    [workspaceId, userId],
  );
  return rows[0]?.id ?? '';
};
const isHeld = async (server: TestServer, engineId: string) =>
  (await server.database.pool.query('select plan_held_at from engines where id = $1', [engineId])).rows[0]
    .plan_held_at !== null;

test('in the demo an upgrade begins at once and its invoice is paid', async () => {
  const { token, name } = await demo.signUp();
  expect(await read(demo, token)).toMatchObject({
    plan: 'free',
    mayChange: true,
    mayTry: true,
    changes: [],
    next: null,
  });
  expect((await change(demo, token, 'pro')).body).toMatchObject({
    plan: 'pro',
    changes: [{ from: 'free', to: 'pro', by: name }],
  });
  expect((await change(demo, token, 'pro')).body.changes).toHaveLength(1);
  const me = await demo.call('GET', '/api/me', undefined, { token });
  expect(me.body).toMatchObject({ allowedEngineCount: 1, workspace: { plan: 'pro' } });
  expect(await invoicesOf(demo, token)).toMatchObject([{ status: 'paid', plan: 'pro', amountCents: 1_900 }]);
  expect((await change(demo, token, 'platinum')).status).toBe(422);
});

test('an upgrade begins at once with an open invoice, which blocks the next purchase until an admin marks it as paid', async () => {
  const [person, admin] = [await owner(real), await platformAdmin(real)];
  expect((await change(real, person.token, 'pro')).body.plan).toBe('pro');
  const [invoice] = await invoicesOf(real, person.token);
  expect(invoice).toMatchObject({ status: 'open', amountCents: 1_900 });
  expect((await change(real, person.token, 'business')).body).toMatchObject({ code: 'PAYMENT_PENDING' });
  const path = `/api/invoices/${invoice?._id}/paid`;
  expect((await real.call('POST', path, {}, person)).status).toBe(403);
  expect((await real.call('POST', path, {}, admin)).body).toMatchObject({ status: 'paid', paidBy: admin.name });
  expect((await real.call('POST', path, {}, admin)).status).toBe(200);
  expect((await change(real, person.token, 'business')).body).toMatchObject({
    plan: 'business',
    openInvoiceId: expect.any(String),
  });
});

test('a downgrade begins at the end of the month, can be cancelled, is announced, and holds engines without deleting any', async () => {
  const person = await owner(demo);
  await change(demo, person.token, 'business');
  const engines = [await addEngine(demo, person), await addEngine(demo, person)];
  const [first = '', second = ''] = engines;
  const down = await change(demo, person.token, 'pro');
  expect(down.body).toMatchObject({ plan: 'business', next: { plan: 'pro', reason: 'asked' } });
  expect(down.body.next?.at).toBe(down.body.periodEndsAt);
  expect((await change(demo, person.token, 'business')).body).toMatchObject({ plan: 'business', next: null });
  await change(demo, person.token, 'pro');

  await passTime(demo, person.workspaceId, '1 month');
  // The plan counts as ended even before the worker has run.
  expect((await read(demo, person.token)).plan).toBe('pro');
  await settlePlans(demo.platform);
  expect(await read(demo, person.token)).toMatchObject({ plan: 'pro', next: null });
  expect([await isHeld(demo, first), await isHeld(demo, second)]).toEqual([false, true]);
  const { body: listed } = await demo.call<{ data: { _id: string; isHeldByPlan: boolean }[] }>(
    'GET',
    '/api/engines',
    undefined,
    person,
  );
  expect(listed.data.filter((engine) => engine.isHeldByPlan).map(({ _id }) => _id)).toEqual([second]);

  expect((await change(demo, person.token, 'business')).body.plan).toBe('business');
  expect([await isHeld(demo, first), await isHeld(demo, second)]).toEqual([false, false]);
});

test('deleting an engine releases one that was on hold', async () => {
  const person = await owner(demo);
  await change(demo, person.token, 'business');
  const [first, second] = [await addEngine(demo, person), await addEngine(demo, person)];
  await change(demo, person.token, 'pro');
  await passTime(demo, person.workspaceId, '1 month');
  await settlePlans(demo.platform);
  expect(await isHeld(demo, second)).toBe(true);
  expect((await demo.call('DELETE', `/api/sessions/${first}`, undefined, person)).status).toBe(200);
  expect(await isHeld(demo, second)).toBe(false);
});

test('a workspace has one trial, which is free and ends on its own; its owners are notified once, a week before', async () => {
  const person = await owner(real);
  const trial = (await startTrial(real, person.token)).body;
  expect(trial).toMatchObject({ plan: 'pro', isTrial: true, mayTry: false, next: { plan: 'free', reason: 'trial' } });
  expect(Date.parse(trial.next?.at ?? '') - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
  expect(await invoicesOf(real, person.token)).toEqual([]);
  const notices = async () =>
    (
      await real.database.pool.query(`select from notifications where workspace_id = $1 and kind = 'plan'`, [
        person.workspaceId,
      ])
    ).rowCount;
  await settlePlans(real.platform);
  expect(await notices()).toBe(0);
  await passTime(real, person.workspaceId, '8 days');
  await settlePlans(real.platform);
  await settlePlans(real.platform);
  expect(await notices()).toBe(1);
  await passTime(real, person.workspaceId, '7 days');
  await settlePlans(real.platform);
  expect(await read(real, person.token)).toMatchObject({ plan: 'free', isTrial: false, mayTry: false, next: null });
  expect((await startTrial(real, person.token)).body).toMatchObject({ code: 'TRIAL_USED' });
});

test('a sign-up starts the trial of Pro, unless billing is off', async () => {
  const [trying, without] = await Promise.all([
    startTestServer({ config: { trialAtSignUp: true } }),
    startTestServer({ config: { trialAtSignUp: true, billing: 'off' } }),
  ]);
  const person = await owner(trying);
  const began = await read(trying, person.token);
  expect(began).toMatchObject({ plan: 'pro', isTrial: true, mayTry: false, next: { plan: 'free', reason: 'trial' } });
  expect(began.changes).toMatchObject([{ from: 'free', to: 'pro', by: 'sign-up' }]);
  expect(await invoicesOf(trying, person.token)).toEqual([]);
  const { rows } = await without.database.pool.query('select plan from workspaces where id = $1', [
    (await owner(without)).workspaceId,
  ]);
  expect(rows).toEqual([{ plan: 'free' }]);
  await Promise.all([trying.stop(), without.stop()]);
});

test('a tried plan can be bought and then continues', async () => {
  const person = await owner(demo);
  await startTrial(demo, person.token);
  expect((await change(demo, person.token, 'pro')).body).toMatchObject({ plan: 'pro', isTrial: false, next: null });
  await passTime(demo, person.workspaceId, '15 days');
  await settlePlans(demo.platform);
  expect((await read(demo, person.token)).plan).toBe('pro');
});

test('months follow each other, each with one invoice; an unpaid month is the last', async () => {
  const [person, admin] = [await owner(real), await platformAdmin(real)];
  await change(real, person.token, 'pro');
  const [first] = await invoicesOf(real, person.token);
  await real.call('POST', `/api/invoices/${first?._id}/paid`, {}, admin);
  await passTime(real, person.workspaceId, '1 month');
  await settlePlans(real.platform);
  await settlePlans(real.platform);
  const listed = await invoicesOf(real, person.token);
  expect(listed.map(({ status }) => status)).toEqual(['open', 'paid']);
  expect(Date.parse(listed[0]?.until ?? '')).toBeGreaterThan(Date.now());

  await passTime(real, person.workspaceId, '26 days');
  await settlePlans(real.platform);
  expect((await read(real, person.token)).next).toMatchObject({ plan: 'free', reason: 'unpaid' });
  await real.call('POST', `/api/invoices/${listed[0]?._id}/paid`, {}, admin);
  expect((await read(real, person.token)).next).toBeNull();
});

test('an unpaid plan ends with its month, and cannot be bought again before it is paid', async () => {
  const person = await owner(real);
  await change(real, person.token, 'pro');
  await passTime(real, person.workspaceId, '1 month');
  await settlePlans(real.platform);
  expect((await read(real, person.token)).plan).toBe('free');
  expect((await change(real, person.token, 'pro')).body).toMatchObject({ code: 'PAYMENT_PENDING' });
  expect(await invoicesOf(real, person.token)).toHaveLength(1);
});

test('paying does not cancel a chosen downgrade, and choosing does not keep an unpaid plan', async () => {
  const [chooser, debtor, admin] = [await owner(real), await owner(real), await platformAdmin(real)];
  await change(real, chooser.token, 'business');
  await change(real, chooser.token, 'pro');
  const [invoice] = await invoicesOf(real, chooser.token);
  expect((await real.call('POST', `/api/invoices/${invoice?._id}/paid`, {}, admin)).status).toBe(200);
  expect((await read(real, chooser.token)).next).toMatchObject({ plan: 'pro', reason: 'asked' });

  await change(real, debtor.token, 'pro');
  await passTime(real, debtor.workspaceId, '26 days');
  await settlePlans(real.platform);
  for (const plan of ['pro', 'free']) {
    expect((await change(real, debtor.token, plan)).status).toBe(200);
    expect((await read(real, debtor.token)).next).toMatchObject({ plan: 'free', reason: 'unpaid' });
  }
});

test.each(['2027-01-31T12:00Z', '2027-03-28T01:30Z', '2027-10-31T01:30Z', '2028-02-29T23:59Z'])(
  'a month from %s ends on the same day of the next month or its last one, despite clock changes',
  async (at) => {
    const ends = await real.database.db.transaction(async (tx) => {
      await tx.execute(sql`set local time zone 'Europe/Berlin'`);
      const { rows } = await tx.execute<{ ends: string }>(
        sql`select to_char(${monthsAfter(sql`${at}::timestamptz`, 1)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ends`,
      );
      return new Date(rows[0]?.ends ?? '');
    });
    const began = new Date(at);
    const lastDay = new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth() + 2, 0)).getUTCDate();
    expect(ends.getUTCDate()).toBe(Math.min(began.getUTCDate(), lastDay));
    expect(ends.getUTCHours()).toBe(began.getUTCHours());
  },
);

describe('refuses and changes nothing', () => {
  const sum = async ({ database }: TestServer) => {
    const { rows } = await database.pool.query(
      `select (select md5(string_agg(s::text, '' order by s::text)) from subscriptions s) as s,
        (select md5(string_agg(i::text, '' order by i::text)) from invoices i) as i,
        (select md5(string_agg(w.plan, '' order by w.id)) from workspaces w) as w, (select count(*) from plan_changes) as c`,
    );
    return rows;
  };

  test.each<[string, (them: { token: string }) => [string, string, unknown, Record<string, string>?], number]>([
    ['an unknown plan', () => ['POST', '/api/subscription/plan', { plan: 'gold' }], 422],
    ['a plan that is not text', () => ['POST', '/api/subscription/plan', { plan: { $ne: 'free' } }], 422],
    ['no plan at all', () => ['POST', '/api/subscription/plan', {}], 422],
    ['an unknown invoice', () => ['GET', '/api/invoices/01920000-0000-7000-8000-000000000000', undefined], 404],
    ['an invoice without an id', () => ['GET', '/api/invoices/none', undefined], 404],
    ['marking paid as an owner', () => ['POST', '/api/invoices/01920000-0000-7000-8000-000000000000/paid', {}], 403],
    ['the open invoices of all workspaces', () => ['GET', '/api/open-invoices', undefined], 403],
    ['billing details that are too long', () => ['PUT', '/api/subscription/bill-to', { billTo: 'x'.repeat(501) }], 422],
    [
      'billing details with a control character',
      () => ['PUT', '/api/subscription/bill-to', { billTo: 'a\u0000b' }],
      422,
    ],
    ['an invalid month', () => ['GET', '/api/credits/usage?month=2026-13', undefined], 422],
    ['a month with SQL in it', () => ['GET', `/api/credits?month=2026-01'--`, undefined], 422],
    ['a page of a million', () => ['GET', '/api/credits?limit=1000000', undefined], 422],
  ])('%s', async (_name, request, status) => {
    const person = await owner(demo);
    const before = await sum(demo);
    const [method, path, body] = request(person);
    expect((await demo.call(method, path, body, person)).status).toBe(status);
    expect(await sum(demo)).toEqual(before);
  });

  test('if a member chooses a plan or starts a trial', async () => {
    const person = await owner(demo);
    await demo.database.pool.query(`update workspace_members set role = 'member' where user_id = $1`, [person.userId]);
    const before = await sum(demo);
    expect((await change(demo, person.token, 'pro')).status).toBe(403);
    expect((await startTrial(demo, person.token)).status).toBe(403);
    expect(await sum(demo)).toEqual(before);
  });

  test('twelve concurrent purchases count once', async () => {
    const person = await owner(real);
    const answers = await Promise.all(Array.from({ length: 12 }, () => change(real, person.token, 'pro')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await invoicesOf(real, person.token)).toHaveLength(1);
  });
});

test('with BILLING=off everything is available and nothing is sold', async () => {
  const server = await startTestServer({ config: { billing: 'off' } });
  try {
    const { token } = await server.signUp();
    expect(await read(server, token)).toMatchObject({ isOn: false, mayChange: false, mayTry: false });
    expect((await change(server, token, 'pro')).status).toBe(403);
    const me = await server.call<{ allowedEngineCount: number }>('GET', '/api/me', undefined, { token });
    expect(me.body.allowedEngineCount).toBeGreaterThan(1_000);
    expect((await server.call('POST', '/api/sessions', {}, { token })).status).toBe(201);
  } finally {
    await server.stop();
  }
});
