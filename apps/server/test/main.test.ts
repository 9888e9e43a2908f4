import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { MIGRATION_LOCK } from '../src/platform/database/database.ts';
import { findPostmaster } from '../src/platform/database/postmaster.ts';
import { freePort } from '../src/platform/free-port.ts';
import { projectDirectory } from '../src/platform/paths.ts';
import { builtServer } from './built-server.ts';
import { endPostgres } from './end-postgres.ts';
import { createTestDatabase } from './test-database.ts';

/** These run the program itself, as a person or an init system would. */
vi.setConfig({ testTimeout: 120_000 });

let program: string;
beforeAll(async () => {
  program = await builtServer();
});

let directory: string;
const children: ChildProcess[] = [];
const servers: Server[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-main-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const server of servers.splice(0)) server.close();
  await endPostgres(join(directory, 'data', 'postgres', 'data'));
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
});

function run(settings: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(directory, 'data'),
      CLUSTER: 'none',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const ready = (async () => {
    while (!output.out.includes('is ready at')) {
      const code = await Promise.race([ended, once(child.stdout, 'data').then(() => null)]);
      if (code !== null) throw new Error(`ended with ${code}: ${output.err}`);
    }
    return Number(/localhost:(\d+)/.exec(output.out)?.[1]);
  })();
  ready.catch(() => undefined);
  return { child, told: output, ended, ready };
}

/** Everything that a program prints until it ends. */
async function textOf(program: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const output = { out: '', err: '' };
  program.stdout?.on('data', (chunk) => {
    output.out += chunk;
  });
  program.stderr?.on('data', (chunk) => {
    output.err += chunk;
  });
  const [code] = (await once(program, 'close')) as [number | null];
  return { code, ...output };
}

async function takePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function refused(settings: Record<string, string>, args: string[] = []): Promise<string> {
  const { told, ended } = run(settings, args);
  expect(await ended).toBe(1);
  expect(told.err).not.toMatch(/^\s+at /m);
  return told.err;
}

test('reports all unknown settings and arguments together, one per line', async () => {
  const words = await refused({ PORT: 'many', DATABSE_URL: 'x' }, ['--verbose']);
  expect(words.trim().split('\n')).toHaveLength(3);
});

test('ends in time when asked to stop while waiting for another server’s migrations', async () => {
  const { database, drop } = await createTestDatabase(2);
  const lockHolder = await database.pool.connect();
  try {
    await lockHolder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { child, ended } = run({ DATABASE_URL: database.url });
    await vi.waitFor(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
      expect((await database.pool.query(waiting)).rowCount).toBe(1);
    }, 60_000);
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
  } finally {
    lockHolder.release(true);
    await drop();
  }
});

test('reports a taken port in one clear line', async () => {
  const port = String(await takePort());
  expect(await refused({ PORT: port })).toBe(
    `switchyard: the web server: port ${port} is taken; set PORT to a free one\n`,
  );
});

test('reports a taken MQTT port in one clear line if it was configured', async () => {
  const port = String(await takePort());
  expect(await refused({ MQTT_PORT: port })).toBe(
    `switchyard: the MQTT broker: port ${port} is taken; set MQTT_PORT to a free one\n`,
  );
});

test('reports an unwritable data folder in one clear line', async () => {
  const file = join(directory, 'a-file');
  writeFileSync(file, '');
  expect(await refused({ DATA_DIR: join(file, 'data') })).toMatch(/^switchyard: DATA_DIR: cannot write to .*\n$/);
});

test('exits with 1 and the reason when a system call fails during start-up', async () => {
  mkdirSync(join(directory, 'data', 'secret'), { recursive: true });
  const { told, ended } = run({});
  expect(await ended).toBe(1);
  expect(told.err).toContain('EISDIR');
});

