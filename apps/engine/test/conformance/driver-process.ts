import type { DriverName } from '@switchyard/contracts/engine/driver-capabilities';
import type { CreateDriver, Driver } from '../../src/drivers/driver.ts';
import { createLog } from '../../src/log.ts';
import {
  OPTIONAL_FUNCTIONS,
  type OptionalFunction,
  type ProcessCalls,
  type TestCalls,
  type ToldEvent,
} from './driver-calls.ts';
import { IpcPeer } from './ipc-peer.ts';

/**
 * The process that a driver of the conformance suite runs in: the real driver, and for everything around it the test,
 * over IPC.
 */
type Setup = Parameters<ProcessCalls['load']>[0];

/** Waits are shorter than in real life, since the network is next door. */
const makers: Record<DriverName, (setup: Setup) => Promise<CreateDriver>> = {
  async simulator({ url }) {
    const { simulatorDriver } = await import('../../src/drivers/simulator/simulator-driver.ts');
    return simulatorDriver({ url, answerTimeoutMs: 6_000 });
  },
  async baileys({ url }) {
    const { baileysDriver } = await import('../../src/drivers/baileys/baileys-driver.ts');
    const { simulatedNetwork } = await import('../../src/drivers/baileys/simulated-network.ts');
    return baileysDriver({ network: simulatedNetwork(url), answerTimeoutMs: 6_000 });
  },
  async 'wa-js'({ url, chromium, profilesDirectory }) {
    const { waJsDriver } = await import('../../src/drivers/wa-js/wa-js-driver.ts');
    const { storedSnapshots: snapshots } = await import('../../src/drivers/wa-js/profile-snapshots.ts');
    const page = { pageUrl: `${url}/simulator/web`, bundlePath: null };
    return waJsDriver({ ...page, chromium, profilesDirectory, snapshots, answerTimeoutMs: 1_500, offlineGraceMs: 100 });
  },
  async 'cloud-api'({ url }) {
    const { cloudApiDriver } = await import('../../src/drivers/cloud-api/cloud-api-driver.ts');
    return cloudApiDriver({ url: `${url}/simulator/graph`, answerTimeoutMs: 500, doubtWaitMs: 500, pollMs: 50 });
  },
};

const lives = new Map<string, Driver>();
let make: CreateDriver = () => {
  throw new Error('no driver is loaded');
};

function driverOf(life: string): Driver {
  const driver = lives.get(life);
  if (!driver) throw new Error(`there is no life ${life}`);
  return driver;
}

function create(life: string, engineId: string, phoneNumber: string | null): Driver {
  return make({
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
      const { taken = () => undefined, ...told } = { taken: undefined, ...event };
      void test.call('tell', { life, event: told as ToldEvent }).then(taken);
    },
    nowMs: Date.now,
    log: createLog('silent'),
  });
}

const calls: ProcessCalls = {
  async load(setup) {
    make = await makers[setup.driver](setup);
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
  logOut: ({ life }) => driverOf(life).logOut(),
  look: ({ life }) => driverOf(life).look?.(),
};
const test = new IpcPeer<TestCalls>(process, calls);
process.on('disconnect', () => process.exit());
