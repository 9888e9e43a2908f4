import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { checkDirectory } from '../../domains/cells/index.ts';
import { listOffline } from '../../domains/engines/index.ts';
import type { Config } from '../config/config.ts';
import { verifyMail } from '../mail/smtp-mailer.ts';
import { examine, type Finding } from './examine.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { signUp: 'open' } });
});
afterAll(() => server.stop());

async function look(config: Partial<Config> = {}, isRunning = true): Promise<Record<string, Finding>> {
  const found = await examine({
    config: { ...server.platform.config, port: Number(new URL(server.url).port), ...config },
    database: isRunning ? server.database : null,
    verifyMail,
    listOffline,
    checkDirectory,
  });
  return Object.fromEntries(found.map((finding) => [finding.about, finding]));
}

test('reports a healthy installation as ok in every check', async () => {
  await server.database.pool.query('update installations set backed_up_at = now()');
  const found = await look({ signUp: 'invite', smtpUrl: null, demo: true });
  const notOk = Object.values(found).filter(({ state, about }) => state !== 'ok' && about !== 'disk');
  expect(notOk).toEqual([]);
});

test('reports what is wrong, each with its remedy', async () => {
  await createLaneFixture(server.database);
  await server.database.pool.query(`update installations set backed_up_at = now() - interval '3 days'`);
  const found = await look({ publicUrl: 'http://switchyard.example.test', smtpUrl: null });
  expect(found).toMatchObject({
    mail: { state: 'warning', remedy: expect.stringContaining('SMTP_URL') },
    https: { state: 'warning', remedy: expect.stringContaining('PUBLIC_URL') },
    proxy: { state: 'warning', remedy: expect.stringContaining('TRUST_PROXY') },
    'sign-up': { state: 'warning', remedy: expect.stringContaining('SIGNUP') },
    backup: { state: 'warning', text: 'the last one is 72 hours old' },
    database: { state: 'ok' },
    clock: { state: 'ok' },
  });
  expect(found.engines).toMatchObject({ state: 'failing', text: expect.stringContaining('Main') });
  await server.database.pool.query('update installations set backed_up_at = null');
  expect((await look()).backup).toMatchObject({ state: 'warning', text: 'there is none' });
});

test('reports an unreachable mail server and an address without a listener as failures with the reason', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  const found = await look({ smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: `https://127.0.0.1:${port}` });
  expect(found.mail).toMatchObject({ state: 'failing', text: expect.stringContaining('ECONNREFUSED') });
  expect(found.https).toMatchObject({ state: 'failing', text: expect.stringContaining('ECONNREFUSED') });
});

test('reports whether the directory of cells accepts reports, in a cell only', async () => {
  expect((await look()).cells).toBeUndefined();
  const secret = 'a-secret-that-all-cells-of-this-test-know';
  const directory = await startTestServer({ config: { cell: { secret, name: null, directoryUrl: null } } });
  try {
    const cell = { secret, name: 'eu-1', directoryUrl: directory.url };
    expect((await look({ cell })).cells).toMatchObject({ state: 'ok' });
    const found = await look({ cell: { ...cell, secret: `${secret}-of-another` } });
    expect(found.cells).toMatchObject({ state: 'failing', text: 'the directory of cells answered 401' });
  } finally {
    await directory.stop();
  }
});

test('reports as unknown what only a running server could tell', async () => {
  const found = await look({ port: 1 }, false);
  for (const about of ['server', 'database', 'broker', 'clock', 'backup', 'engines']) {
    expect(found[about]).toMatchObject({ about, state: 'unknown', remedy: expect.any(String) });
  }
  expect(found.disk?.state).not.toBe('unknown');
});
