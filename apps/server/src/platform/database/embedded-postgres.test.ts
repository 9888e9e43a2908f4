import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endPostgres } from '../../../test/end-postgres.ts';
import { openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postmaster.ts';

const settings = { fsync: 'off', shared_buffers: '16MB' };
let directory: string;
let server: EmbeddedPostgres | null;
let parent: ChildProcess | null;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-postgres-'));
  server = null;
  parent = null;
});
afterEach(async () => {
  parent?.kill('SIGKILL');
  await server?.stop();
  await endPostgres(join(directory, 'data'));
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
});

const start = async (onRestart?: () => void) => {
  server = await startEmbeddedPostgres({ directory, settings, ...(onRestart ? { onRestart } : {}) });
  return server;
};
const postmaster = () => {
  const found = findPostmaster(join(directory, 'data'));
  if (!found) throw new Error('no server runs');
  return found;
};

async function query(of: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const database = openDatabase(of.url(), 1, () => undefined);
  try {
    return (await database.pool.query(sql)).rows;
  } finally {
    await database.close();
  }
}

/** Another process that starts the server of this folder and then only waits. */
async function startInAnotherProcess(): Promise<ChildProcess> {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href);
  const script = `import(${module}).then(async (m) => {
    await m.startEmbeddedPostgres(${JSON.stringify({ directory, settings })});
    console.log('up');
    setInterval(() => {}, 1000);
  })`;
  parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!parent.stdout) throw new Error('no output');
  await once(createInterface(parent.stdout), 'line');
  return parent;
}

test('adopts the server that a killed parent left running, without losing anything', async () => {
  const other = await startInAnotherProcess();
  const before = postmaster();
  other.kill('SIGKILL');
  await once(other, 'exit');

  const adopted = await start();
  expect(adopted.adopted).toBe(true);
  expect(postmaster()).toEqual(before);
  expect(await query(adopted, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('leaves a folder of another PostgreSQL unchanged, and names both versions', async () => {
  const first = await start();
  await first.stop();
  const file = join(directory, 'data', 'PG_VERSION');
  const own = readFileSync(file, 'utf8').trim();
  writeFileSync(file, '12\n');
  await expect(start()).rejects.toThrow(
    new RegExp(`made by PostgreSQL 12, and this Switchyard brings PostgreSQL ${own},`),
  );
  expect(readFileSync(file, 'utf8')).toBe('12\n');
  writeFileSync(file, `${own}\n`);
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('refuses a second start on the same folder while the first is running', async () => {
  await startInAnotherProcess();
  await expect(startEmbeddedPostgres({ directory, settings })).rejects.toThrow(/data folder is in use by another/);
  expect(postmaster().pid).toBeGreaterThan(1);
});

test('recovers committed data after parent and server were both killed', async () => {
  const first = await start();
  await query(first, 'create table kept as select 42 as value');
  const { pid } = postmaster();
  const killed = first.stop();
  process.kill(pid, 'SIGKILL');
  await killed;

  const again = await start();
  expect(again.adopted).toBe(false);
  expect(await query(again, 'select value from kept')).toEqual([{ value: 42 }]);
});

test('starts despite a postmaster.pid whose number now belongs to another process', async () => {
  await (await start()).stop();
  server = null;
  const bystander = spawn('sleep', ['60']);
  const file = join(directory, 'data', 'postmaster.pid');
  writeFileSync(file, `${bystander.pid}\n${join(directory, 'data')}\n1\n5432\n\n127.0.0.1\n\nready\n`);
  try {
    const again = await start();
    expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(bystander.exitCode).toBeNull();
  } finally {
    bystander.kill();
  }
});

test('restarts a server that dies at the same address, where the pool finds it', async () => {
  const restarted = vi.fn();
  const running = await start(restarted);
  const database = openDatabase(running.url(), 2, () => undefined);
  try {
    await database.pool.query('create table kept as select 1 as value');
    process.kill(postmaster().pid, 'SIGKILL');
    await vi.waitFor(() => expect(restarted).toHaveBeenCalled(), { timeout: 20_000, interval: 50 });
    await vi.waitFor(
      async () => expect((await database.pool.query('select value from kept')).rows).toEqual([{ value: 1 }]),
      {
        timeout: 10_000,
      },
    );
  } finally {
    await database.close();
  }
});

test('makes the password and the log readable by their owner only', async () => {
  await start();
  for (const name of ['password', 'log']) expect(statSync(join(directory, name)).mode & 0o077).toBe(0);
  expect(readFileSync(join(directory, 'password'), 'utf8')).toMatch(/^[0-9a-f]{48}$/);
});
