import { driverBodies } from '@switchyard/contracts/driver-bodies';
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import type { DriverContext } from './driver.ts';
import { DRIVER_NAMES, driverFor } from './registry.ts';

/** A driver that is made and not started asks for nothing. */
const context: DriverContext = {
  engineId: '01936d00-0000-7000-8000-000000000001',
  phoneNumber: null,
  credentials: { read: async () => new Map(), write: async () => undefined },
  content: async () => null,
  file: () => Promise.reject(new Error('there is no file')),
  inbox: async () => ({ entries: [], more: false }),
  emit: () => undefined,
  nowMs: () => 0,
  log: createLog('silent'),
};

test.each(DRIVER_NAMES)('the server expects of %s what it can send', async (driver) => {
  const make = await driverFor({
    driver,
    simulatorUrl: 'http://127.0.0.1:9',
    graphUrl: null,
    chromium: null,
    profilesDirectory: '/nowhere',
  });
  const { kinds, replies } = make(context).capabilities;
  expect({ kinds: [...kinds].toSorted(), replies }).toEqual({
    kinds: [...driverBodies(driver).kinds].toSorted(),
    replies: driverBodies(driver).replies,
  });
});
