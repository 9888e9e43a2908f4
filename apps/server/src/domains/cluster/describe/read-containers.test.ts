import { expect, it } from 'vitest';
import { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import { tokenConnection } from '../../../platform/kubernetes/connection.ts';
import { ClusterState } from '../state/cluster-state.ts';
import { readContainers } from './read-containers.ts';

class OnePod extends KubernetesClient {
  override async get<T>(): Promise<T> {
    const spec = { initContainers: [{ name: 'migrate' }], containers: [{ name: 'app' }, { name: 'sidecar' }] };
    return { spec } as T;
  }
}

it('lists init containers too, which have logs like the others', async () => {
  const client = new OnePod(tokenConnection('http://cluster', () => 'token', 'default'));
  const unknown = { state: 'unavailable', asOfMs: null, problem: null } as const;
  const clusterState = new ClusterState({ cluster: 'one', nodes: unknown, pods: unknown, metrics: unknown });
  expect(await readContainers({ client, clusterState }, { namespace: 'default', podName: 'one' })).toMatchObject({
    containers: ['app', 'sidecar'],
    initContainers: ['migrate'],
  });
});
