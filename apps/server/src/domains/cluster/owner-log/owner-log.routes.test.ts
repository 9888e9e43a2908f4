import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClusterServer, startClusterServer } from '../../../../test/cluster-server.ts';

let server: ClusterServer;
beforeAll(async () => {
  server = await startClusterServer();
});
afterAll(() => server.stop());

/** A pod of ReplicaSet `web` on the real local cluster, with an init container that writes two lines. */
async function createPod(name: string): Promise<void> {
  const { client, namespace } = server.platform.cluster ?? expect.unreachable();
  const shell = (container: string, script: string) => ({
    name: container,
    image: 'switchyard-engine',
    command: ['/bin/sh', '-c', script],
  });
  await client.create(client.path('pods', namespace), {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true }],
    },
    spec: {
      terminationGracePeriodSeconds: 0,
      initContainers: [shell('restore', 'echo restoring; sleep 1; echo restored')],
      containers: [shell('main', 'echo serving; exec sleep 60')],
    },
  });
}

it("streams the logs of all containers of an owner's pods, marks init containers, and includes later pods", async () => {
  await createPod('web-1');
  const ended = new AbortController();
  const answer = await fetch(
    `${server.url}/api/cluster/namespaces/${server.namespace}/owners/ReplicaSet/web/log?tailLines=100`,
    { headers: { authorization: `Bearer ${server.admin.token}` }, signal: ended.signal },
  );
  const seen: string[] = [];
  let text = '';
  for await (const piece of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += piece;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines.filter(Boolean)) seen.push(line.replace(/\t\S+Z /, ': ').replace('\t', ' '));
    if (seen.length === 3) await createPod('web-2');
    if (seen.length >= 6) break;
  }
  ended.abort();
  const of = (pod: string) => [
    `${pod} restore (init): restoring`,
    `${pod} restore (init): restored`,
    `${pod} main: serving`,
  ];
  expect(seen).toEqual([...of('web-1'), ...of('web-2')]);
}, 30_000);
