import { expect, test } from 'vitest';
import type { CredentialStore } from '../driver.ts';
import { StartedSends } from './started-sends.ts';

/** The values that the server stores across processes. */
function store() {
  const stored = new Map<string, string>();
  let writes = 0;
  let gate: Promise<void> = Promise.resolve();
  const credentials = {
    read: async (names: string[]) =>
      new Map(names.flatMap((name) => (stored.has(name) ? [[name, stored.get(name) as string] as const] : []))),
    async write(values: Record<string, string>) {
      writes += 1;
      await gate;
      for (const [name, value] of Object.entries(values)) stored.set(name, value);
    },
  } as unknown as CredentialStore;
  return {
    credentials,
    writes: () => writes,
    hold(until: Promise<void>) {
      gate = until;
    },
  };
}

test('knows what began before the last process after two restarts, whatever is written between', async () => {
  const { credentials } = store();
  const first = await StartedSends.load(credentials);
  await first.begin('one');
  const second = await StartedSends.load(credentials);
  expect([second.has('one'), second.has('two')]).toEqual([true, false]);
  await second.begin('two');
  second.end('two', { mayHaveLeft: true });
  const third = await StartedSends.load(credentials);
  expect([third.has('one'), third.has('two')]).toEqual([true, true]);
});

test('drops sends that have not left with the next write, and keeps those that may have', async () => {
  const { credentials } = store();
  const log = await StartedSends.load(credentials);
  await Promise.all([log.begin('stayed'), log.begin('left')]);
  // A send does not count as an earlier one of its own.
  expect(log.has('left')).toBe(false);
  log.end('stayed', { mayHaveLeft: false });
  log.end('left', { mayHaveLeft: true });
  expect([log.has('stayed'), log.has('left')]).toEqual([false, true]);
  await log.begin('next');
  const after = await StartedSends.load(credentials);
  expect(['stayed', 'left', 'next'].map((id) => after.has(id))).toEqual([false, true, true]);
});

test('writes concurrent sends once, and starts none before it is stored', async () => {
  const { credentials, writes, hold } = store();
  const gate = Promise.withResolvers<void>();
  hold(gate.promise);
  const log = await StartedSends.load(credentials);
  let begun = 0;
  const sends = Promise.all(['one', 'two', 'three'].map((id) => log.begin(id).then(() => (begun += 1))));
  await new Promise((resolve) => setImmediate(resolve));
  expect([writes(), begun]).toEqual([1, 0]);
  gate.resolve();
  await sends;
  expect(begun).toBe(3);
  const after = await StartedSends.load(credentials);
  expect(['one', 'two', 'three'].every((id) => after.has(id))).toBe(true);
});

test('starts nothing when a write fails, and continues with the next one', async () => {
  const { credentials, hold } = store();
  const log = await StartedSends.load(credentials);
  hold(Promise.reject(new Error('the lease is lost')));
  await expect(log.begin('one')).rejects.toThrow('the lease is lost');
  hold(Promise.resolve());
  await log.begin('two');
  expect((await StartedSends.load(credentials)).has('two')).toBe(true);
});

test('keeps the latest sends, and only as many as it needs', async () => {
  const { credentials } = store();
  const log = await StartedSends.load(credentials);
  for (let at = 0; at < 500; at += 1) log.end(`m${at}`, { mayHaveLeft: true });
  await log.begin('last');
  const after = await StartedSends.load(credentials);
  expect(['m0', 'm99', 'm100', 'm499', 'last'].map((id) => after.has(id))).toEqual([false, false, true, true, true]);
});
