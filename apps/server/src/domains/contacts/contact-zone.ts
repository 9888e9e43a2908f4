import type { ZoneSource } from '@switchyard/contracts/contacts/zone-source';
import { Temporal } from 'temporal-polyfill';
import { countriesOf } from '../../platform/phone-number.ts';
import { ZONES_OF_COUNTRIES } from './zones-of-countries.ts';

/** A contact's time zone and its source; only a zone entered by a person is more than an assumption. */
export interface ZoneOfContact {
  /** IANA name. */
  zone: string;
  source: ZoneSource;
}

/**
 * The zone of a number: from the contact if set, else from the number's country if that has a single zone, else the
 * workspace's. The only place that decides a contact's local time.
 * @param contact `zone` is null if not set; `mobile` in E.164, or a group's id
 */
export function contactZone(contact: { zone: string | null; mobile: string }, workspaceZone: string): ZoneOfContact {
  if (contact.zone !== null) return { zone: contact.zone, source: 'contact' };
  const zone = zoneOfNumber(contact.mobile);
  return zone === null ? { zone: workspaceZone, source: 'workspace' } : { zone, source: 'number' };
}

const zonesByNumber = new Map<string, string | null>();
/** Cache size. Some numbers take the parser 20 µs, and lanes ask for every message. */
const MAX_CACHED = 20_000;

/** The zone of a number's country, or of all its possible countries; null if they have several zones. */
export function zoneOfNumber(mobile: string): string | null {
  const known = zonesByNumber.get(mobile);
  if (known !== undefined) return known;
  const zones = countriesOf(mobile).map((country) => ZONES_OF_COUNTRIES.get(country));
  const [first] = zones;
  const zone = first && zones.every((other) => other && showTheSame(first, other)) ? first : null;
  if (zonesByNumber.size >= MAX_CACHED) zonesByNumber.clear();
  zonesByNumber.set(mobile, zone);
  return zone;
}

/** Whether two zones show the same time for the next year, sampled twice a month. */
function showTheSame(a: string, b: string): boolean {
  if (a === b) return true;
  const now = Temporal.Now.instant();
  return Array.from({ length: 24 }, (_, half) => now.add({ hours: half * 365 })).every(
    (at) => at.toZonedDateTimeISO(a).offsetNanoseconds === at.toZonedDateTimeISO(b).offsetNanoseconds,
  );
}
