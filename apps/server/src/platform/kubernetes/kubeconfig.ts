import { existsSync, readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { ClusterConnection } from './connection.ts';
import { KubernetesError } from './kubernetes-error.ts';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The connection that the environment offers: `$KUBECONFIG`, else the service account of the pod that we are in, else `~/.kube/config`.
 * `@kubernetes/client-node` reads it (contexts, certificates, exec and token plugins); it is loaded here only, because importing it costs
 * 94 MB and 0.3 s (decision 050).
 * @param root in front of the service account's folder; tests have their own
 * @throws StartError when there is none, or it cannot be used
 */
export async function kubeconfigConnection(namespace: string | null, root = ''): Promise<ClusterConnection> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  const inCluster = !process.env.KUBECONFIG && existsSync(join(root, SERVICE_ACCOUNT, 'token'));
  try {
    if (inCluster) config.loadFromCluster(root);
    else {
      // Its own default would end at http://localhost:8080, where nobody answers or somebody else does.
      const file = join(homedir(), '.kube', 'config');
      if (!process.env.KUBECONFIG && !existsSync(file)) throw new Error(`neither KUBECONFIG nor ${file} exists`);
      config.loadFromDefault();
    }
  } catch (error) {
    throw new StartError(`CLUSTER=kubernetes: no usable cluster configuration: ${(error as Error).message}`);
  }
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new StartError('CLUSTER=kubernetes: the kubeconfig has no current context');
  const inNamespace = inCluster ? readFileSync(join(root, SERVICE_ACCOUNT, 'namespace'), 'utf8').trim() : null;
  const ofContext = config.getContextObject(config.getCurrentContext())?.namespace ?? null;
  return {
    server: cluster.server.replace(/\/+$/, ''),
    namespace: namespace ?? inNamespace ?? ofContext ?? 'default',
    async credentials() {
      const options: RequestOptions = {};
      // Over plain http it makes no agent: a local proxy in front of the API needs none.
      if (!cluster.server.startsWith('https:')) return options;
      try {
        await config.applyToHTTPSOptions(options);
      } catch (error) {
        const why = (error as Error).message;
        throw new KubernetesError(0, 'Unreachable', `the credentials for ${cluster.server} cannot be had: ${why}`);
      }
      // Its agent keeps the certificates that it was made with for good, and no connection. Only a proxy on the way needs it.
      if (!cluster.proxyUrl) delete options.agent;
      return options;
    },
  };
}
