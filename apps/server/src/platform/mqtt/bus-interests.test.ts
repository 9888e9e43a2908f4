import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BusInterests, fromBus, presenceOnBus } from './bus-interests.ts';

const LINGER_MS = 30_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function follow() {
  const subscribe = vi.fn(async () => undefined);
  const unsubscribe = vi.fn();
  return { subscribe, unsubscribe, interests: new BusInterests({ subscribe, unsubscribe }) };
}

test('subscribes to a workspace with its engines for all watchers, until a while after the last has gone', async () => {
  const { subscribe, unsubscribe, interests } = follow();
  const filters = ['workspace/w1/live', 'workspace/w1/engine/+/presence'];
  const [first, second] = [{}, {}];
  await interests.expect('workspace/w1/live');
  interests.hold('workspace/w1/live', first);
  interests.hold('workspace/w1/live', first);
  interests.hold('workspace/w1/live', second);
  expect(subscribe.mock.calls).toEqual([[filters]]);
  interests.release('workspace/w1/live', first);
  await vi.advanceTimersByTimeAsync(2 * LINGER_MS);
  expect(unsubscribe).not.toHaveBeenCalled();
  interests.release('workspace/w1/live', second);
  await vi.advanceTimersByTimeAsync(LINGER_MS - 1);
  expect(unsubscribe).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(unsubscribe.mock.calls).toEqual([[filters]]);
});

test('keeps the subscription of a page that returns in time, and awaits a reply for a while, extended by another command', async () => {
  const { subscribe, unsubscribe, interests } = follow();
  const page = {};
  interests.hold('user/u1/live', page);
  interests.release('user/u1/live', page);
  await vi.advanceTimersByTimeAsync(LINGER_MS - 1);
  interests.hold('user/u1/live', page);
  await interests.expect('engine/e1/reply');
  await vi.advanceTimersByTimeAsync(LINGER_MS - 1);
  await interests.expect('engine/e1/reply');
  await vi.advanceTimersByTimeAsync(LINGER_MS - 1);
  expect(subscribe).toHaveBeenCalledTimes(2);
  expect(unsubscribe).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(unsubscribe.mock.calls).toEqual([[['engine/e1/reply']]]);
});

test("maps an engine's presence to its workspace on the bus, and back on arrival", () => {
  expect(presenceOnBus('w1', 'engine/e1/presence')).toBe('workspace/w1/engine/e1/presence');
  expect(fromBus('workspace/w1/engine/e1/presence')).toBe('engine/e1/presence');
  expect(fromBus('workspace/w1/live')).toBe('workspace/w1/live');
});
