// The server itself on a disk that is too small, in its own mount namespace: `unshare --user --map-root-user --mount
// node full-disk-server.ts PROGRAM`. The disk fills up, and then has space again. Prints what users saw meanwhile as
// one line of JSON.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const disk = mkdtempSync(join(tmpdir(), 'switchyard-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=500m', 'tmpfs', disk]);
const filler = join(disk, 'filler');

function fill(): void {
  const file = openSync(filler, 'w');
  const block = Buffer.alloc(65_536);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

const [program = ''] = process.argv.slice(2);
const server = spawn(process.execPath, [program], {
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: join(disk, 'data'),
    CLUSTER: 'none',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let ended = false;
server.once('exit', () => {
  ended = true;
});

async function readPort(): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const port = /is ready at http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (port) return port;
  }
  throw new Error('the server did not start');
}

interface PageAnswer {
  status: number;
  body: { status?: string; failing?: string[]; code?: string };
}

try {
  const url = `http://127.0.0.1:${await readPort()}`;
  server.stdout.resume();
  const ask = async (path: string, body?: object): Promise<PageAnswer> => {
    const response = await fetch(url + path, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin: url },
      }),
    });
    return { status: response.status, body: (await response.json()) as PageAnswer['body'] };
  };
  let people = 0;
  const signUp = () => {
    people += 1;
    const person = { name: 'x'.repeat(100), email: `p${people}@example.test`, password: 'a long enough password' };
    return ask('/api/auth/sign-up/email', person);
  };
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    for (const began = performance.now(); !(await isSo()); await delay(50)) {
      if (performance.now() - began > PATIENCE_MS) throw new Error(`never: ${what}`);
    }
  };

  const before = await ask('/health');
  fill();
  await until('a health that says so', async () => (await ask('/health')).body.failing?.includes('writes') ?? false);
  const full = await ask('/health');
  // A database page has space for some; then there is none.
  let refused = await signUp();
  await until('a sign-up that is refused', async () => {
    refused = await signUp();
    return refused.status >= 400;
  });
  const read = await ask('/api/settings');
  rmSync(filler);
  await until('health again', async () => (await ask('/health')).body.status === 'ok');
  const again = await signUp();
  process.stdout.write(`${JSON.stringify({ before, full, refused, read: read.status, again: again.status, ended })}\n`);
} finally {
  rmSync(filler, { force: true });
  if (!ended) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  execFileSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
}
process.exit(0);
