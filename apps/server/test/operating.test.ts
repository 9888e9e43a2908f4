import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settings } from '../src/platform/config/settings.ts';
import { projectDirectory } from '../src/platform/paths.ts';

/**
 * Runs the commands of docs/OPERATING.md exactly as written, without a server: each program starts with the server's
 * settings, and reports what is missing.
 */
vi.setConfig({ testTimeout: 240_000 });

const guide = readFileSync(join(projectDirectory, 'docs', 'OPERATING.md'), 'utf8');
const commands = [...guide.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, text = '']) => text);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'switchyard-operating-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs a command of the guide. */
async function run(command: string) {
  const env = {
    ...{ PATH: process.env.PATH, HOME: directory, PORT: '1', CLUSTER: 'none', DEMO: 'false' },
    ...{ DATA_DIR: directory, SECRET: 'a secret that only this guide knows of', LOG_LEVEL: 'error' },
  };
  const child = spawn('sh', ['-c', command], { cwd: projectDirectory, env });
  let output = '';
  const hear = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const [code] = await once(child, 'close');
  return { code, told: output };
}

const EXPECTED = [
  { command: /^npm run doctor$/, code: 0, told: /^unknown +server +no server responds$/m },
  { command: /^npm run backup -- /, code: 1, told: /no server runs with the data in/ },
  { command: /^npm run restore -- /, code: 1, told: /there is no file/ },
  { command: /^npm run rebuild-conversations$/, code: 1, told: /no server runs with the data in/ },
  { command: /^npm run reset-admin -- /, code: 1, told: /no server runs with the data in/ },
];

test.each(commands)('%s starts, and reports what is missing', async (command) => {
  const expected = EXPECTED.find((entry) => entry.command.test(command));
  expect(expected, 'a command of the guide that nothing is known of').toBeDefined();
  expect(await run(command)).toMatchObject({ code: expected?.code, told: expect.stringMatching(expected?.told ?? '') });
});

test('every setting and file named in the guide exists, and it lists all commands', () => {
  expect(commands).toHaveLength(EXPECTED.length);
  const [, env = ''] = /^```\n(DEMO=.*?)\n```$/ms.exec(guide) ?? [];
  const named = env.split('\n').map((line) => line.split('=')[0] ?? '');
  expect(named.length).toBeGreaterThan(5);
  const inText = [...guide.matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
  expect([...named, ...inText].filter((name) => !(name in settings.shape))).toEqual([]);
  const links = [...guide.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => join(projectDirectory, 'docs', path));
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});
