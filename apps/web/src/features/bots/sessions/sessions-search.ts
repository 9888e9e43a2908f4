/** Search parameters of /sessions (spec 000 section 2.4). */
export interface SessionsSearch {
  eventType?: string;
  processType?: string;
  /** From 1. */
  page: number;
  limit: number;
}

/** Spec 000 section 9. */
const PAGE_SIZE = 20;
const MAX_LIMIT = 100;

/** Parses the search; invalid values are ignored. */
export function readSessionsSearch(search: Record<string, unknown>): SessionsSearch {
  const text = (given: unknown) => (typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '');
  const whole = (given: unknown, most: number) => {
    const value = Number(given);
    return Number.isInteger(value) && value >= 1 && value <= most ? value : null;
  };
  const eventType = text(search.eventType);
  const processType = text(search.processType);
  return {
    ...(eventType === '' ? {} : { eventType }),
    ...(processType === '' ? {} : { processType }),
    page: whole(search.page, 1_000_000) ?? 1,
    limit: whole(search.limit, MAX_LIMIT) ?? PAGE_SIZE,
  };
}
