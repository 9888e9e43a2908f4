import type { HostedEngine } from '@switchyard/contracts/engine/host';
import { afterEach, expect, test, vi } from 'vitest';
import { ServerRefusal, ServerUnavailable } from '../connection/server-client.ts';
import type { LaneEnd } from '../lane/lane.ts';
import { createLog } from '../log.ts';
import { EngineHost } from './engine-host.ts';

/** One run of an engine, as the host sees it. */
interface Life {
  engine: HostedEngine;
  end(why: LaneEnd): void;
  isOver: boolean;
  /** Runs something later in the code of this engine. */
  later(what: () => void): void;
}

const hosts: EngineHost[] = [];
afterEach(() => Promise.all(hosts.splice(0).map((host) => host.stop(0))));

function open(first: HostedEngine[]) {
  const lives: Life[] = [];
  const list = { engines: first, failure: null as Error | null };
  const host = new EngineHost({
    log: createLog('silent'),
    server: {
      async hosted() {
        if (list.failure) throw list.failure;
        return { engines: list.engines };
      },
    },
    run(engine) {
      const { promise, resolve } = Promise.withResolvers<LaneEnd>();
      let todo: () => void = () => undefined;
      const timer = setInterval(() => todo(), 1);
      const life: Life = {
        engine,
        isOver: false,
        later: (what) => {
          todo = what;
        },
        end(why) {
          clearInterval(timer);
          life.isOver = true;
          resolve(why);
        },
      };
      lives.push(life);
      return { done: promise, stop: async () => life.end('stopped') };
    },
  });
  hosts.push(host);
  const running = () => lives.filter((life) => !life.isOver).map(({ engine }) => `${engine._id} ${engine.revision}`);
  const setList = (engines: HostedEngine[]) => {
    list.engines = engines;
    host.poke();
  };
  return { host, lives, list, running, setList };
}
const engine = (_id: string, revision = 0, token = `token of ${_id}`): HostedEngine => ({ _id, token, revision });

test('runs the listed engines: starts, stops, and restarts by revision or token, without touching the others', async () => {
  const { lives, running, setList } = open([engine('a'), engine('b')]);
  await vi.waitFor(() => expect(running()).toEqual(['a 0', 'b 0']));
  setList([engine('a'), engine('b', 1), engine('c')]);
  await vi.waitFor(() => expect(running()).toEqual(['a 0', 'c 0', 'b 1']));
  setList([engine('a'), engine('b', 1, 'another')]);
  await vi.waitFor(() => expect(running()).toEqual(['a 0', 'b 1']));
  expect(lives.filter((life) => life.engine._id === 'a')).toHaveLength(1);
  // It is back before anybody noticed, or after.
  setList([engine('a')]);
  setList([engine('a'), engine('b', 1, 'another')]);
  await vi.waitFor(() => expect(running()).toEqual(['a 0', 'b 1']));
});

test.each<LaneEnd>(['lease-lost', 'unauthorized'])('restarts only the engine that ended with %s', async (why) => {
  const { lives, running } = open([engine('a'), engine('b')]);
  await vi.waitFor(() => expect(running()).toHaveLength(2));
  lives[0]?.end(why);
  expect(running()).toEqual(['b 0']);
  await vi.waitFor(() => expect(running()).toEqual(['b 0', 'a 0']), 5_000);
  expect(lives).toHaveLength(3);
});

test('ends only the engine that threw an uncaught error, and does not claim errors of no engine', async () => {
  const { host, lives, running } = open([engine('a'), engine('b')]);
  await vi.waitFor(() => expect(running()).toHaveLength(2));
  expect(host.fault(new Error('from nowhere'))).toBe(false);
  const answers: boolean[] = [];
  lives[1]?.later(() => answers.push(host.fault(new Error('in a timer of b'))));
  await vi.waitFor(() => expect(answers[0]).toBe(true));
  await vi.waitFor(() => expect(lives[1]?.isOver).toBe(true));
  expect(lives[0]?.isOver).toBe(false);
  await vi.waitFor(() => expect(running()).toEqual(['a 0', 'b 0']), 5_000);
});

test('keeps the engines running while the list is unavailable, and stops them when the host is refused', async () => {
  const { host, list, running } = open([engine('a')]);
  await vi.waitFor(() => expect(running()).toEqual(['a 0']));
  list.failure = new ServerUnavailable('away');
  host.poke();
  list.engines = [];
  await vi.waitFor(() => expect(running()).toEqual(['a 0']));
  list.failure = new ServerRefusal(401, 'UNAUTHORIZED', 'no', null);
  host.poke();
  expect(await host.done).toBe('unauthorized');
  expect(running()).toEqual([]);
});

test('stops all engines, then the host', async () => {
  const { host, running } = open([engine('a'), engine('b')]);
  await vi.waitFor(() => expect(running()).toHaveLength(2));
  await host.stop(100);
  expect(running()).toEqual([]);
  expect(await host.done).toBe('stopped');
});
