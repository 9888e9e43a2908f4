import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, residentMegabytes } from './server-cost.ts';

/** Cost of a number of browsers for the server from the moment they open the console, and what they received. */
export interface BrowsersCost {
  /** Average CPU cores. */
  cores: number;
  /** Peak memory of the server. */
  serverMB: number;
  /** Connections to the cluster's API server in the meantime. */
  apiConnections: number;
  lateP95Ms: number;
  /** Fewest and most pods known to one of them at the end. */
  fewestPods: number;
  mostPods: number;
  megabytes: number;
}

/** Duration of the measurement; longer if the machine is too busy for all of them to load the cluster in time. */
const WINDOW_MS = 25_000;
const MAX_WINDOW_MS = 180_000;

/** @param count 0 measures the server without browsers */
export async function measureBrowsers(
  server: { url: string; clusterUrl: string; pid: number; cookie: string },
  count: number,
): Promise<BrowsersCost> {
  const spentBefore = cpuSeconds(server.pid);
  const beganAt = Date.now();
  const child =
    count === 0
      ? null
      : spawn(process.execPath, [join(import.meta.dirname, 'browsers-process.ts'), server.url, String(count)], {
          stdio: ['pipe', 'pipe', 'inherit'],
          env: { ...process.env, COOKIE: server.cookie },
        });
  const lines: string[] = [];
  if (child) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  let serverMB = 0;
  let apiConnections = 0;
  const isDone = () => Date.now() - beganAt > (child && lines[0] !== 'whole' ? MAX_WINDOW_MS : WINDOW_MS);
  while (!isDone()) {
    await delay(500);
    serverMB = Math.max(serverMB, residentMegabytes(server.pid));
    apiConnections = Math.max(apiConnections, connectionsTo(Number(new URL(server.clusterUrl).port)));
  }
  const cores = (cpuSeconds(server.pid) - spentBefore) / ((Date.now() - beganAt) / 1_000);
  const cost = { cores, serverMB, apiConnections };
  if (!child) return { ...cost, lateP95Ms: 0, fewestPods: 0, mostPods: 0, megabytes: 0 };
  if (lines[0] !== 'whole') throw new Error(`${count} browsers did not all read the cluster`);
  child.stdin.end();
  await once(child, 'exit');
  const { pods, lateP95Ms, megabytes } = JSON.parse(lines.at(-1) ?? '') as {
    pods: number[];
    lateP95Ms: number;
    megabytes: number;
  };
  return { ...cost, lateP95Ms, megabytes, fewestPods: Math.min(...pods), mostPods: Math.max(...pods) };
}

/** Counts established connections with this local port: one per watch, and one per list or poll in progress. */
function connectionsTo(port: number): number {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const ESTABLISHED = '01';
  return ['tcp', 'tcp6'].reduce((sum, family) => {
    const lines = readFileSync(`/proc/net/${family}`, 'utf8').split('\n').slice(1);
    const ours = lines.map((line) => line.trim().split(/\s+/)).filter((fields) => fields[3] === ESTABLISHED);
    return sum + ours.filter((fields) => fields[1]?.endsWith(ending)).length;
  }, 0);
}
