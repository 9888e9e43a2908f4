import type { CreateDriver } from './driver.ts';

/** What a driver may need from the environment. */
export interface DriverSettings {
  driver: string;
  simulatorUrl: string | null;
}

/** Each driver is loaded only where it is used: Baileys alone is 50 MB. */
const makers: Record<string, (settings: DriverSettings) => Promise<CreateDriver>> = {
  async simulator({ simulatorUrl }) {
    const { simulatorDriver } = await import('./simulator/simulator-driver.ts');
    return simulatorDriver({ url: simulatorUrl ?? '' });
  },
  async baileys({ simulatorUrl }) {
    const { baileysDriver } = await import('./baileys/baileys-driver.ts');
    if (simulatorUrl === null) return baileysDriver();
    const { SIMULATOR_ROOT_KEY, noiseUrl } = await import('./baileys/simulated-network.ts');
    return baileysDriver({ network: { url: noiseUrl(simulatorUrl), rootKey: SIMULATOR_ROOT_KEY } });
  },
};

export const DRIVER_NAMES: readonly string[] = Object.keys(makers);

/** @throws Error for a name that is not in {@link DRIVER_NAMES}. */
export async function driverFor(settings: DriverSettings): Promise<CreateDriver> {
  const make = makers[settings.driver];
  if (!make) throw new Error(`no driver is called ${settings.driver}`);
  return make(settings);
}
