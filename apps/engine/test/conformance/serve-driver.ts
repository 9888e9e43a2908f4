import type { Driver, DriverContext } from '../../src/drivers/driver.ts';
import { createLog } from '../../src/log.ts';
import {
  OPTIONAL_FUNCTIONS,
  type OptionalFunction,
  type ProcessCalls,
  type ReportedEvent,
  type TestCalls,
} from './driver-calls.ts';
import { type Channel, IpcPeer } from './ipc-peer.ts';

type Setup = Parameters<ProcessCalls['load']>[0];
/** Creates the driver of one life. */
type CreateLife = (life: string, context: DriverContext) => Driver;

/** Runs the driver for the test at the other end of the channel, which replaces the rest of the engine. */
export function serveDriver(channel: Channel, load: (setup: Setup) => Promise<CreateLife>): void {
  const lives = new Map<string, Driver>();
  let make: CreateLife = () => {
    throw new Error('no driver is loaded');
  };

  const driverOf = (life: string): Driver => {
    const driver = lives.get(life);
    if (!driver) throw new Error(`there is no life ${life}`);
    return driver;
  };

  const create = (life: string, engineId: string, phoneNumber: string | null): Driver =>
    make(life, {
      engineId,
      phoneNumber,
      credentials: {
        read: (names) => test.call('readCredentials', { life, names }),
        write: (values, options) => test.call('writeCredentials', { life, values, clear: options?.clear ?? false }),
      },
      content: (waMessageId) => test.call('content', { life, waMessageId }),
      file: (fileId) => test.call('file', { life, fileId }),
      preview: async () => null,
      inbox: (taken) => test.call('inbox', { life, taken }),
      emit(event) {
        const { taken = () => undefined, ...reported } = { taken: undefined, ...event };
        void test.call('reportEvent', { life, event: reported as ReportedEvent }).then(taken);
      },
      nowMs: Date.now,
      log: createLog('silent'),
    });

  const calls: ProcessCalls = {
    async load(setup) {
      make = await load(setup);
      return create('none', 'none', null).capabilities;
    },
    create({ life, engineId, phoneNumber }) {
      const driver = create(life, engineId, phoneNumber);
      lives.set(life, driver);
      const has = OPTIONAL_FUNCTIONS.map((name) => [name, driver[name] !== undefined]);
      return Object.fromEntries(has) as Record<OptionalFunction, boolean>;
    },
    start: ({ life }) => driverOf(life).start(),
    async stop({ life, how }) {
      await driverOf(life).stop(how);
      lives.delete(life);
    },
    send: ({ life, request }) => driverOf(life).send(request),
    act: async ({ life, request }) => (await driverOf(life).act?.(request)) ?? null,
    typing: async ({ life, chat, isTyping }) => driverOf(life).typing?.(chat, isTyping),
    olderMessages: async ({ life, chat, before, count }) =>
      (await driverOf(life).olderMessages?.(chat, before, count)) ?? null,
    lookUp: async ({ life, numbers }) => (await driverOf(life).lookUp?.(numbers)) ?? null,
    pairingCode: async ({ life, phoneNumber }) => (await driverOf(life).pairingCode?.(phoneNumber)) ?? null,
    fetchFile: async ({ life, file }) => (await driverOf(life).fetchFile?.(file)) ?? null,
    picture: async ({ life, chat }) => (await driverOf(life).picture?.(chat)) ?? null,
    groupInfo: async ({ life, chat }) => (await driverOf(life).groupInfo?.(chat)) ?? null,
    changeGroup: async ({ life, change }) => (await driverOf(life).changeGroup?.(change)) ?? null,
    commonGroups: async ({ life, number }) => (await driverOf(life).commonGroups?.(number)) ?? null,
    logOut: ({ life }) => driverOf(life).logOut(),
    look: ({ life }) => driverOf(life).look?.(),
  };
  const test = new IpcPeer<TestCalls>(channel, calls);
}
