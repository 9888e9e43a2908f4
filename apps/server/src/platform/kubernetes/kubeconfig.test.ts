import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCluster, startLocalCluster } from '@switchyard/local-cluster';
import { Authority } from '@switchyard/local-cluster/authority';
import { type KubeconfigFacts, kubeconfigText } from '@switchyard/local-cluster/kubeconfig';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthority } from '../../../../../packages/local-cluster/test/certificates.ts';
import { KubernetesClient } from './client.ts';
import { kubeconfigConnection } from './kubeconfig.ts';

/** Everybody may read pods and nodes; reading secrets reveals who the caller is. */
const SECRETS = '/api/v1/namespaces/default/secrets';
const SERVICE_ACCOUNT = 'var/run/secrets/kubernetes.io/serviceaccount';

const authority = createAuthority();
let directory: string;
let cluster: LocalCluster;

async function startCluster(port = 0, by = authority, rules?: Authority): Promise<LocalCluster> {
  const tls = { ...by.issue('api'), clientCa: by.cert };
  const usual = { port, directory: join(directory, 'cluster'), allowedOrigins: [], images: {}, tls };
  return startLocalCluster({ ...usual, ...(rules && { authority: rules }) });
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kubeconfig-test-'));
  vi.stubEnv('HOME', directory);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await cluster?.stop(0);
  rmSync(directory, { recursive: true, force: true });
});

async function clientWith(facts: Partial<KubeconfigFacts> & Pick<KubeconfigFacts, 'user'>): Promise<KubernetesClient> {
  const path = join(directory, 'config');
  const usual = { server: cluster.url, namespace: 'of-the-context', certificateAuthority: authority.cert };
  writeFileSync(path, kubeconfigText({ ...usual, ...facts }));
  vi.stubEnv('KUBECONFIG', path);
  return new KubernetesClient(await kubeconfigConnection(null));
}

describe('a kubeconfig, over TLS', () => {
  beforeEach(async () => {
    cluster = await startCluster();
  });

  it('works with a token', async () => {
    const client = await clientWith({ user: { token: cluster.token } });
    expect(client.connection.namespace).toBe('of-the-context');
    expect(await client.get(SECRETS)).toMatchObject({ kind: 'SecretList' });
  });

  it('works with a client certificate', async () => {
    const { cert, key } = authority.issue('operator');
    const client = await clientWith({ user: { clientCertificate: cert, clientKey: key } });
    expect(await client.get(SECRETS)).toMatchObject({ kind: 'SecretList' });
  });

  it('works with an exec plugin, and reports its failure', async () => {
    const plugin = join(directory, 'plugin.sh');
    const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential' };
    writeFileSync(plugin, `#!/bin/sh\necho '${JSON.stringify({ ...credential, status: { token: cluster.token } })}'\n`);
    chmodSync(plugin, 0o700);
    const client = await clientWith({ user: { exec: { command: plugin, args: [] } } });
    expect(await client.get(SECRETS)).toMatchObject({ kind: 'SecretList' });
    const broken = await clientWith({ user: { exec: { command: join(directory, 'no such plugin'), args: [] } } });
    await expect(broken.get(SECRETS)).rejects.toMatchObject({
      code: 0,
      message: expect.stringContaining('credentials'),
    });
  });

  it('works with a token file beside it, read at each call', async () => {
    writeFileSync(join(directory, 'token'), 'old\n');
    const client = await clientWith({ user: { tokenFile: 'token' } });
    expect(await client.get('/api/v1/pods')).toMatchObject({ kind: 'PodList' });
    await expect(client.get(SECRETS)).rejects.toMatchObject({ code: 403 });
    writeFileSync(join(directory, 'token'), `${cluster.token}\n`);
    expect(await client.get(SECRETS)).toMatchObject({ kind: 'SecretList' });
    writeFileSync(join(directory, 'token'), '\n');
    await expect(client.get(SECRETS)).rejects.toMatchObject({ code: 0, message: expect.stringContaining('is empty') });
  });

  it('is refused at the start if its user has no credentials', async () => {
    await expect(clientWith({ user: { tokenFile: '' } })).rejects.toThrow(
      /the user ".*" of the kubeconfig has no credentials/,
    );
    const missing = clientWith({ user: { tokenFile: 'none' } });
    await expect(missing).rejects.toThrow(/the token file .*none .* does not exist/);
  });

  it('accepts a token that ends in a newline, and reports one that is invalid in a header', async () => {
    const client = await clientWith({ user: { token: `${cluster.token}\n` } });
    expect(await client.get(SECRETS)).toMatchObject({ kind: 'SecretList' });
    const broken = await clientWith({ user: { token: 'two\nlines' } });
    await expect(broken.get(SECRETS)).rejects.toMatchObject({ name: 'KubernetesError', code: 0 });
  });

  it('trusts only the authority that it names', async () => {
    const client = await clientWith({
      user: { token: cluster.token },
      certificateAuthority: createAuthority().cert,
    });
    await expect(client.get(SECRETS)).rejects.toMatchObject({ code: 0, reason: 'Unreachable' });
  });

  it('explains an expired token', async () => {
    await cluster.stop(0);
    cluster = await startCluster(0, authority, new Authority([]));
    const client = await clientWith({ user: { token: 'expired' } });
    await expect(client.get('/api/v1/pods')).rejects.toMatchObject({ code: 401, reason: 'Unauthorized' });
  });
});

