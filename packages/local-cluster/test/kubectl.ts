import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Whether the real kubectl is installed. `npm test` installs it if possible, and reports if not. */
export const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;

/** A separate home, so that no existing configuration or cache is used. */
const home = mkdtempSync(join(tmpdir(), 'kubectl-home-'));
/** Empty but present, because older versions complain if it is missing. */
const kubeconfig = join(home, 'config');
writeFileSync(kubeconfig, '{"apiVersion":"v1","kind":"Config"}');
// In the importing test file, because a worker of the test runner ends without its `exit` event.
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));
const environment = () => ({ ...process.env, HOME: home, KUBECONFIG: kubeconfig });

/** Runs kubectl to its end. */
export function kubectl(url: string, ...args: string[]): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn('kubectl', ['--server', url, ...args], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })));
}

/** Runs kubectl until one of its lines matches. @returns the lines up to there */
export async function kubectlUntil(
  url: string,
  args: string[],
  lastLine: RegExp,
  onStart?: () => void,
): Promise<string[]> {
  const child: ChildProcess = spawn('kubectl', ['--server', url, ...args], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let text = '';
  let started = false;
  try {
    for await (const chunk of child.stdout ?? []) {
      if (!started) onStart?.();
      started = true;
      text += String(chunk);
      const complete = text.split('\n');
      text = complete.pop() ?? '';
      for (const line of complete) {
        lines.push(line);
        if (lastLine.test(line)) return lines;
      }
    }
    throw new Error(`kubectl ended before ${lastLine} came:\n${lines.join('\n')}`);
  } finally {
    child.kill('SIGKILL');
  }
}
