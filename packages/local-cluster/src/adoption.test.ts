import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Pod } from '@switchyard/kubernetes/objects';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClusterUnderTest, isReady } from '../test/cluster-under-test.ts';

let under: ClusterUnderTest;
beforeEach(() => {
  under = new ClusterUnderTest();
});
afterEach(() => under.destroy());

/** A cluster in a separate process, in the folder of `under`. */
async function host(): Promise<{ child: ChildProcess; url: string; token: string }> {
  const program = fileURLToPath(new URL('../test/host.ts', import.meta.url));
  const child = spawn(process.execPath, [program, under.directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
  throw new Error('the host ended');
}

async function createPod(url: string, token: string, name: string, script: string): Promise<void> {
  const body = { metadata: { name }, spec: { containers: [{ name: 'main', image: 'shell', args: [script] }] } };
  const answer = await fetch(`${url}/api/v1/namespaces/default/pods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
}

/** The pod's log once it contains `text`. */
async function followUntil(url: string, name: string, text: string): Promise<string> {
  let seen = '';
  for (;;) {
    const address = `${url}/api/v1/namespaces/default/pods/${name}/log?follow=true`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    for await (const chunk of answer.body ?? []) {
      if (answer.status !== 200) break;
      seen += Buffer.from(chunk as Uint8Array).toString();
      if (seen.includes(text)) return seen;
    }
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const recordOf = (pod: Pod) =>
  JSON.parse(readFileSync(join(under.directory, 'pods', pod.metadata.uid, 'pod.json'), 'utf8')) as {
    containers: { main: { process: { pid: number } } };
  };

test('a pod survives when the process hosting the cluster is killed, and the next cluster adopts it', async () => {
  const { child, url, token } = await host();
  await createPod(url, token, 'survivor', 'n=0; while :; do n=$((n+1)); echo "tick $n"; sleep 0.05; done');
  await followUntil(url, 'survivor', 'tick 3\n');
  const before = (await (await fetch(`${url}/api/v1/namespaces/default/pods/survivor`)).json()) as Pod;
  await kill(child);

  await under.start();
  const after = await under.podWhen('survivor', isReady);
  expect(after?.metadata.uid).toBe(before.metadata.uid);
  expect(after?.status.containerStatuses?.[0]).toMatchObject({ restartCount: 0, ready: true });
  expect(Number(after?.metadata.resourceVersion)).toBeGreaterThan(Number(before.metadata.resourceVersion));
  const ticks = (await followUntil(under.cluster.url, 'survivor', 'tick 9\n')).split('\n');
  expect(ticks.slice(0, 9)).toEqual(Array.from({ length: 9 }, (_, at) => `tick ${at + 1}`));

  // The adopted process is owned: its end is noticed, and it is restarted.
  process.kill(recordOf(before).containers.main.process.pid, 'SIGKILL');
  const restarted = await under.podWhen('survivor', (pod) => pod?.status.containerStatuses?.[0]?.restartCount === 1);
  expect(restarted?.status.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
    exitCode: 137,
    reason: 'ContainerStatusUnknown',
  });
});

test('a process that ended while no cluster ran is noticed and started again', async () => {
  const { child, url, token } = await host();
  await createPod(url, token, 'mortal', 'echo up; exec sleep 600');
  await followUntil(url, 'mortal', 'up\n');
  const pod = (await (await fetch(`${url}/api/v1/namespaces/default/pods/mortal`)).json()) as Pod;
  await kill(child);
  process.kill(recordOf(pod).containers.main.process.pid, 'SIGKILL');

  await under.start();
  const again = await under.podWhen(
    'mortal',
    (pod) => isReady(pod) && pod.status.containerStatuses?.[0]?.restartCount === 1,
  );
  expect(again?.metadata.uid).toBe(pod.metadata.uid);
});

test('a reused process id of another process is not mistaken for ours', async () => {
  const stranger = spawn('sleep', ['600']);
  try {
    await under.start();
    await under.createPod('renumbered', 'exec sleep 600');
    const pod = await under.podWhen('renumbered', isReady);
    if (!pod) throw new Error('no pod');
    const { pid } = recordOf(pod).containers.main.process;
    await under.cluster.abandon();
    process.kill(pid, 'SIGKILL');
    under.rewriteRecord(pod, (record) => {
      record.containers.main.process.pid = stranger.pid;
    });
    await under.start();
    await under.podWhen('renumbered', (pod) => isReady(pod) && pod.status.containerStatuses?.[0]?.restartCount === 1);
    await under.request('DELETE', '/api/v1/namespaces/default/pods/renumbered', { gracePeriodSeconds: 0 });
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('pods stopped in order restart at once at the next start, without any backoff', async () => {
  await under.start();
  await under.createPod('returning', 'trap "echo bye; exit 0" TERM; echo up; while :; do sleep 0.05; done');
  const before = await under.podWhen('returning', isReady);
  await followUntil(under.cluster.url, 'returning', 'up\n');
  for (let round = 1; round <= 3; round++) {
    await under.cluster.stop(5_000);
    await under.start();
    const back = await under.podWhen('returning', isReady);
    expect(back?.metadata.uid).toBe(before?.metadata.uid);
    expect(back?.status.containerStatuses?.[0]).toMatchObject({
      restartCount: round,
      lastState: { terminated: { exitCode: 0, reason: 'Completed' } },
    });
    await followUntil(under.cluster.url, 'returning', 'up\n');
  }
});

test('a pod in the middle of its init containers continues there after a kill or a stop', async () => {
  await under.start();
  const initContainers = [
    { name: 'first', image: 'shell', args: ['echo first'] },
    { name: 'second', image: 'shell', args: [`while [ ! -e ${under.directory}/go ]; do sleep 0.05; done`] },
  ];
  await under.createPod('halfway', 'exec sleep 600', { spec: { initContainers } });
  const isHalfway = (pod: Pod | null) => Boolean(pod?.status.initContainerStatuses?.[1]?.state?.running);
  await under.podWhen('halfway', isHalfway);
  await under.cluster.abandon();
  await under.start();
  await under.podWhen('halfway', isHalfway);
  await under.cluster.stop(5_000);
  await under.start();
  const again = await under.podWhen('halfway', isHalfway);
  expect(again?.status.containerStatuses?.[0]?.state?.running).toBeUndefined();
  writeFileSync(join(under.directory, 'go'), '');
  const pod = await under.podWhen('halfway', isReady);
  expect(pod?.status.initContainerStatuses?.map((initContainerStatuse) => initContainerStatuse.restartCount)).toEqual([
    0, 1,
  ]);
});

test('clusters in different folders do not see each other’s pods', async () => {
  await under.start();
  await under.createPod('mine', 'exec sleep 600');
  const other = await new ClusterUnderTest().start();
  try {
    expect(await other.pod('mine')).toBeNull();
  } finally {
    await other.destroy();
  }
  expect(isReady(await under.podWhen('mine', isReady))).toBe(true);
});