it('names what is missing when there is no configuration at all', async () => {
  vi.stubEnv('KUBECONFIG', '');
  await expect(kubeconfigConnection(null, directory)).rejects.toThrow(/CLUSTER=kubernetes: .*\.kube\/config exists/);
});

describe('the service account of a pod', () => {
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }];
  const account = (token: string) => ({ name: 'sa', token, grants: [{ namespace: null, rules }] });
  const mounted = (name: string) => join(directory, SERVICE_ACCOUNT, name);
  const enforced = new Authority([account('first')]);

  beforeEach(async () => {
    cluster = await startCluster(0, authority, enforced);
    mkdirSync(join(directory, SERVICE_ACCOUNT), { recursive: true });
    writeFileSync(mounted('token'), 'first');
    writeFileSync(mounted('namespace'), 'of-the-pod\n');
    writeFileSync(mounted('ca.crt'), authority.cert);
    vi.stubEnv('KUBECONFIG', '');
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '127.0.0.1');
    vi.stubEnv('KUBERNETES_SERVICE_PORT', new URL(cluster.url).port);
  });

  it('is read from its folder, and a replaced token takes effect immediately', async () => {
    const connection = await kubeconfigConnection(null, directory);
    const client = new KubernetesClient(connection);
    expect([connection.server, connection.namespace]).toEqual([cluster.url, 'of-the-pod']);
    expect(await client.get('/api/v1/pods')).toMatchObject({ kind: 'PodList' });

    enforced.accounts = [account('second')];
    await expect(client.get('/api/v1/pods')).rejects.toMatchObject({ code: 401 });
    writeFileSync(mounted('token'), 'second\n');
    expect(await client.get('/api/v1/pods')).toMatchObject({ kind: 'PodList' });
  });

  it('trusts an authority replaced on disk from then on', async () => {
    enforced.accounts = [account('first')];
    const client = new KubernetesClient(await kubeconfigConnection(null, directory));
    expect(await client.get('/api/v1/pods')).toMatchObject({ kind: 'PodList' });
    const { port } = new URL(cluster.url);
    await cluster.stop(0);
    const next = createAuthority();
    cluster = await startCluster(Number(port), next, enforced);
    await expect(client.get('/api/v1/pods')).rejects.toMatchObject({ reason: 'Unreachable' });
    writeFileSync(mounted('ca.crt'), next.cert);
    expect(await client.get('/api/v1/pods')).toMatchObject({ kind: 'PodList' });
  });
});
