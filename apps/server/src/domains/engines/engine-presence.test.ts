import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { followPresence } from './engine-presence.ts';

const told = (state: 'online' | 'offline', instanceId: string, generation: number) =>
  JSON.stringify({ state, instanceId, generation });
const [former, present] = [told('online', 'former', 1), told('online', 'present', 2)];
const isFormer = { state: 'online', instanceId: 'former', generation: 1 };
const isPresent = { state: 'online', instanceId: 'present', generation: 2 };

test.each<[string, string[], object | null, number]>([
  ['of a process counts', [former], isFormer, 1],
  ['of a process repeated is no change', [former, former], isFormer, 1],
  ['that it is offline counts, too', [former, told('offline', 'former', 1)], { ...isFormer, state: 'offline' }, 2],
  ['of the next process replaces it', [former, present], isPresent, 1],
  ['of the next process, after the previous one is offline', [told('offline', 'former', 1), present], isPresent, 2],
  ['that the previous process is offline does not hide the current one', [former, present, told('offline', 'former', 1)], isPresent, 1],
  ['of the previous process arriving late does not hide the current one', [present, former], isPresent, 1],
  [
    'of the previous process arriving late, when the current one is offline',
    [told('offline', 'present', 2), former],
    { ...isPresent, state: 'offline' },
    1,
  ],
  ['that another process with the same lease is offline', [present, told('offline', 'twin', 2)], isPresent, 1],
  ['that is empty removes the presence', [present, ''], null, 2],
])('the message %s', (_what, words, known, changes) => {
  let tell = (_topic: string, _payload: string) => {};
  const subscribe = (_topic: string, heard: typeof tell) => {
    tell = heard;
    return () => {};
  };
  const changed: string[] = [];
  const presence = followPresence({ broker: { subscribe } } as unknown as Platform, (id) => changed.push(id));
  for (const word of words) tell('engine/main/presence', word);
  expect(presence.of('main')).toEqual(known);
  expect(presence.of('another')).toBeNull();
  expect(changed).toEqual(Array(changes).fill('main'));
});
