import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAllYaml } from '@kubernetes/client-node';
import { startLocalCluster } from '@switchyard/local-cluster';
import { type Account, Authority, type Grant, type PolicyRule } from '@switchyard/local-cluster/authority';
import type { Fault } from '@switchyard/local-cluster/faults';
import { kubeconfigText } from '@switchyard/local-cluster/kubeconfig';
import { askCluster } from '../../../../packages/local-cluster/test/ask-cluster.ts';
import { createAuthority } from '../../../../packages/local-cluster/test/certificates.ts';
import { projectDirectory } from '../../src/platform/paths.ts';
import { createTestDatabase } from '../test-database.ts';
import type { KubernetesWorld } from './world.ts';

const NAMESPACE = 'switchyard';
const FLEET = { nodes: 6, pods: 60, seed: 2, changesPerSecond: 0, namespace: 'odd' };
const QUOTA: Fault = {
  verbs: ['create'],
  resources: ['pods'],
  status: { code: 403, reason: 'Forbidden', message: 'pods "x" is forbidden: exceeded quota: none, limited: pods=0' },
};

/** The local cluster over TLS with the rules of deploy/base/rbac.yaml. */
export async function startLocalWorld(): Promise<KubernetesWorld & { stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-world-'));
  const { database, drop } = await createTestDatabase();
  const authority = createAuthority();
  const rules = new Authority([]);
  const start = (port: number) =>
    startLocalCluster({
      port,
      directory: join(directory, 'cluster'),
      allowedOrigins: [],
      images: { 'switchyard-engine': { command: ['/bin/sh', '-c', 'exec sleep 600'] } },
      namespaces: [NAMESPACE],
      hasFaultSwitch: true,
      authority: rules,
      tls: authority.issue('api'),
    });
  let cluster = await start(0);
  let token = 'first';
  const account = (grants: readonly Grant[]): Account => ({ name: 'switchyard', token, grants });
  const allow = (grants: readonly Grant[]) => {
    rules.accounts = [account(grants)];
  };
  allow(deployedGrants());
  const setFaults = (...faults: Fault[]) =>
    askCluster({ url: cluster.url, token: cluster.token, ca: authority.cert }, 'PUT', '/faults', faults);

  const tokenFile = join(directory, 'token');
  const kubeconfig = join(directory, 'kubeconfig');
  writeFileSync(tokenFile, token);
  const user = { tokenFile };
  const text = kubeconfigText({
    server: cluster.url,
    namespace: NAMESPACE,
    certificateAuthority: authority.cert,
    user,
  });
  writeFileSync(kubeconfig, text);
  return {
    kubeconfig,
    tokenFile,
    namespace: NAMESPACE,
    database,
    async restartApi() {
      const { port } = new URL(cluster.url);
      await cluster.abandon();
      cluster = await start(Number(port));
    },
    administrator: {
      async makeOddPods() {
        await cluster.setFleet(FLEET);
        return () => cluster.setFleet(null);
      },
      async limitPods() {
        await setFaults(QUOTA);
        return async () => void (await setFaults());
      },
      async takeRights() {
        allow(deployedGrants().filter(({ namespace }) => namespace !== null));
        return async () => allow(deployedGrants());
      },
      async replaceToken() {
        token = 'second';
        allow(deployedGrants());
        return token;
      },
      applyByServer: null,
    },
    async stop() {
      await cluster.stop(0);
      await drop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function deployedGrants(): Grant[] {
  const text = readFileSync(join(projectDirectory, 'deploy/base/rbac.yaml'), 'utf8');
  const manifests = loadAllYaml(text) as { kind: string; rules?: PolicyRule[] }[];
  return manifests.flatMap(({ kind, rules }) =>
    rules ? [{ namespace: kind === 'Role' ? NAMESPACE : null, rules }] : [],
  );
}