test('reports an unreachable database in one clear line without its password', async () => {
  const words = await refused({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none' });
  expect(words).toMatch(/^switchyard: DATABASE_URL: the database at 127\.0\.0\.1:1\/none cannot be used: .*\n$/);
  expect(words).not.toContain('hunter2');
});

test('SIGTERM shuts everything down in order, even with a browser connected', async () => {
  const { child, ended, ready } = run({});
  const port = await ready;
  const secret = join(directory, 'data', 'secret');
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt');
  await once(socket, 'open');
  socket.on('error', () => undefined);

  const began = Date.now();
  child.kill('SIGTERM');
  // npm forwards the signal a second time.
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(findPostmaster(join(directory, 'data', 'postgres', 'data'))).toBeNull();
});

test('after SIGKILL the next start adopts what is left; a concurrent second server is refused', async () => {
  const first = run({});
  await first.ready;
  first.child.kill('SIGKILL');
  await first.ended;
  const left = findPostmaster(join(directory, 'data', 'postgres', 'data'));
  expect(left).not.toBeNull();

  const second = run({});
  const port = await second.ready;
  expect(findPostmaster(join(directory, 'data', 'postgres', 'data'))).toEqual(left);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  expect(await refused({})).toMatch(/the data folder is in use by another Switchyard/);
  expect(existsSync(join(directory, 'data', 'secret'))).toBe(true);
});

test('a database killed under the server recovers without a restart of the server', async () => {
  const { ready } = run({});
  const port = await ready;
  const pid = () => findPostmaster(join(directory, 'data', 'postgres', 'data'))?.pid;
  const killed = pid() ?? 0;
  process.kill(killed, 'SIGKILL');
  // It may be back before anyone noticed.
  await expect.poll(pid, { timeout: 30_000, interval: 100 }).not.toBe(killed);
  await expect.poll(pid, { timeout: 30_000, interval: 100 }).toBeGreaterThan(0);
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).status;
  await expect.poll(health, { timeout: 30_000, interval: 100 }).toBe(200);
});

test('logs and survives an uncaught failed promise or system call; any other uncaught error shuts it down in order', async () => {
  const faults = `
    const faults = [
      () => Promise.reject(new Error('nobody waited')),
      () => { throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' }); },
      () => { throw new TypeError('a mistake of ours'); },
    ];
    process.on('SIGUSR2', () => setImmediate(faults.shift()));`;
  const options = `--import=data:text/javascript,${encodeURIComponent(faults)}`;
  const { child, told, ended, ready } = run({ NODE_OPTIONS: options, LOG_LEVEL: 'error' });
  const port = await ready;
  for (const words of ['nobody waited', 'no space']) {
    child.kill('SIGUSR2');
    await vi.waitFor(() => expect(told.out).toContain(words), 10_000);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  }
  child.kill('SIGUSR2');
  expect(await ended).toBe(1);
  expect(told.out).toContain('a mistake of ours');
  expect(findPostmaster(join(directory, 'data', 'postgres', 'data'))).toBeNull();
});

test('the printed link creates the first admin once; the reset command lets them in again', async () => {
  const { ready, told } = run({ DEMO: 'false', HOST: '127.0.0.1' });
  const port = await ready;
  const link = await vi.waitFor(() => {
    const [found] = /http\S+firstAdmin=\S+/.exec(told.out) ?? [];
    if (!found) throw new Error(`no link yet: ${told.out}`);
    return new URL(found);
  });
  const origin = `http://localhost:${port}`;
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    });
  const email = 'ada@example.test';
  const firstAdmin = link.searchParams.get('firstAdmin');
  const signUp = (address: string) =>
    post('/sign-up/email', { name: 'Ada', email: address, password: 'a long enough password', firstAdmin });
  expect((await signUp(email)).status).toBe(200);
  expect((await signUp('second@example.test')).status).toBe(403);

  const reset = (...args: string[]) => {
    const program = spawn(
      process.execPath,
      [join(projectDirectory, 'scripts', 'command.mjs'), 'reset-admin', ...args],
      {
        env: { PATH: process.env.PATH, DATA_DIR: join(directory, 'data'), DEMO: 'false' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    children.push(program);
    return textOf(program);
  };
  expect(await reset('nobody@example.test')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no user has the'),
  });
  const { code, out } = await reset(email);
  expect(code).toBe(0);
  const password = /the password (\S+)/.exec(out)?.[1] ?? '';
  expect((await post('/sign-in/email', { email, password: 'a long enough password' })).status).toBe(401);
  const signedIn = await post('/sign-in/email', { email, password });
  expect(signedIn.status).toBe(200);
  expect(((await signedIn.json()) as { user: { role: string } }).user.role).toBe('admin');
});

test('a worker serves health and metrics on a separate port', async () => {
  const port = await freePort();
  const { child, ended } = run({ ROLES: 'worker', HEALTH_PORT: String(port) });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await vi.waitFor(async () => expect((await ask('/health')).status).toBe(200), 60_000);
  expect(await (await ask('/health')).json()).toMatchObject({ status: 'ok', roles: ['worker'] });
  expect(await (await ask('/metrics')).text()).toContain('switchyard_database_pool_connections');
  expect(await (await ask('/api/settings')).json()).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
