import { DRIVER_NAMES, DRIVERS, type DriverName } from '@switchyard/contracts/driver-facts';
import type { OfferedDriver } from '@switchyard/contracts/engines';
import type { Config } from '../../platform/config/config.ts';

/** What `wa-js-gcp` means here. */
const defaultDriver = ({ demo }: Pick<Config, 'demo'>): DriverName => (demo ? 'simulator' : 'wa-js');

/** The drivers that a new engine may have, the usual one first: the simulator only where there is a simulated network. */
export const offeredDrivers = (config: Pick<Config, 'demo'>): OfferedDriver[] =>
  DRIVER_NAMES.filter((name) => config.demo || name !== 'simulator')
    .map((name) => {
      const { pairing, domain } = DRIVERS[name];
      return { name, pairing, domain, isDefault: name === defaultDriver(config) };
    })
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault));

/** The driver for a new engine session: the one asked for, otherwise the usual one. Null: it is not offered here. */
export function chooseDriver(config: Pick<Config, 'demo'>, asked: string | undefined): DriverName | null {
  const name = asked ?? defaultDriver(config);
  return DRIVER_NAMES.find((one) => one === name && (config.demo || one !== 'simulator')) ?? null;
}
