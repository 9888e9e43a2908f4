import type { TFunction } from 'i18next';

/** Display name of a driver; a driver without one is shown by its id. */
export const driverName = (t: TFunction<'engines'>, driver: string): string =>
  t(`driver.name.${driver as 'baileys'}`, { defaultValue: driver });
