import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { examine } from '../doctor/examine.ts';
import { checkForRelease, isNewer, newMigrations } from './releases.ts';

let server: TestServer;
let released: unknown = {
  version: '99.1.0',
  notes: 'https://example.com/notes',
  migrations: ['0000_nowhere', '0067_inbox_work'],
};
const requests: string[] = [];
const releases = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  response.end(JSON.stringify(released));
});
let updateUrl: string;
beforeAll(async () => {
  server = await startTestServer();
  await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
  updateUrl = `http://127.0.0.1:${(releases.address() as AddressInfo).port}/releases.json`;
});
afterAll(async () => {
  releases.close();
  await server.stop();
});

/** Our own receiver is not on the internet. */
const fetchHere: Parameters<typeof checkForRelease>[2] = async ({ url }) => {
  const answer = await fetch(url);
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: {}, body, url };
};
const ask = (url: string | null = updateUrl) => checkForRelease(server.database, { updateUrl: url }, fetchHere);
const check = async (url: string | null = updateUrl) => {
  const config = { ...server.platform.config, port: Number(new URL(server.url).port), updateUrl: url };
  const found = await examine({
    config,
    database: server.database,
    verifyMail: async () => true,
    checkDirectory: async () => undefined,
    listOffline: async () => [],
  });
  return found.find(({ about }) => about === 'version');
};
const tomorrow = () =>
  server.database.pool.query(`update installations set release_asked_at = now() - interval '1 day'`);

test('checks once a day, and names a newer version with its migrations; without an address it asks nobody', async () => {
  expect(await ask(null)).toBeNull();
  expect(requests).toEqual([]);
  expect(await check(null)).toMatchObject({ state: 'ok' });
  expect(await check()).toMatchObject({ state: 'unknown', remedy: expect.any(String) });

  expect(await ask()).toMatchObject({ version: '99.1.0' });
  expect(await ask()).toBeNull();
  expect(requests).toEqual(['GET /releases.json']);
  const found = await check();
  expect(found).toMatchObject({ state: 'warning', remedy: expect.stringContaining('https://example.com/notes') });
  expect(found?.text).toContain('99.1.0 is available');
  expect(found?.text).toContain('it changes the database: 0000_nowhere');
  expect(found?.text).not.toContain('0067_inbox_work');
});

test('rejects invalid responses, and keeps what was known', async () => {
  for (const wrong of [{ version: 'soon' }, { version: 1 }, 'x', { version: '1.2.3', notes: 'javascript:alert(1)' }]) {
    released = wrong;
    await tomorrow();
    await expect(ask()).rejects.toThrow();
  }
  expect(await check()).toMatchObject({ state: 'warning' });
  released = { version: '0.0.1' };
  await tomorrow();
  await ask();
  expect(await check()).toMatchObject({ state: 'ok', text: expect.stringContaining('is the newest') });
  await server.database.pool.query(`update installations set release_read_at = now() - interval '4 days'`);
  expect(await check()).toMatchObject({ state: 'unknown' });
});

test.each([
  ['1.2.3', '1.2.2', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '10.0.0', false],
  ['1.2.3', '1.2.3', false],
])('%s comes after %s: %s', (version, than, expected) => expect(isNewer(version, than)).toBe(expected));

test('does not count an existing migration as new', () => {
  expect(newMigrations({ version: '1.0.0', migrations: ['0067_inbox_work'] })).toEqual([]);
});
