import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCluster, type LocalClusterOptions, startLocalCluster } from '@switchyard/local-cluster';
import type { Fault } from '@switchyard/local-cluster/faults';
import { kubeconfigText } from '@switchyard/local-cluster/kubeconfig';
import { eq } from 'drizzle-orm';
import { askCluster } from '../../../packages/local-cluster/test/ask-cluster.ts';
import { createAuthority } from '../../../packages/local-cluster/test/certificates.ts';
import { users } from '../src/domains/accounts/accounts.schema.ts';
import type { Config } from '../src/platform/config/config.ts';
import type { Domain } from '../src/platform/domain.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export const ENGINES_NAMESPACE = 'switchyard';

export interface KubernetesServer extends TestServer {
  admin: { token: string; email: string };
  cluster(): LocalCluster;
  /** Sets the API's faults from now on; none clears them. */
  setFaults(...faults: Fault[]): Promise<void>;
  faults(): Promise<Fault[]>;
  /** Breaks every connection to the API. */
  cut(): Promise<void>;
  /** Restarts the API server on the same port with the same pods. */
  restartCluster(): Promise<void>;
  createNamespace(name: string): Promise<void>;
  /** Creates a pod in the engines' namespace that runs a shell script. */
  createPod(name: string, script: string): Promise<void>;
}

/** A server with `CLUSTER=kubernetes` and a kubeconfig, using an in-process cluster with injectable faults. */
export async function startKubernetesServer(options: {
  domains?: Domain[];
  config?: Partial<Config>;
  cluster?: Partial<LocalClusterOptions>;
  /** The server's own token; defaults to the cluster's. */
  token?: string;
  /** Faults from the start. */
  faults?: Fault[];
}): Promise<KubernetesServer> {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-kubernetes-'));
  const authority = createAuthority();
  const tls = authority.issue('api');
  const startCluster = (port: number) =>
    startLocalCluster({
      port,
      directory: join(directory, 'cluster'),
      allowedOrigins: [],
      images: { shell: { command: ['/bin/sh', '-c'] } },
      namespaces: [ENGINES_NAMESPACE],
      hasFaultSwitch: true,
      tls,
      ...options.cluster,
    });
  let cluster = await startCluster(0);
  const ask = (method: string, path: string, body?: unknown) =>
    askCluster({ url: cluster.url, token: cluster.token, ca: authority.cert }, method, path, body);
  if (options.faults) await ask('PUT', '/faults', options.faults);
  const kubeconfig = join(directory, 'kubeconfig');
  const user = { token: options.token ?? cluster.token };
  writeFileSync(
    kubeconfig,
    kubeconfigText({ server: cluster.url, namespace: ENGINES_NAMESPACE, certificateAuthority: authority.cert, user }),
  );
  process.env.KUBECONFIG = kubeconfig;
  const server = await startTestServer({
    ...(options.domains && { domains: options.domains }),
    config: { cluster: 'kubernetes', roles: ['api', 'worker'], ...options.config },
  });
  const admin = await server.signUp();
  await server.database.db.update(users).set({ role: 'admin' }).where(eq(users.email, admin.email));
  return {
    ...server,
    admin,
    cluster: () => cluster,
    setFaults: async (...faults) => void (await ask('PUT', '/faults', faults)),
    faults: async () => JSON.parse(await ask('GET', '/faults')) as Fault[],
    cut: async () => void (await ask('POST', '/faults')),
    async restartCluster() {
      const { port } = new URL(cluster.url);
      await cluster.abandon();
      cluster = await startCluster(Number(port));
    },
    createNamespace: async (name) => void (await ask('POST', '/api/v1/namespaces', { metadata: { name } })),
    createPod: async (name, script) =>
      void (await ask('POST', `/api/v1/namespaces/${ENGINES_NAMESPACE}/pods`, {
        metadata: { name, labels: { 'app.kubernetes.io/name': 'switchyard-engine' } },
        spec: { terminationGracePeriodSeconds: 1, containers: [{ name: 'main', image: 'shell', args: [script] }] },
      })),
    async stop() {
      await server.stop();
      await cluster.stop(0);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
