import type { ZoneSource } from '@switchyard/contracts/contacts/zone-source';
import { Temporal } from 'temporal-polyfill';
import { countriesOf } from '../../platform/phone-number.ts';
import { ZONES_OF_COUNTRIES } from './zones-of-countries.ts';

/** By which clock somebody lives, and who says so: only what a person wrote of the contact is more than assumed. */
export interface ZoneOfContact {
  /** IANA name. */
  zone: string;
  source: ZoneSource;
}

/**
 * The zone of whoever has a number: what their contact says, else the one of the number's country where it has one,
 * else the workspace's. Whoever needs a contact's time asks here.
 * @param contact `zone` is null where nobody has said; `mobile` in E.164, or a group's id
 */
export function contactZone(contact: { zone: string | null; mobile: string }, workspaceZone: string): ZoneOfContact {
  if (contact.zone !== null) return { zone: contact.zone, source: 'contact' };
  const zone = zoneOfNumber(contact.mobile);
  return zone === null ? { zone: workspaceZone, source: 'workspace' } : { zone, source: 'number' };
}

const found = new Map<string, string | null>();
/** Some numbers take the parser 20 µs, and a lane asks again for every message. */
const MAX_FOUND = 20_000;

/** The zone of a number's country, or of all countries that it may be of; null: they have several. */
export function zoneOfNumber(mobile: string): string | null {
  const known = found.get(mobile);
  if (known !== undefined) return known;
  const zones = countriesOf(mobile).map((country) => ZONES_OF_COUNTRIES.get(country));
  const [first] = zones;
  const zone = first && zones.every((other) => other && showTheSame(first, other)) ? first : null;
  if (found.size >= MAX_FOUND) found.clear();
  found.set(mobile, zone);
  return zone;
}

/** Whether clocks of two zones show the same from now on for a year, looked at twice a month. */
function showTheSame(one: string, other: string): boolean {
  if (one === other) return true;
  const now = Temporal.Now.instant();
  return Array.from({ length: 24 }, (_, half) => now.add({ hours: half * 365 })).every(
    (at) => at.toZonedDateTimeISO(one).offsetNanoseconds === at.toZonedDateTimeISO(other).offsetNanoseconds,
  );
}
