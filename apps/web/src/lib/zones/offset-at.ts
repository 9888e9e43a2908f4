import { findZoneChanges, type ZoneChanges } from './zone-changes.ts';

const MINUTE_MS = 60_000;

/**
 * Milliseconds that a zone is ahead of UTC at an instant, by the server's data: the browser's may be older or newer.
 */
export function offsetAt(zone: string, instantMs: number): number {
  const offset = changesOf(zone)?.findLast(([from]) => from * MINUTE_MS <= instantMs)?.[1];
  return typeof offset === 'number' ? offset * MINUTE_MS : browserOffsetAt(zone, instantMs);
}

/** Shifts an instant so that a UTC formatter shows the zone's wall clock. */
export const asUtc = (at: Date, zone: string): Date => new Date(at.getTime() + offsetAt(zone, at.getTime()));

const byAlias = new Map<string, ZoneChanges | undefined>();

function changesOf(zone: string): ZoneChanges | undefined {
  const changes = findZoneChanges(zone);
  if (changes || byAlias.has(zone)) return changes ?? byAlias.get(zone);
  // Some browsers list Asia/Calcutta for Asia/Kolkata; they accept both names.
  const named = canonicalName(zone);
  const alias = [named, ...Intl.supportedValuesOf('timeZone')].find(
    (name) => findZoneChanges(name) && (name === named || canonicalName(name) === named),
  );
  byAlias.set(zone, alias === undefined ? undefined : findZoneChanges(alias));
  return byAlias.get(zone);
}

const canonicalName = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

function browserOffsetAt(zone: string, instantMs: number): number {
  const parts = formatterOf(zone).formatToParts(instantMs);
  const field = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const wallClockMs = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
  return wallClockMs - Math.floor(instantMs / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formatters.set(zone, formatter);
  return formatter;
}
