import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import { KubernetesClient } from '../../apps/server/src/platform/kubernetes/client.ts';
import { kubeconfigConnection } from '../../apps/server/src/platform/kubernetes/kubeconfig.ts';
import { readText, send } from '../../apps/server/src/platform/kubernetes/request.ts';
import type { Administrator, KubernetesWorld } from '../../apps/server/test/kubernetes/world.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** Names defined in deploy/base. */
const ACCOUNT = 'switchyard';
const BINDING = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/switchyard-console';
const ODD_NAMESPACES = ['switchyard-odd-1', 'switchyard-odd-2'];
const ATTEMPTS = 50;

/** Connects to the real cluster of the environment; admin access needs kubectl. @returns null if none is set */
export async function realWorld(): Promise<(Omit<KubernetesWorld, 'database'> & { end(): Promise<void> }) | null> {
  const { REAL_KUBERNETES_KUBECONFIG, REAL_KUBERNETES_ADMIN_KUBECONFIG, REAL_KUBERNETES_RESTART } = process.env;
  if (!REAL_KUBERNETES_KUBECONFIG) return null;
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  const { namespace } = (await clientOf(REAL_KUBERNETES_KUBECONFIG)).connection;
  const restartApi = REAL_KUBERNETES_RESTART
    ? async () => void (await run('/bin/sh', ['-c', REAL_KUBERNETES_RESTART], { maxBuffer: 16_000_000 }))
    : null;
  const common = { namespace, restartApi };
  if (!REAL_KUBERNETES_ADMIN_KUBECONFIG) {
    const end = async () => rmSync(directory, { recursive: true, force: true });
    return { ...common, kubeconfig: REAL_KUBERNETES_KUBECONFIG, tokenFile: null, administrator: null, end };
  }
  const client = await clientOf(REAL_KUBERNETES_ADMIN_KUBECONFIG);
  const tokens = new BoundTokens(client, namespace);
  const tokenFile = join(directory, 'token');
  const kubeconfig = join(directory, 'kubeconfig');
  writeFileSync(tokenFile, await tokens.next());
  writeFileSync(kubeconfig, await withTokenFile(REAL_KUBERNETES_KUBECONFIG, tokenFile));
  return {
    ...common,
    kubeconfig,
    tokenFile,
    administrator: administratorOf(client, namespace, tokens, REAL_KUBERNETES_ADMIN_KUBECONFIG),
    async end() {
      await tokens.revoke();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function clientOf(kubeconfig: string): Promise<KubernetesClient> {
  process.env.KUBECONFIG = kubeconfig;
  return new KubernetesClient(await kubeconfigConnection(null));
}

/** Copies a kubeconfig's cluster and context, with the token from a file. JSON is valid YAML. */
async function withTokenFile(path: string, tokenFile: string): Promise<string> {
  const view = ['config', 'view', '--raw', '--flatten', '--minify', '-o', 'json'];
  const { stdout } = await run('kubectl', ['--kubeconfig', path, ...view]);
  const config = JSON.parse(stdout) as { users: { name: string }[] };
  return JSON.stringify({ ...config, users: config.users.map(({ name }) => ({ name, user: { tokenFile } })) });
}

/** Tokens of the server's account, each valid until the Secret it is bound to is deleted. */
class BoundTokens {
  readonly #client: KubernetesClient;
  readonly #namespace: string;
  #bound: string | null = null;
  #count = 0;

  constructor(client: KubernetesClient, namespace: string) {
    this.#client = client;
    this.#namespace = namespace;
  }

  async next(): Promise<string> {
    await this.revoke();
    this.#count += 1;
    const name = `switchyard-bench-${process.pid}-${this.#count}`;
    const secrets = this.#client.path('secrets', this.#namespace);
    const { metadata } = await this.#client.create(secrets, { apiVersion: 'v1', kind: 'Secret', metadata: { name } });
    this.#bound = `${secrets}/${name}`;
    const boundObjectRef = { apiVersion: 'v1', kind: 'Secret', name, uid: metadata.uid };
    const path = `${this.#client.path('serviceaccounts', this.#namespace, ACCOUNT)}/token`;
    const spec = { expirationSeconds: 3_600, boundObjectRef };
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
    const made = await this.#client.create<KubernetesObject & { status: { token: string } }>(path, body);
    return made.status.token;
  }

  async revoke(): Promise<void> {
    if (this.#bound) await this.#client.delete(this.#bound);
    this.#bound = null;
  }
}

function administratorOf(
  client: KubernetesClient,
  namespace: string,
  tokens: BoundTokens,
  kubeconfig: string,
): Administrator {
  return {
    async makeOddPods() {
      for (const name of ODD_NAMESPACES) {
        await client.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
        for (const pod of oddPods()) await makeOddPod(client, name, pod);
      }
      return async () => {
        for (const name of ODD_NAMESPACES) {
          for (const { metadata } of oddPods()) {
            await client.delete(client.path('pods', name, metadata.name), { gracePeriodSeconds: 0 });
          }
          await client.delete(`/api/v1/namespaces/${name}`);
        }
      };
    },
    async limitPods() {
      const path = client.path('resourcequotas', namespace);
      const metadata = { name: 'switchyard-bench' };
      await client.create(path, { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '0' } } });
      return () => client.delete(`${path}/${metadata.name}`);
    },
    async takeRights() {
      const { metadata, ...binding } = await client.get<KubernetesObject>(BINDING);
      await client.delete(BINDING);
      const { name, labels } = metadata;
      const path = BINDING.slice(0, BINDING.lastIndexOf('/'));
      return async () => void (await client.create(path, { ...binding, metadata: { name, labels } }));
    },
    replaceToken: () => tokens.next(),
    async applyByServer() {
      await run('kubectl', ['--kubeconfig', kubeconfig, 'apply', '--server-side', '-k', join(root, 'deploy/base')]);
    },
  };
}

interface OddPod {
  metadata: { name: string; deletionTimestamp?: string };
  spec: object;
  status: object;
}

/** Pods whose statuses are test cases of packages/kubernetes. */
function oddPods(): OddPod[] {
  const text = readFileSync(join(root, 'packages/kubernetes/test/pod-status.json'), 'utf8');
  return (JSON.parse(text) as { cases: { pod: OddPod }[] }).cases.map(({ pod }) => pod);
}

async function makeOddPod(client: KubernetesClient, namespace: string, pod: OddPod): Promise<void> {
  const { name, deletionTimestamp } = pod.metadata;
  const path = client.path('pods', namespace);
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: pod.spec };
  await retryUntilAccepted(() => client.create(path, body));
  await readText(
    await send(client.connection, {
      method: 'PATCH',
      path: `${path}/${name}/status`,
      body: { status: pod.status },
      bodyType: 'application/strategic-merge-patch+json',
    }),
  );
  if (deletionTimestamp) await client.delete(`${path}/${name}`, { gracePeriodSeconds: 3_600 });
}

/** Retries because a new namespace rejects pods until its service account exists. */
async function retryUntilAccepted(attempt: () => Promise<unknown>): Promise<void> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (left === 0 || !String(error).includes('serviceaccount')) throw error;
      await delay(100);
    }
  }
}
