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
 * The connection from the environment: `$KUBECONFIG`, else the service account of the pod this runs in, else
 * `~/.kube/config`. `@kubernetes/client-node` reads it (contexts, certificates, exec and token plugins). It is only
 * imported here, because that costs 94 MB and 0.3 s (decision 050).
 * @param root prefix of the service account's folder, for tests
 * @throws StartError if there is no configuration, or it cannot be used
 */
export async function kubeconfigConnection(namespace: string | null, root = ''): Promise<ClusterConnection> {
  const { KubeConfig, loadYaml } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  const defaultFile = join(homedir(), '.kube', 'config');
  const inCluster = !process.env.KUBECONFIG && existsSync(join(root, SERVICE_ACCOUNT, 'token'));
  try {
    if (inCluster) config.loadFromCluster(root);
    else {
      // The library's default would be http://localhost:8080, where nothing or something unrelated listens.
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
  const podNamespace = inCluster ? readFileSync(join(root, SERVICE_ACCOUNT, 'namespace'), 'utf8').trim() : null;
  const contextNamespace = config.getContextObject(config.getCurrentContext())?.namespace ?? null;
  return {
    server: cluster.server.replace(/\/+$/, ''),
    namespace: namespace ?? podNamespace ?? contextNamespace ?? 'default',
    async credentials() {
      const options: RequestOptions = {};
      // The library makes no agent for plain http: a local proxy in front of the API needs none.
      if (!cluster.server.startsWith('https:')) return options;
      try {
        await config.applyToHTTPSOptions(options);
        options.headers = trimmed({ ...options.headers, ...(tokenFile && (await authorizationFrom(tokenFile))) });
      } catch (error) {
        const reason = (error as Error).message;
        throw new KubernetesError(0, 'Unreachable', `the credentials for ${cluster.server} cannot be had: ${reason}`);
      }
      // The library's agent keeps its initial certificates for ever and no connections alive. Only a proxy needs it.
      if (!cluster.proxyUrl) delete options.agent;
      return options;
    },
  };
}

/** The `users` of a kubeconfig; client-node omits `tokenFile`. */
interface KubeconfigUsers {
  users?: { name?: string; user?: { tokenFile?: string } }[];
}

/**
 * The file of the current user's token, as in kubectl: a path relative to the kubeconfig that names it; null if there
 * is none.
 */
function tokenFileOf(config: KubeConfig, files: string[], parse: (text: string) => unknown): string | null {
  const user = config.getCurrentUser();
  if (!user) return null;
  for (const file of files) {
    const { users = [] } = (parse(readFileSync(file, 'utf8')) ?? {}) as KubeconfigUsers;
    const entry = users.find(({ name }) => name === user.name);
    if (!entry) continue;
    const path = entry.user?.tokenFile;
    return path ? resolve(dirname(file), path) : null;
  }
  return null;
}

/** @throws StartError for a user without credentials, whose every call the cluster would refuse as anonymous */
function checkCredentials(config: KubeConfig, server: string, tokenFile: string | null): void {
  const { user: userName } = config.getContextObject(config.getCurrentContext()) ?? {};
  // Plain HTTP sends no credentials; a context without a user needs none.
  if (!userName || !server.startsWith('https:')) return;
  const user = config.getCurrentUser();
  if (tokenFile === null && !(user && hasCredentials(user))) {
    const accepted = 'token, tokenFile, client-certificate, exec, auth-provider or username';
    throw new StartError(
      `CLUSTER=kubernetes: the user "${userName}" of the kubeconfig has no credentials (${accepted})`,
    );
  }
  if (tokenFile !== null && !existsSync(tokenFile)) {
    throw new StartError(`CLUSTER=kubernetes: the token file ${tokenFile} of the user "${userName}" does not exist`);
  }
}

const hasCredentials = ({ token, certData, certFile, exec, authProvider, username }: User) =>
  Boolean(token?.trim() || certData || certFile || exec || authProvider || username);

/** Reads the token for each request, so that a replaced token takes effect immediately. */
async function authorizationFrom(tokenFile: string): Promise<{ Authorization: string }> {
  const token = (await readFile(tokenFile, 'utf8')).trim();
  if (!token) throw new Error(`the token file ${tokenFile} is empty`);
  return { Authorization: `Bearer ${token}` };
}

/** Handwritten files and kubeconfigs end in a newline, which is not allowed in a header. */
function trimmed(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value).trim()]));
}
