import { Temporal } from 'temporal-polyfill';

/** Offsets from UTC and when each starts to apply, oldest first; minutes since 1970, and minutes. Null: unknown. */
export type ZoneChanges = readonly (readonly [from: number, offset: number | null])[];

const MINUTE_MS = 60_000;
/** The browser's own data are used outside these years: all agree on earlier ones, and later ones are unknown. */
const FIRST = Temporal.Instant.from('2015-01-01T00:00Z');
const LAST = Temporal.Instant.from('2040-01-01T00:00Z');

const loaded = new Map<string, ZoneChanges>();

/**
 * This runtime's data for a zone; undefined if the name is unknown. In the built app `vite.config.ts` replaces this
 * module with the data of the Node.js that builds the app and runs the server, since browsers may be years behind or
 * ahead.
 */
export function findZoneChanges(zone: string): ZoneChanges | undefined {
  const changes = loaded.get(zone) ?? loadChanges(zone);
  if (changes) loaded.set(zone, changes);
  return changes;
}

function loadChanges(zone: string): ZoneChanges | undefined {
  try {
    let at: Temporal.ZonedDateTime | null = FIRST.toZonedDateTimeISO(zone);
    const changes: [number, number | null][] = [];
    while (at && at.epochMilliseconds < LAST.epochMilliseconds) {
      changes.push([at.epochMilliseconds / MINUTE_MS, at.offsetNanoseconds / 1_000_000 / MINUTE_MS]);
      at = at.getTimeZoneTransition('next');
    }
    return [...changes, [LAST.epochMilliseconds / MINUTE_MS, null]];
  } catch {
    return undefined;
  }
}
