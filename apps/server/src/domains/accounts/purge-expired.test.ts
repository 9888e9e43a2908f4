import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { purgeExpired } from './purge-expired.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('login sessions and mailed links are deleted after they expire, not before', async () => {
  const [present, past] = [await server.signUp(), await server.signUp()];
  const { pool, db } = server.database;
  await pool.query(
    `update login_sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)`,
    [past.email],
  );
  await pool.query(
    `insert into verifications (id, identifier, value, expires_at) values
     (gen_random_uuid(), 'past', 'x', now() - interval '1 second'), (gen_random_uuid(), 'present', 'x', now() + interval '1 hour')`,
  );
  expect(await purgeExpired(db)).toEqual({ loginSessions: 1, mailedLinks: 1 });
  expect((await pool.query('select identifier from verifications')).rows).toEqual([{ identifier: 'present' }]);
  expect((await server.call('GET', '/api/me', undefined, { token: present.token })).status).toBe(200);
  expect(await purgeExpired(db)).toEqual({ loginSessions: 0, mailedLinks: 0 });
});
