import type { Subscription } from '@switchyard/contracts/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let demo: TestServer;
let real: TestServer;
beforeAll(async () => {
  [demo, real] = await Promise.all([startTestServer({ config: { demo: true } }), startTestServer()]);
});
afterAll(() => Promise.all([demo.stop(), real.stop()]));

const read = (server: TestServer, token: string) =>
  server.call<Subscription>('GET', '/api/subscription', undefined, { token });
const change = (server: TestServer, token: string, plan: string, headers = {}) =>
  server.call<Subscription>('POST', '/api/subscription/plan', { plan }, { token, headers });

test('in the demo the owner changes the plan, which is recorded once and raises the allowed engine count', async () => {
  const { token, name } = await demo.signUp();
  expect((await read(demo, token)).body).toMatchObject({ plan: 'free', mayChange: true, changes: [] });
  expect((await change(demo, token, 'pro')).body).toMatchObject({
    plan: 'pro',
    changes: [{ from: 'free', to: 'pro', by: name }],
  });
  expect((await change(demo, token, 'pro')).body.changes).toHaveLength(1);
  const me = await demo.call('GET', '/api/me', undefined, { token });
  expect(me.body).toMatchObject({ allowedEngineCount: 1, workspace: { plan: 'pro' } });
  expect((await change(demo, token, 'platinum')).status).toBe(422);
});

test('outside the demo only a platform admin may; nobody else changes anything', async () => {
  const { token, email } = await real.signUp();
  expect((await change(real, token, 'pro')).status).toBe(403);
  expect((await read(real, token)).body).toMatchObject({ plan: 'free', mayChange: false, changes: [] });
  await real.database.pool.query(`update users set role = 'admin' where email = $1`, [email]);
  expect((await change(real, token, 'pro')).body.plan).toBe('pro');
});

test('a member and support mode may look only; another workspace keeps its plan', async () => {
  const owner = await demo.signUp();
  const { rows } = await demo.database.pool.query<{ id: string }>('select id from users where email = $1', [
    owner.email,
  ]);
  const admin = await demo.signUp();
  await demo.database.pool.query(`update users set role = 'admin' where email = $1`, [admin.email]);
  const support = { 'x-supported-user-id': rows[0]?.id ?? '' };
  expect((await change(demo, admin.token, 'pro', support)).status).toBe(403);
  await demo.database.pool.query(`update workspace_members set role = 'member' where user_id = $1`, [rows[0]?.id]);
  expect((await change(demo, owner.token, 'pro')).status).toBe(403);
  const other = await demo.signUp();
  await change(demo, other.token, 'pro');
  expect((await read(demo, owner.token)).body).toMatchObject({ plan: 'free', mayChange: false });
});
