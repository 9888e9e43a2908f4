import type { Engine, OfferedDriver } from '@switchyard/contracts/engines';
import type { Config } from '../../platform/config/config.ts';

/** The drivers that an engine process of this version has. */
const DRIVERS = ['simulator', 'baileys', 'wa-js', 'cloud-api'] as const;
export type DriverName = (typeof DRIVERS)[number];

interface DriverFacts {
  pairing: Engine['pairing'];
  /** The network that it is a client of. */
  domain: string;
}

/** What the screens must know of a driver without asking its process; the process declares the same (`apps/engine/src/drivers`). */
const FACTS: Record<string, DriverFacts> = {
  simulator: { pairing: ['qr', 'code'], domain: 'simulated WhatsApp' },
  baileys: { pairing: ['qr', 'code'], domain: 'web.whatsapp.com' },
  'wa-js': { pairing: ['qr', 'code'], domain: 'web.whatsapp.com' },
  'cloud-api': { pairing: ['token'], domain: 'graph.facebook.com' },
};

/** Facts of a driver by name; a name that we do not know can do nothing. */
export const driverFacts = (name: string): DriverFacts => FACTS[name] ?? { pairing: [], domain: 'unknown' };

/** What `wa-js-gcp` means here. */
const defaultDriver = ({ demo }: Pick<Config, 'demo'>): DriverName => (demo ? 'simulator' : 'wa-js');

/** The drivers that a new engine may have, the usual one first: the simulator only where there is a simulated network. */
export const offeredDrivers = (config: Pick<Config, 'demo'>): OfferedDriver[] =>
  DRIVERS.filter((name) => config.demo || name !== 'simulator')
    .map((name) => ({ name, ...driverFacts(name), isDefault: name === defaultDriver(config) }))
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault));

/** The driver for a new engine session: the one asked for, otherwise the usual one. Null: it is not offered here. */
export function chooseDriver(config: Pick<Config, 'demo'>, asked: string | undefined): DriverName | null {
  const name = asked ?? defaultDriver(config);
  return DRIVERS.find((one) => one === name && (config.demo || one !== 'simulator')) ?? null;
}
