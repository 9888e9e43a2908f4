import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER_STREAM_PATH } from '@switchyard/contracts/cluster/paths';
import { afterEach, expect, it } from 'vitest';
import { takeEarlyStream } from './early-stream.ts';

const SOURCE = join(import.meta.dirname, '../../..');
const EARLY_STREAM = readFileSync(join(import.meta.dirname, 'early-stream.ts'), 'utf8');
const script = readFileSync(join(SOURCE, '../public/early-cluster.js'), 'utf8');

function startStream(answer: Response | null) {
  const controller = new AbortController();
  globalThis.earlyClusterStream = { answer: Promise.resolve(answer), controller, timer: 0 };
  return controller;
}

afterEach(() => {
  globalThis.earlyClusterStream = undefined;
});

it('is taken over once, and ends with its new owner', async () => {
  const controller = startStream(new Response('{}'));
  const stop = new AbortController();
  expect((await takeEarlyStream(stop.signal))?.ok).toBe(true);
  expect(takeEarlyStream(stop.signal)).toBeNull();
  stop.abort();
  expect(controller.signal.aborted).toBe(true);
});

it('is absent when it was refused or had no response', async () => {
  const { signal } = new AbortController();
  startStream(new Response(null, { status: 401 }));
  expect(await takeEarlyStream(signal)).toBeNull();
  startStream(null);
  expect(await takeEarlyStream(signal)).toBeNull();
});

it('starts on the screens that start the cluster, with the address of the stream', () => {
  const routes = join(SOURCE, 'routes/_authenticated/_admin');
  const starting = readdirSync(routes)
    .filter((file) => readFileSync(join(routes, file), 'utf8').includes('startCluster('))
    .map((file) => `'/${file.replace('.tsx', '')}'`)
    .toSorted();
  expect(script).toContain(`[${starting.join(', ')}]`);
  expect(/const KEY = .*/.exec(EARLY_STREAM)?.[0]).toBe(/const KEY = .*/.exec(script)?.[0]);
  expect(script).toContain(`fetch('${CLUSTER_STREAM_PATH}'`);
});
