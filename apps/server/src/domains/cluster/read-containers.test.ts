import { expect, it } from 'vitest';
import { KubernetesClient } from '../../platform/kubernetes/client.ts';
import { tokenConnection } from '../../platform/kubernetes/connection.ts';
import { readContainers } from './read-containers.ts';

class OnePod extends KubernetesClient {
  override async get<T>(): Promise<T> {
    const spec = { initContainers: [{ name: 'migrate' }], containers: [{ name: 'app' }, { name: 'sidecar' }] };
    return { spec } as T;
  }
}

it('names init containers too, in the order in which they run: they have logs like the others', async () => {
  const client = new OnePod(tokenConnection('http://cluster', () => 'token', 'default'));
  expect(await readContainers(client, { namespace: 'default', podName: 'one' })).toEqual(['migrate', 'app', 'sidecar']);
});
