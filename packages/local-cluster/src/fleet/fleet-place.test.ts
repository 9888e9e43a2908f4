import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ClusterUnderTest } from '../../test/cluster-under-test.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { EventRecorder } from '../events.ts';
import { SLICE_STEPS } from '../in-slices.ts';
import { ObjectStore } from '../store/object-store.ts';
import { parseFleet } from './fleet-options.ts';
import { FleetPlace } from './fleet-place.ts';

const under = new ClusterUnderTest();
beforeAll(() => under.start({ namespaces: ['ns'], historyLimit: 100 }));
afterAll(() => under.destroy());

const NODES = 20;
const PODS = 1_000;
const FLEET = parseFleet(`nodes:${NODES},pods:${PODS},changes:0`, 'ns');

function place() {
  const clock = new VirtualClock(Date.UTC(2026, 0, 1));
  const store = new ObjectStore({ startVersion: 0, historyLimit: 100 });
  return { store, place: new FleetPlace(store, clock, new EventRecorder(store, clock, 'test')) };
}

/** The values of `look` each time a callback gets its turn, until `done`. */
async function turns(done: Promise<void>, look: () => number): Promise<number[]> {
  const seen: number[] = [];
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    seen.push(look());
    await new Promise((resolve) => setImmediate(resolve));
  }
  return seen;
}

test('is added and removed in slices, yielding after each', async () => {
  const { store, place: fleetPlace } = place();
  const count = () => store.count('pods') + store.count('nodes');
  for (const [wanted, end] of [
    [FLEET, NODES + PODS],
    [null, 0],
  ] as const) {
    const seen = await turns(fleetPlace.set(wanted), count);
    seen.push(count());
    const steps = seen.slice(1).map((now, at) => Math.abs(now - (seen[at] ?? 0)));
    expect(seen.at(-1)).toBe(end);
    expect(steps.filter((step) => step > 0).length).toBeGreaterThan(20);
    expect(Math.max(...steps)).toBeLessThanOrEqual(SLICE_STEPS);
  }
});

test('the last request takes precedence, even over one that is half done', async () => {
  const { store, place: fleetPlace } = place();
  const smaller = parseFleet('nodes:2,pods:10,changes:0', 'ns');
  const first = fleetPlace.set(FLEET);
  await vi.waitFor(() => expect(store.count('pods')).toBeGreaterThan(0));
  const second = fleetPlace.set(null);
  const third = fleetPlace.set(smaller);
  expect(fleetPlace.wanted).toBe(smaller);
  await Promise.all([first, second, third]);
  expect([store.count('nodes'), store.count('pods')]).toEqual([2, 10]);
  const last = fleetPlace.set(null);
  fleetPlace.halt();
  await last;
  expect(store.count('pods')).toBe(10);
});

test('watches continue, even interrupted ones, though the fleet is ten times the history', async () => {
  const { metadata } = (await under.request('GET', '/api/v1/pods')).json as { metadata: { resourceVersion: string } };
  const path = `/api/v1/pods?watch=true&resourceVersion=${metadata.resourceVersion}`;
  const read = async () => {
    const types: string[] = [];
    for await (const { type } of under.watch(path)) {
      types.push(type);
      if (types.length === 2 * PODS || type === 'ERROR') break;
    }
    return types;
  };
  const running = read();
  await under.cluster.setFleet(FLEET);
  const lost = read();
  await under.cluster.setFleet(null);
  const expected = [...Array(PODS).fill('ADDED'), ...Array(PODS).fill('DELETED')];
  expect(await running).toEqual(expected);
  expect(await lost).toEqual(expected);
});
