import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../packages/local-cluster/src/api/faults.ts';
import { askCluster } from '../packages/local-cluster/test/ask-cluster.ts';
import { createAuthority } from '../packages/local-cluster/test/certificates.ts';
import { whenReady } from './when-ready.ts';

const root = join(import.meta.dirname, '..');
const READY_TIMEOUT_MS = 30_000;

/** A Kubernetes API in a process of its own, over TLS, that can be made to fail and be killed; its pods are real processes. */
export interface KubernetesCluster {
  /** A kubeconfig for its owner. */
  kubeconfig: string;
  start(): Promise<void>;
  /** SIGKILL to the API; its pods live on and are adopted by the next start at the same port. */
  kill(): Promise<void>;
  /** What goes wrong from now on; nothing: all is well again. */
  setFaults(...faults: Fault[]): Promise<void>;
  /** Breaks every open connection. */
  cut(): Promise<void>;
  get<T>(path: string): Promise<T>;
  remove(): Promise<void>;
}

/** @param environment settings over the usual ones, such as `FLEET` */
export function createKubernetesCluster(port: number, environment: Record<string, string>): KubernetesCluster {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-kubernetes-'));
  const authority = createAuthority();
  const { cert, key } = authority.issue('api');
  const files = { TLS_KEY: key, TLS_CERT: cert, TLS_CA: authority.cert };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text, { mode: 0o600 });
  let child: ChildProcess | null = null;

  const end = async (signal: NodeJS.Signals) => {
    const ended = child;
    child = null;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    const gone = new Promise((resolve) => ended.once('exit', resolve));
    ended.kill(signal);
    await gone;
  };
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
          FAULTS: 'true',
          IMAGES: JSON.stringify({ 'switchyard-engine': { command: [process.execPath, engineProgram] } }),
          ...Object.fromEntries(Object.keys(files).map((name) => [name, join(directory, name)])),
          ...environment,
        },
      });
      child = started;
      await whenReady(started, 'the cluster', READY_TIMEOUT_MS);
    },
    kill: () => end('SIGKILL'),
    setFaults: async (...faults) => void (await ask('PUT', '/faults', faults)),
    cut: async () => void (await ask('POST', '/faults')),
    get: async <T>(path: string) => JSON.parse(await ask('GET', path)) as T,
    async remove() {
      await end('SIGTERM');
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const engineProgram = join(root, 'apps', 'engine', 'dist', 'main.js');
