import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { freePort } from '../free-port.ts';
import { createLog } from '../logging/log.ts';
import { runAsLeader } from './lead.ts';

/** The machine's PgBouncer, if it has one. */
const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync);
const TIMEOUT_MS = 4_000;

/** In transaction mode two connections serve everybody, so that they are constantly handed on. */
async function startPooler(databaseUrl: string, mode: string): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-pooler-'));
  const port = await freePort();
  const target = new URL(databaseUrl);
  const login = `user=${target.username} password=${decodeURIComponent(target.password) || 'none'}`;
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
${process.getuid?.() === 0 ? 'user = nobody' : ''}
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 20 : 2}
`,
  );
  const child = spawn(pgbouncer ?? '', [file], { stdio: 'ignore' });
  await vi.waitFor(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  }, 10_000);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

describe.runIf(pgbouncer).each(['transaction', 'session'])('PgBouncer in %s mode, and a direct URL', (mode) => {
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  let direct: Awaited<ReturnType<typeof createTestDatabase>>;
  let server: TestServer;
  beforeAll(async () => {
    direct = await createTestDatabase(2, 'template0');
    pooler = await startPooler(direct.database.url, mode);
    server = await startTestServer({
      config: {
        ...{ databaseUrl: pooler.url, databaseDirectUrl: direct.database.url, databaseTimeoutMs: TIMEOUT_MS },
        roles: ['api', 'worker'],
      },
    });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await pooler?.stop();
    await direct?.drop();
  });

  test('migrates an empty database, lets people sign up, and keeps the statements of all connections apart', async () => {
    const { token } = await server.signUp();
    expect((await server.call('GET', '/api/engines', undefined, { token })).status).toBe(200);
    const { pool } = server.platform.database;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        pool.query<{ told: string }>({
          name: `say_${at % 3}`,
          text: `select $1::text || '${at % 3}' as told`,
          values: [`${at} `],
        }),
      ),
    );
    expect(answers.map(({ rows }) => rows[0]?.told)).toEqual(Array.from({ length: 60 }, (_, at) => `${at} ${at % 3}`));
  });

  test('limits a statement through the pooler, but not one on a direct connection', async () => {
    const { database } = server.platform;
    const { rows } = await database.pool.query('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: `${TIMEOUT_MS / 1_000}s` }]);
    const firstPayload = Promise.withResolvers<string>();
    const leader = runAsLeader({
      ...{ databaseUrl: database.directUrl, lock: 7_221_900, name: 'a test', log: createLog('silent') },
      channels: ['told_in_test'],
      async lead(notified) {
        notified((_channel, payload) => firstPayload.resolve(payload));
        await database.pool.query(`select pg_notify('told_in_test', 'heard')`);
        return { stop: async () => undefined };
      },
    });
    expect(await firstPayload.promise).toBe('heard');
    await leader.stop();
  });

  test('lets one of two candidates lead, and the other after its session has ended', async () => {
    const log = createLog('silent');
    const leading: string[] = [];
    const leaderOf = (name: string) =>
      runAsLeader({
        ...{ databaseUrl: server.platform.database.directUrl, lock: 7_221_901, name, log },
        async lead() {
          leading.push(name);
          return { stop: async () => undefined };
        },
      });
    const first = leaderOf('first');
    await vi.waitFor(() => expect(leading).toEqual(['first']), 10_000);
    const second = leaderOf('second');
    const waits = async () =>
      (await direct.database.pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount;
    await vi.waitFor(async () => expect(await waits()).toBe(1), 10_000);
    expect(leading).toEqual(['first']);
    await first.stop();
    await vi.waitFor(() => expect(leading).toEqual(['first', 'second']), 10_000);
    await second.stop();
  });
});
