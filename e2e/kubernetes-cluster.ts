import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../packages/local-cluster/src/api/faults.ts';
import { askCluster } from '../packages/local-cluster/test/ask-cluster.ts';
import { createAuthority } from '../packages/local-cluster/test/certificates.ts';
import { endLeftovers } from '../scripts/leftovers.mjs';
import { beginTestRun } from '../scripts/test-run.mjs';
import { whenReady } from './when-ready.ts';

const root = join(import.meta.dirname, '..');
const READY_TIMEOUT_MS = 30_000;

/**
 * A Kubernetes API in a separate process, over TLS, that can be made to fail and be killed; its pods are real
 * processes.
 */
export interface KubernetesCluster {
  /** A kubeconfig for its owner. */
  kubeconfig: string;
  start(): Promise<void>;
  /** Kills the API with SIGKILL; its pods continue and are adopted by the next start on the same port. */
  kill(): Promise<void>;
  /** Sets the faults from now on; none by default. */
  setFaults(...faults: Fault[]): Promise<void>;
  /** Breaks all open connections. */
  cut(): Promise<void>;
  get<T>(path: string): Promise<T>;
  remove(): Promise<void>;
}

/** @param environment additional settings, such as `FLEET` */
export function createKubernetesCluster(port: number, environment: Record<string, string>): KubernetesCluster {
  const directory = mkdtempSync(join(beginTestRun(), 'kubernetes-'));
  const authority = createAuthority();
  const { cert, key } = authority.issue('api');
  const files = { TLS_KEY: key, TLS_CERT: cert, TLS_CA: authority.cert };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text, { mode: 0o600 });
  let child: ChildProcess | null = null;

  const ask = (method: string, path: string, body?: unknown) => {
    const token = readFileSync(join(directory, 'token'), 'utf8');
    return askCluster({ url: `https://127.0.0.1:${port}`, token, ca: authority.cert }, method, path, body);
  };

  return {
    kubeconfig: join(directory, 'kubeconfig'),
    async start() {
      const started = spawn(process.execPath, ['packages/local-cluster/src/main.ts'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          PORT: String(port),
          DIRECTORY: directory,
          TMPDIR: directory,
          FAULTS: 'true',
          IMAGES: JSON.stringify({ 'switchyard-engine': { command: [process.execPath, engineProgram] } }),
          ...Object.fromEntries(Object.keys(files).map((name) => [name, join(directory, name)])),
          ...environment,
        },
      });
      child = started;
      await whenReady(started, 'the cluster', READY_TIMEOUT_MS);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    setFaults: async (...faults) => void (await ask('PUT', '/faults', faults)),
    cut: async () => void (await ask('POST', '/faults')),
    get: async <T>(path: string) => JSON.parse(await ask('GET', path)) as T,
    async remove() {
      await endLeftovers(directory);
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const engineProgram = join(root, 'apps', 'engine', 'dist', 'main.js');
