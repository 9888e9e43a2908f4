import { DRIVER_NAMES, EXTENSION_DRIVER } from '@switchyard/contracts/engine/driver-capabilities';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { actCases } from './act-cases.ts';
import { connectionCases, doubtCases, pairingCases } from './connection-cases.ts';
import { groupCases } from './group-cases.ts';
import { incomingCases } from './incoming-cases.ts';
import { messageCases } from './message-cases.ts';
import { ResultsTable } from './results-table.ts';
import { World } from './world.ts';

const DRIVERS = [...DRIVER_NAMES, EXTENSION_DRIVER] as const;
const CASES = [
  ...pairingCases,
  ...messageCases,
  ...incomingCases,
  ...groupCases,
  ...actCases,
  ...connectionCases,
  ...doubtCases,
];

/**
 * Runs every driver against the same simulated network: the same cases, each driver over its own protocol and in its
 * own process.
 */
const table = new ResultsTable(DRIVERS);
afterAll(() => {
  process.stdout.write(`\n${table.text('Conformance of the drivers')}\n\n`);
});

// Longer than the waits of a case together, so that a case reports what it waited for.
describe.each(DRIVERS)('driver %s', { timeout: 90_000 }, (driver) => {
  let world: World;
  beforeAll(async () => {
    world = new World(driver);
    await world.open();
  });
  afterEach(() => world.tidy());
  afterAll(() => world.close());

  for (const { name, run } of CASES) {
    test(name, async ({ skip }) => {
      table.set(name, driver, 'FAIL');
      const capability = await run(world);
      table.set(name, driver, capability ?? 'pass');
      skip(capability !== undefined, `capability ${capability}`);
    });
  }
});
