import type { Config } from '../../platform/config/config.ts';

/** The drivers that an engine process of this version has. */
const DRIVERS = ['simulator'] as const;
export type DriverName = (typeof DRIVERS)[number];

/** The driver for a new engine session: the one asked for, if it exists and this server may use it. Null: refused. */
export function chooseDriver(config: Pick<Config, 'demo'>, asked: string | undefined): DriverName | null {
  const name = asked ?? (config.demo ? 'simulator' : null);
  return DRIVERS.find((one) => one === name) ?? null;
}
