import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalCluster } from '@switchyard/local-cluster';
import { expect, it } from 'vitest';
import { KubernetesClient } from './client.ts';
import { tokenConnection } from './connection.ts';

it('cordons and uncordons a node, and names a missing one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cordon-test-'));
  const cluster = await startLocalCluster({ port: 0, directory, allowedOrigins: [], images: {} });
  try {
    const client = new KubernetesClient(tokenConnection(cluster.url, () => cluster.token, 'default'));
    expect((await client.cordon(cluster.nodeName)).spec.unschedulable).toBe(true);
    expect(await client.get(`/api/v1/nodes/${cluster.nodeName}`)).toMatchObject({ spec: { unschedulable: true } });
    expect((await client.uncordon(cluster.nodeName)).spec.unschedulable).toBeUndefined();
    await expect(client.cordon('no/such node')).rejects.toMatchObject({ code: 404 });
  } finally {
    await cluster.stop(0);
    rmSync(directory, { recursive: true, force: true });
  }
});
