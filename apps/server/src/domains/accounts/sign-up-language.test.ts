import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { users } from './accounts.schema.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { cluster: 'none' } });
});
afterAll(() => server.stop());

test.each([
  ['he', 200, [{ language: 'he' }]],
  [undefined, 200, [{ language: null }]],
  ['xx', 422, []],
])('a sign-up in %s gets the answer %i', async (language, status, kept) => {
  const email = `${newId()}@example.com`;
  const input = { name: 'Dana', email, password: 'long enough to keep', language };
  expect((await server.call('POST', '/api/auth/sign-up/email', input)).status).toBe(status);
  const rows = server.database.db.select({ language: users.language }).from(users).where(eq(users.email, email));
  expect(await rows).toEqual(kept);
});
