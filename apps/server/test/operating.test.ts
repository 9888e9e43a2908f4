import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../src/platform/config/settings.ts';
import { freePort } from '../src/platform/free-port.ts';
import { projectDirectory } from '../src/platform/paths.ts';
import { endPostgres } from './end-postgres.ts';

/** The commands of docs/OPERATING.md, run as they stand there against a server of its own. */
vi.setConfig({ testTimeout: 240_000 });

const guide = readFileSync(join(projectDirectory, 'docs', 'OPERATING.md'), 'utf8');
const commands = [...guide.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, text = '']) => text);
const BACKUP = '/backups/switchyard-2026-11-28.backup';
const PERSON = 'person@example.com';

let directory: string;
let port: number;
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-operating-'));
  port = await freePort();
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  for (const name of ['old', 'new']) await endPostgres(join(directory, name, 'postgres', 'data'));
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const environment = (dataDir: string) => ({
  ...{
    PATH: process.env.PATH,
    HOME: directory,
    PORT: String(port),
    HOST: '127.0.0.1',
    MQTT_PORT: '0',
    CLUSTER: 'none',
  },
  ...{
    DEMO: 'false',
    DATA_DIR: join(directory, dataDir),
    SECRET: 'a secret of the machine that is moved',
    LOG_LEVEL: 'error',
  },
  BACKUP_DIR: 'off',
  BACKUP_PASSPHRASE: 'a long enough passphrase',
});

async function start(dataDir: string): Promise<{ child: ChildProcess; out: string }> {
  const child = spawn(process.execPath, [join(projectDirectory, 'apps/server/src/main.ts')], {
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let out = '';
  while (!out.includes('is ready at')) out += (await once(child.stdout, 'data'))[0];
  return { child, out };
}

/** Runs a command of the guide. */
async function run(command: string, dataDir: string) {
  expect(commands).toContain(command);
  const here = command.replace(BACKUP, join(directory, 'one.backup'));
  const child = spawn('sh', ['-c', here], { cwd: projectDirectory, env: environment(dataDir) });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (told += chunk));
  const [code] = await once(child, 'close');
  return { code, told };
}

const signIn = async (password: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
    body: JSON.stringify({ email: PERSON, password }),
  });
  return answer.status;
};

test('an installation is looked at, backed up, moved and opened again by the commands of the guide', async () => {
  const first = await start('old');
  const person = { name: 'Ann', email: PERSON, password: 'a long enough password' };
  const signedUp = await fetch(`http://127.0.0.1:${port}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}` },
    body: JSON.stringify(person),
  });
  expect(signedUp.status).toBe(200);

  const before = await run('npm run doctor', 'old');
  expect(before.told).toMatch(/^warning +backup +there is none$/m);
  expect(before.told).toMatch(/^ok +database/m);
  const backedUp = await run(`npm run backup -- ${BACKUP}`, 'old');
  expect(backedUp).toMatchObject({ code: 0, told: expect.stringContaining('read again and found whole') });
  expect((await run('npm run doctor', 'old')).told).toMatch(/^ok +backup +the last one is 0 hours old$/m);

  const restore = `npm run restore -- ${BACKUP}`;
  const running = await run(restore, 'old');
  expect(running).toMatchObject({ code: 1, told: expect.stringContaining('in use by another Switchyard') });
  await end(first.child);
  const filled = await run(restore, 'old');
  expect(filled).toMatchObject({ code: 1, told: expect.stringContaining('the database is not empty') });
  mkdirSync(join(directory, 'new'));
  expect(await run(restore, 'new')).toMatchObject({ code: 0, told: expect.stringContaining('restored as of') });

  await start('new');
  expect(await signIn(person.password)).toBe(200);
  const reset = await run(`npm run reset-admin -- ${PERSON}`, 'new');
  const [, password = ''] = /the password (\S+)/.exec(reset.told) ?? [];
  expect(await signIn(person.password)).toBe(401);
  expect(await signIn(password)).toBe(200);
});

test('every command of the guide is run above, and every setting and file that it names is there', () => {
  const known = /^npm run (doctor|backup|restore|reset-admin)\b/;
  expect(commands.filter((command) => !known.test(command))).toEqual([]);
  const [, env = ''] = /^```\n(DEMO=.*?)\n```$/ms.exec(guide) ?? [];
  const names = env.split('\n').map((line) => line.split('=')[0] ?? '');
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !(name in settings.shape))).toEqual([]);
  const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => join(projectDirectory, 'docs', path));
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});
