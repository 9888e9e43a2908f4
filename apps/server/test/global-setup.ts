import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { beginTestRun } from '../../../scripts/test-run.mjs';
import { migrateDatabase, openDatabase } from '../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's real PostgreSQL server, with a migrated database named `template_switchyard` to clone. */
    postgresUrl: string;
  }
}

/** One real PostgreSQL for the whole run; each test file clones the migrated template (see `test-database.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  beginTestRun();
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-test-'));
  // The data is discarded, so there is no point in waiting for the disk or in compressing the log.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_compression: 'off',
    max_connections: '200',
  };
  const server = await startEmbeddedPostgres({ directory, settings });
  const admin = openDatabase(server.url(), 2, () => undefined);
  await admin.pool.query('create database template_switchyard');
  const template = openDatabase(server.url('template_switchyard'), 2, () => undefined);
  await migrateDatabase(template);
  await template.close();
  await admin.close();
  project.provide('postgresUrl', server.url());
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  };
}
