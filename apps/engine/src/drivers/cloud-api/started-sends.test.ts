import { expect, test } from 'vitest';
import type { CredentialStore } from '../driver.ts';
import { StartedSends } from './started-sends.ts';

/** What the server keeps, across processes. */
function store() {
  const kept = new Map<string, string>();
  let writes = 0;
  let gate: Promise<void> = Promise.resolve();
  const credentials = {
    read: async (names: string[]) =>
      new Map(names.flatMap((name) => (kept.has(name) ? [[name, kept.get(name) as string] as const] : []))),
    async write(values: Record<string, string>) {
      writes += 1;
      await gate;
      for (const [name, value] of Object.entries(values)) kept.set(name, value);
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

test('what began before the last process is still known after two restarts, whatever is written between', async () => {
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

test('what has not left is forgotten with the next write; what may have is kept', async () => {
  const { credentials } = store();
  const log = await StartedSends.load(credentials);
  await Promise.all([log.begin('stayed'), log.begin('left')]);
  // Its own send is no earlier one.
  expect(log.has('left')).toBe(false);
  log.end('stayed', { mayHaveLeft: false });
  log.end('left', { mayHaveLeft: true });
  expect([log.has('stayed'), log.has('left')]).toEqual([false, true]);
  await log.begin('next');
  const after = await StartedSends.load(credentials);
  expect(['stayed', 'left', 'next'].map((id) => after.has(id))).toEqual([false, true, true]);
});

test('sends that begin at once share a write, and none begins before it is kept', async () => {
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

test('a write that fails lets nothing begin, and the next one goes on without it', async () => {
  const { credentials, hold } = store();
  const log = await StartedSends.load(credentials);
  hold(Promise.reject(new Error('the lease is lost')));
  await expect(log.begin('one')).rejects.toThrow('the lease is lost');
  hold(Promise.resolve());
  await log.begin('two');
  expect((await StartedSends.load(credentials)).has('two')).toBe(true);
});

test('the latest are kept, and of an engine that sends for years no more than it needs', async () => {
  const { credentials } = store();
  const log = await StartedSends.load(credentials);
  for (let at = 0; at < 500; at += 1) log.end(`m${at}`, { mayHaveLeft: true });
  await log.begin('last');
  const after = await StartedSends.load(credentials);
  expect(['m0', 'm99', 'm100', 'm499', 'last'].map((id) => after.has(id))).toEqual([false, false, true, true, true]);
});
