import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { SyncCheckpoint } from './sync-checkpoint.ts';

let stored: Map<string, string>;
const context = () => ({
  credentials: {
    read: async () => stored,
    write: async (values: Record<string, string | null>) => {
      for (const [name, text] of Object.entries(values)) {
        if (text === null) stored.delete(name);
        else stored.set(name, text);
      }
    },
  },
  log: createLog('silent'),
});
beforeEach(() => {
  stored = new Map();
});

test('is before the oldest report that the server has not stored', async () => {
  const checkpoint = new SyncCheckpoint(context());
  expect(checkpoint.ms).toBeNull();
  checkpoint.begin(1_000);
  const [first, second] = [checkpoint.track(2_000), checkpoint.track(3_000)];
  second();
  expect(checkpoint.ms).toBe(2_000);
  first();
  expect(checkpoint.ms).toBe(3_000);
  // Reported late, for example from another chat.
  checkpoint.track(2_500)();
  expect(checkpoint.ms).toBe(3_000);
});

test('is loaded by the next process, and starts afresh with another account', async () => {
  const before = new SyncCheckpoint(context());
  before.begin(1_000);
  before.track(2_000)();
  before.track(9_000);
  await before.save();
  const after = new SyncCheckpoint(context());
  await after.load();
  expect(after.ms).toBe(2_000);
  await after.reset();
  expect(after.ms).toBeNull();
  expect([...stored]).toEqual([]);
});

test('saves again what could not be saved', async () => {
  const { credentials, log } = context();
  let away = true;
  const write: typeof credentials.write = (values) =>
    away ? Promise.reject(new Error('the lease is lost')) : credentials.write(values);
  const checkpoint = new SyncCheckpoint({ credentials: { ...credentials, write }, log });
  checkpoint.begin(1_000);
  await checkpoint.save();
  away = false;
  await checkpoint.save();
  expect(stored.get('heard until')).toBe('1000');
});
