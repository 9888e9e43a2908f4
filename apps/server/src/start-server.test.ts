import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endPostgres } from '../test/end-postgres.ts';
import { createMailer, domains } from './app.ts';
import { readConfig } from './platform/config/config.ts';
import { findPostmaster } from './platform/database/postmaster.ts';
import type { Domain } from './platform/domain.ts';
import { createLog } from './platform/logging/log.ts';
import type { Platform } from './platform/platform.ts';
import { type StartedServer, startServer } from './start-server.ts';

vi.setConfig({ testTimeout: 120_000 });

let directory: string;
let server: StartedServer | null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-start-'));
  server = null;
});
afterEach(async () => {
  await server?.stop();
  await endPostgres(join(directory, 'postgres', 'data'));
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
});

test('starts although the database is killed at each of its steps', async () => {
  const killed: number[] = [];
  const killPostgres = async ({ database: { pool } }: Platform) => {
    // The server killed in the previous step is back only after a while, and nothing in between has to wait for it.
    const pid = await vi.waitFor(
      () => {
        const found = findPostmaster(join(directory, 'postgres', 'data'));
        if (!found) throw new Error('no PostgreSQL runs');
        return found.pid;
      },
      { timeout: 30_000 },
    );
    process.kill(pid, 'SIGKILL');
    killed.push(pid);
    // The processes of its connections exit after it.
    const answers = () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      );
    while (await answers());
  };
  /** The lowest domain, so that the steps of all others run after its kill. */
  const killer: Domain = {
    name: 'killer',
    http: (_server, platform) => killPostgres(platform),
    prepare: killPostgres,
    async work(platform) {
      await killPostgres(platform);
      return { stop: async () => undefined };
    },
  };
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory, CLUSTER: 'none' });
  server = await startServer({ config, log: createLog('silent'), domains: [killer, ...domains], createMailer });
  expect(new Set(killed).size).toBe(3);
  const answer = await fetch(`http://127.0.0.1:${server.port}/health`);
  expect(answer.status).toBe(200);
});
