import type { CreateDriver } from './driver.ts';
import { simulatorDriver } from './simulator/simulator-driver.ts';

/** What a driver may need from the environment. */
export interface DriverSettings {
  driver: string;
  simulatorUrl: string | null;
}

const makers: Record<string, (settings: DriverSettings) => CreateDriver> = {
  simulator: ({ simulatorUrl }) => simulatorDriver({ url: simulatorUrl ?? '' }),
};

export const DRIVER_NAMES: readonly string[] = Object.keys(makers);

/** @throws Error for a name that is not in {@link DRIVER_NAMES}. */
export function driverFor(settings: DriverSettings): CreateDriver {
  const make = makers[settings.driver];
  if (!make) throw new Error(`no driver is called ${settings.driver}`);
  return make(settings);
}
