import type { AuditNoun } from '@switchyard/contracts/domains';

export const PEOPLE_TABS = ['people', 'invitations', 'log'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];

/** Search parameters of `/user-management`; days as `YYYY-MM-DD`. */
export interface PeopleSearch {
  tab?: PeopleTab;
  page?: number;
  find?: string;
  noun?: AuditNoun;
  by?: string;
  from?: string;
  to?: string;
}

export const PAGE_SIZE = 50;

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);
/** The server refuses unknown nouns. */
const noun = (value: unknown) =>
  typeof value === 'string' && /^[a-z][a-z-]*$/.test(value) ? (value as AuditNoun) : undefined;
const page = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined);

/** Parses the search; invalid values are ignored. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const read = {
    tab: PEOPLE_TABS.find((choice) => choice === search.tab),
    page: page(search.page),
    find: text(search.find),
    noun: noun(search.noun),
    by: text(search.by),
    from: day(search.from),
    to: day(search.to),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PeopleSearch;
}
