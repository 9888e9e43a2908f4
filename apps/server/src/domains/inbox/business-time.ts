import type { BusinessHours } from '@switchyard/contracts/inbox/hours';
import { Temporal } from 'temporal-polyfill';

/** A team that has been closed for this long counts as closed for good. */
const MAX_DAYS = 400;

interface Span {
  fromMs: number;
  toMs: number;
}

/**
 * The open spans of a day in order, merged where they touch or overlap. Hours that clocks skip or repeat count as long
 * as they last; a skipped time means the end of the gap.
 */
function openOn(day: Temporal.PlainDate, { zone, week, holidays }: BusinessHours): Span[] {
  if (holidays.includes(day.toString())) return [];
  const at = (time: string): number => {
    const [date, clock] = time === '24:00' ? [day.add({ days: 1 }), '00:00'] : [day, time];
    return date.toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds;
  };
  const spans: Span[] = [];
  const ofDay = week
    .filter((span) => span.day === day.dayOfWeek)
    .map(({ from, to }) => ({ fromMs: at(from), toMs: at(to) }));
  for (const span of ofDay.sort((a, b) => a.fromMs - b.fromMs)) {
    const last = spans.at(-1);
    if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs);
    else if (span.fromMs < span.toMs) spans.push(span);
  }
  return spans;
}

function* openFrom(startMs: number, hours: BusinessHours): Generator<Span> {
  const first = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(hours.zone).toPlainDate();
  for (let days = 0; days <= MAX_DAYS; days += 1) {
    for (const { fromMs, toMs } of openOn(first.add({ days }), hours)) {
      if (toMs > startMs) yield { fromMs: Math.max(fromMs, startMs), toMs };
    }
  }
}

/**
 * When this much business time has passed since a given time.
 * @param hours null for around the clock
 * @returns null if never, that is not for more than a year
 */
export function afterBusinessTime(startMs: number, durationMs: number, hours: BusinessHours | null): number | null {
  if (hours === null) return startMs + durationMs;
  let leftMs = durationMs;
  for (const { fromMs, toMs } of openFrom(startMs, hours)) {
    if (leftMs <= toMs - fromMs) return fromMs + leftMs;
    leftMs -= toMs - fromMs;
  }
  return null;
}

/** Whether the team is available at a given time. */
export function isOpenAt(atMs: number, hours: BusinessHours | null): boolean {
  if (hours === null) return true;
  const [next] = openFrom(atMs, hours);
  return next?.fromMs === atMs;
}

/** Business time between two times. Anything later than `MAX_DAYS` after the first does not count. */
export function businessTimeBetween(fromMs: number, toMs: number, hours: BusinessHours | null): number {
  if (hours === null) return Math.max(0, toMs - fromMs);
  let passedMs = 0;
  for (const span of openFrom(fromMs, hours)) {
    if (span.fromMs >= toMs) break;
    passedMs += Math.min(span.toMs, toMs) - span.fromMs;
  }
  return passedMs;
}
