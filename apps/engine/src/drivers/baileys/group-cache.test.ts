import { EventEmitter } from 'node:events';
import type { GroupMetadata, WASocket } from 'baileys';
import { expect, test, vi } from 'vitest';
import { GroupCache } from './group-cache.ts';

/** Groups whose size is the number of requests so far. */
function known() {
  const groups = new GroupCache();
  const ev = new EventEmitter();
  groups.listen({ ev } as unknown as Pick<WASocket, 'ev'>);
  const ask = vi.fn(async (id: string) => ({ id, size: ask.mock.calls.length }) as GroupMetadata);
  const sizeOf = async (id: string) => (await groups.of(id, () => ask(id))).size;
  return { ev, ask, sizeOf };
}

test('requests a group once, until something changes in it', async () => {
  const { ev, sizeOf } = known();
  expect([await sizeOf('a'), await sizeOf('a'), await sizeOf('b')]).toEqual([1, 1, 2]);
  ev.emit('group-participants.update', { id: 'a', action: 'add', participants: [] });
  expect([await sizeOf('a'), await sizeOf('b')]).toEqual([3, 2]);
  ev.emit('groups.update', [{ id: 'b' }]);
  expect([await sizeOf('a'), await sizeOf('b')]).toEqual([3, 4]);
  ev.emit('groups.upsert', [{ id: 'a' }]);
  expect(await sizeOf('a')).toBe(5);
});

test('requests a group again that changed during the request', async () => {
  const { ev, sizeOf } = known();
  const first = sizeOf('a');
  ev.emit('group-participants.update', { id: 'a', action: 'remove', participants: [] });
  expect([await first, await sizeOf('a')]).toEqual([1, 2]);
});

test('does not cache a failed request', async () => {
  const { ask, sizeOf } = known();
  ask.mockRejectedValueOnce(new Error('no answer'));
  await expect(sizeOf('a')).rejects.toThrow('no answer');
  expect(await sizeOf('a')).toBe(2);
});

test('caches only the most recently used groups', async () => {
  const { ask, sizeOf } = known();
  for (let at = 0; at < 20; at += 1) await sizeOf(`group ${at}`);
  await sizeOf('group 0');
  await sizeOf('one more');
  expect(ask).toHaveBeenCalledTimes(21);
  await sizeOf('group 0');
  expect(ask).toHaveBeenCalledTimes(21);
  await sizeOf('group 1');
  expect(ask).toHaveBeenCalledTimes(22);
});
