import type { AedesPublishPacket } from 'aedes';
import { expect, test } from 'vitest';
import { createPersistence } from './retained.ts';

const packet = (topic: string, payload: string): AedesPublishPacket => ({
  cmd: 'publish',
  topic,
  payload,
  qos: 1,
  retain: true,
  dup: false,
  brokerId: 'one',
  brokerCounter: 1,
});

async function holding(...packets: AedesPublishPacket[]) {
  const memory = createPersistence();
  for (const packet of packets) await memory.storeRetained(packet);
  return async (...filters: string[]) => {
    const found: string[] = [];
    for await (const one of memory.createRetainedStreamCombi(filters)) found.push(`${one.topic} ${one.payload}`);
    return found;
  };
}

test('returns only the last message of a topic', async () => {
  const read = await holding(packet('engine/e1/presence', 'online'), packet('engine/e2/presence', 'online'));
  expect(await read('engine/e2/presence')).toEqual(['engine/e2/presence online']);
  expect(await read('engine/e3/presence', 'engine/e1')).toEqual([]);
  const later = await holding(packet('engine/e1/presence', 'online'), packet('engine/e1/presence', 'offline'));
  expect(await later('engine/e1/presence')).toEqual(['engine/e1/presence offline']);
});

test.each([
  ['engine/+/presence', ['engine/e1/presence online', 'engine/e2/presence online']],
  ['engine/e1/#', ['engine/e1/presence online']],
  ['workspace/#', ['workspace/w1 here']],
  ['#', ['engine/e1/presence online', 'engine/e2/presence online', 'workspace/w1 here']],
  ['+/presence', []],
])('returns the matches of the filter %s', async (filter, found) => {
  const read = await holding(
    packet('engine/e1/presence', 'online'),
    packet('engine/e2/presence', 'online'),
    packet('workspace/w1', 'here'),
  );
  expect(await read(filter)).toEqual(found);
});

test('returns the matches of several filters, and removes a message by an empty one', async () => {
  const read = await holding(
    packet('engine/e1/presence', 'online'),
    packet('engine/e2/presence', 'online'),
    packet('engine/e1/presence', ''),
  );
  expect(await read('engine/e1/presence', 'engine/+/presence')).toEqual(['engine/e2/presence online']);
});

test('is not affected by later changes to a published packet', async () => {
  const presence = packet('engine/e1/presence', 'online');
  const read = await holding(presence);
  presence.payload = 'offline';
  expect(await read('engine/e1/presence')).toEqual(['engine/e1/presence online']);
});
