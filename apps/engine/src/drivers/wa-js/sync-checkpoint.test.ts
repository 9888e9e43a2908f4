import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { SyncCheckpoint } from './sync-checkpoint.ts';

let kept: Map<string, string>;
const context = () => ({
  credentials: {
    read: async () => kept,
    write: async (values: Record<string, string | null>) => {
      for (const [name, text] of Object.entries(values)) {
        if (text === null) kept.delete(name);
        else kept.set(name, text);
      }
    },
  },
  log: createLog('silent'),
});
beforeEach(() => {
  kept = new Map();
});

test('is before the oldest report that the server has not stored', async () => {
  const heard = new SyncCheckpoint(context());
  expect(heard.ms).toBeNull();
  heard.begin(1_000);
  const [first, second] = [heard.track(2_000), heard.track(3_000)];
  second();
  expect(heard.ms).toBe(2_000);
  first();
  expect(heard.ms).toBe(3_000);
  // Reported late, for example from another chat.
  heard.track(2_500)();
  expect(heard.ms).toBe(3_000);
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
  expect([...kept]).toEqual([]);
});

test('saves again what could not be saved', async () => {
  const { credentials, log } = context();
  let away = true;
  const write: typeof credentials.write = (values) =>
    away ? Promise.reject(new Error('the lease is lost')) : credentials.write(values);
  const heard = new SyncCheckpoint({ credentials: { ...credentials, write }, log });
  heard.begin(1_000);
  await heard.save();
  away = false;
  await heard.save();
  expect(kept.get('heard until')).toBe('1000');
});
