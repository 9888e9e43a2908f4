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

test('stands before the oldest that the server has not taken', async () => {
  const heard = new SyncCheckpoint(context());
  expect(heard.ms).toBeNull();
  heard.begin(1_000);
  const [first, second] = [heard.told(2_000), heard.told(3_000)];
  second();
  expect(heard.ms).toBe(2_000);
  first();
  expect(heard.ms).toBe(3_000);
  // Told again late, for example from another chat.
  heard.told(2_500)();
  expect(heard.ms).toBe(3_000);
});

test('is known to the next process, and begins anew with another account', async () => {
  const before = new SyncCheckpoint(context());
  before.begin(1_000);
  before.told(2_000)();
  before.told(9_000);
  await before.keep();
  const after = new SyncCheckpoint(context());
  await after.load();
  expect(after.ms).toBe(2_000);
  await after.forget();
  expect(after.ms).toBeNull();
  expect([...kept]).toEqual([]);
});

test('what could not be kept is kept the next time', async () => {
  const { credentials, log } = context();
  let away = true;
  const write: typeof credentials.write = (values) =>
    away ? Promise.reject(new Error('the lease is lost')) : credentials.write(values);
  const heard = new SyncCheckpoint({ credentials: { ...credentials, write }, log });
  heard.begin(1_000);
  await heard.keep();
  away = false;
  await heard.keep();
  expect(kept.get('heard until')).toBe('1000');
});
