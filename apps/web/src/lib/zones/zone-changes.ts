import { Temporal } from 'temporal-polyfill';

/** From when on which offset from UTC holds, oldest first; minutes since 1970, and minutes. Null: not known. */
export type ZoneChanges = readonly (readonly [from: number, offset: number | null])[];

const MINUTE_MS = 60_000;
/**
 * A browser's own data are used outside of these years: they agree on what lies before, and nobody knows what comes
 * after.
 */
const FIRST = Temporal.Instant.from('2015-01-01T00:00Z');
const LAST = Temporal.Instant.from('2040-01-01T00:00Z');

const loaded = new Map<string, ZoneChanges>();

/**
 * What this runtime knows of a zone; undefined: not by this name. In the built app `vite.config.ts` replaces this
 * module by what it found in the Node.js that builds the app and runs the server, as browsers may be years behind it,
 * or ahead.
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
