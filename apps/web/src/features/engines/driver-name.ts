import type { TFunction } from 'i18next';

/** The name that people know a driver by; a driver that has none is called by its own. */
export const driverName = (t: TFunction<'engines'>, driver: string): string =>
  t(`driver.name.${driver as 'baileys'}`, { defaultValue: driver });
