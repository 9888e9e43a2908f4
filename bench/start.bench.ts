// Duration of `npm start` when everything is built, and the idle memory of the whole process tree. What the login page
// loads is measured in a browser by e2e/accounts.spec.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../apps/server/src/platform/free-port.ts';
import { reportMeasurements } from './measurement.ts';
import { readProcesses, withDescendants } from './proportional-memory.ts';

const root = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
const [port, clusterPort] = await freePorts(2);
const READY_TIMEOUT_MS = 120_000;
const SETTLE_MS = 20_000;
const MEGABYTE = 1024 * 1024;

async function start(): Promise<{ child: ChildProcess; readyMs: number }> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      LOCAL_CLUSTER_PORT: String(clusterPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  while (!output.includes('is ready at')) {
    if (child.exitCode !== null || performance.now() - began > READY_TIMEOUT_MS)
      throw new Error(`not ready: ${output}`);
    await delay(10);
  }
  return { child, readyMs: performance.now() - began };
}

async function stop(child: ChildProcess): Promise<number> {
  const began = performance.now();
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
  return performance.now() - began;
}

/**
 * Returns proportional memory by program, in bytes, of `pid`, its descendants and all processes using the data folder.
 */
function residentBytes(pid: number): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const process of withDescendants(
    readProcesses(),
    ({ pid: id, command }) => id === pid || command.includes(dataDir),
  )) {
    bytes[nameOf(process.command)] = (bytes[nameOf(process.command)] ?? 0) + process.bytes;
  }
  return bytes;
}

function nameOf(command: string): string {
  if (command.includes('postgres')) return 'postgres';
  if (command.includes('apps/server/')) return 'server';
  if (command.includes('apps/engine/')) return 'engine';
  return 'npm';
}

try {
  const first = await start();
  await stop(first.child);
  const second = await start();
  await delay(SETTLE_MS);
  const resident = residentBytes(second.child.pid ?? 0);
  const stopMs = await stop(second.child);
  const megabytes = Object.fromEntries(
    Object.entries(resident).map(([name, bytes]) => [name, Math.round(bytes / MEGABYTE)]),
  );
  reportMeasurements('start', {
    firstReadyMs: Math.round(first.readyMs),
    secondReadyMs: Math.round(second.readyMs),
    stopMs: Math.round(stopMs),
    residentMegabytes: Math.round(Object.values(resident).reduce((sum, bytes) => sum + bytes, 0) / MEGABYTE),
    residentMegabytesOf: megabytes,
  });
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
