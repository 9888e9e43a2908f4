import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { KubeConfig, User } from '@kubernetes/client-node';
import { StartError } from '../start-error.ts';
import type { ClusterConnection } from './connection.ts';
import { KubernetesError } from './kubernetes-error.ts';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The connection that the environment offers: `$KUBECONFIG`, else the service account of the pod that we are in, else
 * `~/.kube/config`. `@kubernetes/client-node` reads it (contexts, certificates, exec and token plugins); it is loaded
 * here only, because importing it costs 94 MB and 0.3 s (decision 050).
 * @param root in front of the service account's folder; tests have their own
 * @throws StartError when there is none, or it cannot be used
 */
export async function kubeconfigConnection(namespace: string | null, root = ''): Promise<ClusterConnection> {
  const { KubeConfig, loadYaml } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  const defaultFile = join(homedir(), '.kube', 'config');
  const inCluster = !process.env.KUBECONFIG && existsSync(join(root, SERVICE_ACCOUNT, 'token'));
  try {
    if (inCluster) config.loadFromCluster(root);
    else {
      // Its own default would end at http://localhost:8080, where nobody answers or somebody else does.
      if (!process.env.KUBECONFIG && !existsSync(defaultFile)) {
        throw new Error(`neither KUBECONFIG nor ${defaultFile} exists`);
      }
      config.loadFromDefault();
    }
  } catch (error) {
    throw new StartError(`CLUSTER=kubernetes: no usable cluster configuration: ${(error as Error).message}`);
  }
  const cluster = config.getCurrentCluster();
  if (!cluster) throw new StartError('CLUSTER=kubernetes: the kubeconfig has no current context');
  const files = (process.env.KUBECONFIG || defaultFile).split(delimiter).filter(existsSync);
  const tokenFile = inCluster ? join(root, SERVICE_ACCOUNT, 'token') : tokenFileOf(config, files, loadYaml);
  checkCredentials(config, cluster.server, tokenFile);
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
        options.headers = trimmed({ ...options.headers, ...(tokenFile && (await authorizationFrom(tokenFile))) });
      } catch (error) {
        const why = (error as Error).message;
        throw new KubernetesError(0, 'Unreachable', `the credentials for ${cluster.server} cannot be had: ${why}`);
      }
      // Its agent keeps the certificates that it was made with for good, and no connection. Only a proxy on the way
      // needs it.
      if (!cluster.proxyUrl) delete options.agent;
      return options;
    },
  };
}

/** What a kubeconfig has under `users`; client-node leaves `tokenFile` out. */
interface KubeconfigUsers {
  users?: { name?: string; user?: { tokenFile?: string } }[];
}

/**
 * The file that the current user's token is in, as kubectl reads it: named in a kubeconfig, from that file's folder;
 * null: none.
 */
function tokenFileOf(config: KubeConfig, files: string[], read: (text: string) => unknown): string | null {
  const user = config.getCurrentUser();
  if (!user) return null;
  for (const file of files) {
    const { users = [] } = (read(readFileSync(file, 'utf8')) ?? {}) as KubeconfigUsers;
    const entry = users.find(({ name }) => name === user.name);
    if (!entry) continue;
    const path = entry.user?.tokenFile;
    return path ? resolve(dirname(file), path) : null;
  }
  return null;
}

/**
 * @throws StartError for a user who would be nobody: the cluster would refuse every call, and say that it does not know
 *   us
 */
function checkCredentials(config: KubeConfig, server: string, tokenFile: string | null): void {
  const { user: named } = config.getContextObject(config.getCurrentContext()) ?? {};
  // Over plain HTTP none are sent; a context without a user asks for none.
  if (!named || !server.startsWith('https:')) return;
  const user = config.getCurrentUser();
  if (tokenFile === null && !(user && hasCredentials(user))) {
    const wanted = 'token, tokenFile, client-certificate, exec, auth-provider or username';
    throw new StartError(`CLUSTER=kubernetes: the user "${named}" of the kubeconfig has no credentials (${wanted})`);
  }
  if (tokenFile !== null && !existsSync(tokenFile)) {
    throw new StartError(`CLUSTER=kubernetes: the token file ${tokenFile} of the user "${named}" does not exist`);
  }
}

const hasCredentials = ({ token, certData, certFile, exec, authProvider, username }: User) =>
  Boolean(token?.trim() || certData || certFile || exec || authProvider || username);

/** Read for each request: whoever replaces a token means it to count from then on. */
async function authorizationFrom(tokenFile: string): Promise<{ Authorization: string }> {
  const token = (await readFile(tokenFile, 'utf8')).trim();
  if (!token) throw new Error(`the token file ${tokenFile} is empty`);
  return { Authorization: `Bearer ${token}` };
}

/** Files and kubeconfigs written by hand end in a newline, which no header may carry. */
function trimmed(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value).trim()]));
}
