import type { Engine } from '@switchyard/contracts/engines';
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

/** The driver for a new engine session: the one asked for; otherwise what `wa-js-gcp` means here. Null: there is no such driver. */
export function chooseDriver(config: Pick<Config, 'demo'>, asked: string | undefined): DriverName | null {
  const name = asked ?? (config.demo ? 'simulator' : 'wa-js');
  return DRIVERS.find((one) => one === name) ?? null;
}
