import type { SessionEvent } from '@switchyard/contracts/engines/session-events';

/** A group of equal neighbouring events: the newest of them, and the count. */
export interface FoldedEvent {
  event: SessionEvent;
  count: number;
}

/**
 * Groups events by day, newest first, and folds equal neighbours within a day.
 * @param dayOf returns the day of an instant in the zone
 */
export function foldEvents(
  events: readonly SessionEvent[],
  dayOf: (instant: string) => string,
): { day: string; events: FoldedEvent[] }[] {
  const days: { day: string; events: FoldedEvent[] }[] = [];
  for (const event of events) {
    const day = dayOf(event.fromDateTime);
    if (days.at(-1)?.day !== day) days.push({ day, events: [] });
    const ofDay = days.at(-1)?.events ?? [];
    const above = ofDay.at(-1);
    if (above && eventKey(above.event) === eventKey(event)) above.count += 1;
    else ofDay.push({ event, count: 1 });
  }
  return days;
}

const eventKey = ({ sessionId, event, state, sessionType, podId, triggerdBy, details }: SessionEvent) =>
  JSON.stringify([sessionId, event, state, sessionType, podId, triggerdBy, details]);
