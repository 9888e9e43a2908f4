import { DRIVER_NAMES, DRIVERS, type DriverName } from '@switchyard/contracts/engine/driver-capabilities';
import type { OfferedDriver } from '@switchyard/contracts/engines/operations';
import type { EnginePace } from '@switchyard/contracts/engines/sessions';
import type { Config } from '../../platform/config/config.ts';

/** The driver that `wa-js-gcp` stands for on this installation. */
const defaultDriver = ({ demo }: Pick<Config, 'demo'>): DriverName => (demo ? 'simulator' : 'wa-js');

/**
 * About what a very active person writes: sixty people an hour who have never received a message from this number, and
 * ten times as many who have.
 */
const LINKED_DEVICE: EnginePace = {
  ...{ knownPerMinute: 10, newPerMinute: 1, burst: 5, dailyCap: 1_000, warmUp: true },
  ...{ gapFromSeconds: 2, gapToSeconds: 8, repliesPerMinute: 20 },
};

/**
 * The default pace of a new engine by driver, to keep its account from being restricted for sending too much too fast.
 * WhatsApp publishes no figures for personal accounts; docs/decisions/180 gives the sources.
 */
const DEFAULT_PACE: Record<DriverName, EnginePace> = {
  simulator: { knownPerMinute: null, newPerMinute: null, burst: 20, dailyCap: null },
  baileys: LINKED_DEVICE,
  'wa-js': LINKED_DEVICE,
  // Meta limits each number to its tier and charges for it; this keeps a mistake from using up the tier in a minute.
  'cloud-api': { knownPerMinute: 120, newPerMinute: 20, burst: 20, dailyCap: null },
};

/** Drivers available for new engines, the default first. The simulator needs a simulated network. */
export const offeredDrivers = (config: Pick<Config, 'demo'>): OfferedDriver[] =>
  DRIVER_NAMES.filter((name) => config.demo || name !== 'simulator')
    .map((name) => {
      const { pairing, domain } = DRIVERS[name];
      return { name, pairing, domain, pace: DEFAULT_PACE[name], isDefault: name === defaultDriver(config) };
    })
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault));

/** The driver for a new engine session: the requested one, otherwise the default. Null if it is not available here. */
export function chooseDriver(config: Pick<Config, 'demo'>, requested: string | undefined): DriverName | null {
  const name = requested ?? defaultDriver(config);
  return DRIVER_NAMES.find((driver) => driver === name && (config.demo || driver !== 'simulator')) ?? null;
}

/** The pace of a new engine; its lane starts with full token buckets. */
export const paceOf = (driver: DriverName, requested: EnginePace | undefined) => {
  const pace = { ...DEFAULT_PACE[driver], ...requested };
  return { ...pace, knownTokens: pace.burst, newTokens: pace.burst, replyTokens: pace.burst };
};
