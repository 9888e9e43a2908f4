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
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
  const positiveInteger = (parameter: unknown, max: number) => {
    const value = Number(parameter);
    return Number.isInteger(value) && value >= 1 && value <= max ? value : null;
  };
  const eventType = text(search.eventType);
  const processType = text(search.processType);
  return {
    ...(eventType === '' ? {} : { eventType }),
    ...(processType === '' ? {} : { processType }),
    page: positiveInteger(search.page, 1_000_000) ?? 1,
    limit: positiveInteger(search.limit, MAX_LIMIT) ?? PAGE_SIZE,
  };
}
