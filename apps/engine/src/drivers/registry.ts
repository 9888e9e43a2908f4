import type { DriverName } from '@switchyard/contracts/engine/driver-capabilities';
import type { CreateDriver } from './driver.ts';

/** Settings of the drivers from the environment. */
export interface DriverSettings {
  driver: DriverName;
  simulatorUrl: string | null;
  /** Base URL of the Graph API; null for the simulated network's, or Meta's. */
  graphUrl: string | null;
  /** Path of the browser; null to search the usual places. */
  chromium: string | null;
  profilesDirectory: string;
}

/** Each driver is loaded only if it is used: Baileys alone is 50 MB. */
const factories: Record<DriverName, (settings: DriverSettings) => Promise<CreateDriver>> = {
  async simulator({ simulatorUrl }) {
    const { simulatorDriver } = await import('./simulator/simulator-driver.ts');
    return simulatorDriver({ url: simulatorUrl ?? '' });
  },
  async baileys({ simulatorUrl }) {
    const { baileysDriver } = await import('./baileys/baileys-driver.ts');
    if (simulatorUrl === null) return baileysDriver();
    const { simulatedNetwork } = await import('./baileys/simulated-network.ts');
    return baileysDriver({ network: simulatedNetwork(simulatorUrl) });
  },
  async 'cloud-api'({ graphUrl, simulatorUrl }) {
    const { cloudApiDriver } = await import('./cloud-api/cloud-api-driver.ts');
    const simulated = simulatorUrl === null ? null : `${simulatorUrl}/simulator/graph`;
    return cloudApiDriver({ url: graphUrl ?? simulated ?? 'https://graph.facebook.com' });
  },
  async 'wa-js'({ simulatorUrl, chromium, profilesDirectory }) {
    const { waJsDriver } = await import('./wa-js/wa-js-driver.ts');
    const { storedSnapshots } = await import('./wa-js/profile-snapshots.ts');
    // The simulated page has its own `window.WPP`.
    const page = simulatorUrl === null ? {} : { pageUrl: `${simulatorUrl}/simulator/web`, bundlePath: null };
    return waJsDriver({ ...page, chromium, profilesDirectory, snapshots: storedSnapshots });
  },
};

export const driverFor = (settings: DriverSettings): Promise<CreateDriver> => factories[settings.driver](settings);
