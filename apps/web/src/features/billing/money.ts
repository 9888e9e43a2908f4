import { currentLanguage } from '../../lib/i18n/i18n.ts';

const CENTS = 100;

/** `€19.00` in the language's format. */
export const formatMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'currency', currency }).format(cents / CENTS);

/** The UTC day of a moment; months are counted in UTC. */
export const dayOf = (moment: string): string => moment.slice(0, 'YYYY-MM-DD'.length);
