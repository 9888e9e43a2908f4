import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { followPresence } from './engine-presence.ts';

const message = (state: 'online' | 'offline', instanceId: string, generation: number) =>
  JSON.stringify({ state, instanceId, generation });
const [former, present] = [message('online', 'former', 1), message('online', 'present', 2)];
const formerOnline = { state: 'online', instanceId: 'former', generation: 1 };
const presentOnline = { state: 'online', instanceId: 'present', generation: 2 };

test.each<[string, string[], object | null, number]>([
  ['of a process counts', [former], formerOnline, 1],
  ['of a process repeated is no change', [former, former], formerOnline, 1],
  [
    'that it is offline counts, too',
    [former, message('offline', 'former', 1)],
    { ...formerOnline, state: 'offline' },
    2,
  ],
  ['of the next process replaces it', [former, present], presentOnline, 1],
  [
    'of the next process, after the previous one is offline',
    [message('offline', 'former', 1), present],
    presentOnline,
    2,
  ],
  [
    'that the previous process is offline does not hide the current one',
    [former, present, message('offline', 'former', 1)],
    presentOnline,
    1,
  ],
  ['of the previous process arriving late does not hide the current one', [present, former], presentOnline, 1],
  [
    'of the previous process arriving late, when the current one is offline',
    [message('offline', 'present', 2), former],
    { ...presentOnline, state: 'offline' },
    1,
  ],
  ['that another process with the same lease is offline', [present, message('offline', 'twin', 2)], presentOnline, 1],
  ['that is empty removes the presence', [present, ''], null, 2],
])('the message %s', (_what, words, known, changes) => {
  let deliver = (_topic: string, _payload: string) => {};
  const subscribe = (_topic: string, heard: typeof deliver) => {
    deliver = heard;
    return () => {};
  };
  const changed: string[] = [];
  const presence = followPresence({ broker: { subscribe } } as unknown as Platform, (id) => changed.push(id));
  for (const word of words) deliver('engine/main/presence', word);
  expect(presence.of('main')).toEqual(known);
  expect(presence.of('another')).toBeNull();
  expect(changed).toEqual(Array(changes).fill('main'));
});
