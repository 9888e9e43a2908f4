import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { issueEngineToken } from '../../apps/server/src/domains/engines/engine-token.ts';
import type { LaneFixture } from '../../apps/server/test/lane-fixture.ts';
import { firstLine, SECRET } from './server-under-test.ts';

/** Average number of rows per claim and per report. */
export interface Batches {
  claim: number;
  report: number;
}

/** Starts a script of this folder as a process that ends when its standard input is closed. */
function start(script: string, environment: Record<string, string>) {
  return spawn(process.execPath, [join(import.meta.dirname, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
}

/** Starts the simulated WhatsApp. */
export async function startNetwork(): Promise<{ url: string; stop(): void }> {
  const child = start('network-process.ts', {});
  const [, url = ''] = await firstLine(child, /ready (\S+)/);
  return { url, stop: () => child.stdin.end() };
}

/** Starts the process that works these lanes. `stop` returns its batch sizes. */
export async function startEngines(serverUrl: string, networkUrl: string, lanes: LaneFixture[]) {
  const tokens = lanes.map(({ engineId, identity }) => ({ engineId, token: issueEngineToken(SECRET, identity) }));
  const child = start('lanes-process.ts', {
    SERVER_URL: serverUrl,
    SIMULATOR_URL: networkUrl,
    LANES: JSON.stringify(tokens),
  });
  await firstLine(child, /ready/);
  return {
    go: () => child.stdin.write('go\n'),
    async stop(): Promise<Batches> {
      const summary = firstLine(child, /^\{.*\}$/);
      child.stdin.write('stop\n');
      const { claims, claimed, reports, reported } = JSON.parse((await summary)[0]) as Record<string, number>;
      return { claim: mean(claimed, claims), report: mean(reported, reports) };
    },
  };
}

const mean = (sum = 0, count = 0) => Math.max(1, Math.round(sum / Math.max(1, count)));
