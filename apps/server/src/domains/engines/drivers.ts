import { DRIVER_NAMES, DRIVERS, type DriverName } from '@switchyard/contracts/engine/driver-capabilities';
import type { OfferedDriver } from '@switchyard/contracts/engines/operations';
import type { EnginePace } from '@switchyard/contracts/engines/sessions';
import type { Config } from '../../platform/config/config.ts';

/** What `wa-js-gcp` means here. */
const defaultDriver = ({ demo }: Pick<Config, 'demo'>): DriverName => (demo ? 'simulator' : 'wa-js');

/**
 * About what one person writes who writes a lot: sixty people an hour who have never heard from this number, and ten
 * times as many who have.
 */
const LINKED_DEVICE: EnginePace = {
  ...{ knownPerMinute: 10, newPerMinute: 1, burst: 5, dailyCap: 1_000, warmUp: true },
  ...{ gapFromSeconds: 2, gapToSeconds: 8, repliesPerMinute: 20 },
};

/**
 * The pace of a new engine, by its driver: what keeps an account from being restricted for writing too much too fast.
 * WhatsApp publishes no figures for accounts of people; docs/decisions/180 says where these come from.
 */
const DEFAULT_PACE: Record<DriverName, EnginePace> = {
  simulator: { knownPerMinute: null, newPerMinute: null, burst: 20, dailyCap: null },
  baileys: LINKED_DEVICE,
  'wa-js': LINKED_DEVICE,
  // Meta itself holds each number to its tier, and charges for it; this keeps a mistake from using the tier up in a
  // minute.
  'cloud-api': { knownPerMinute: 120, newPerMinute: 20, burst: 20, dailyCap: null },
};

/**
 * The drivers that a new engine may have, the usual one first: the simulator only where there is a simulated network.
 */
export const offeredDrivers = (config: Pick<Config, 'demo'>): OfferedDriver[] =>
  DRIVER_NAMES.filter((name) => config.demo || name !== 'simulator')
    .map((name) => {
      const { pairing, domain } = DRIVERS[name];
      return { name, pairing, domain, pace: DEFAULT_PACE[name], isDefault: name === defaultDriver(config) };
    })
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault));

/** The driver for a new engine session: the one asked for, otherwise the usual one. Null: it is not offered here. */
export function chooseDriver(config: Pick<Config, 'demo'>, asked: string | undefined): DriverName | null {
  const name = asked ?? defaultDriver(config);
  return DRIVER_NAMES.find((one) => one === name && (config.demo || one !== 'simulator')) ?? null;
}

/** What a new engine of this driver keeps to; its lane begins rested. */
export const paceOf = (driver: DriverName, asked: EnginePace | undefined) => {
  const pace = { ...DEFAULT_PACE[driver], ...asked };
  return { ...pace, knownTokens: pace.burst, newTokens: pace.burst, replyTokens: pace.burst };
};
