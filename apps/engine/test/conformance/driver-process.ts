import type { DriverName } from '@switchyard/contracts/engine/driver-capabilities';
import type { CreateDriver } from '../../src/drivers/driver.ts';
import type { ProcessCalls } from './driver-calls.ts';
import { serveDriver } from './serve-driver.ts';

/**
 * The process in which a driver of the conformance suite runs: the real driver, with the test replacing everything
 * around it over IPC.
 */
type Setup = Parameters<ProcessCalls['load']>[0];

/** Timeouts are shorter than in production, because the network is local. */
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

serveDriver(process, async (setup) => {
  const make = await makers[setup.driver as DriverName](setup);
  return (_life, context) => make(context);
});
process.on('disconnect', () => process.exit());
