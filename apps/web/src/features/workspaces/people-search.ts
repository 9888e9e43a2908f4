import type { AuditNoun } from '@switchyard/contracts/audit/operations';

export const PEOPLE_TABS = ['people', 'invitations', 'log'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];

/** What the address of `/user-management` tells; days as `YYYY-MM-DD`. */
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

/** As the contract has them, which is not loaded here: every screen, the login too, loads how addresses are read. */
export const AUDIT_NOUNS = Object.keys({
  member: 0,
  workspace: 0,
  plan: 0,
  key: 0,
  support: 0,
  engine: 0,
  message: 0,
  contact: 0,
  campaign: 0,
  bot: 0,
  'bot-session': 0,
  knowledge: 0,
  suppression: 0,
  agent: 0,
} satisfies Record<AuditNoun, 0>) as AuditNoun[];

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);
const page = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined);

/** Reads an address; what makes no sense is left out. */
export function readPeopleSearch(given: Record<string, unknown>): PeopleSearch {
  const read = {
    tab: PEOPLE_TABS.find((one) => one === given.tab),
    page: page(given.page),
    find: text(given.find),
    noun: AUDIT_NOUNS.find((one) => one === given.noun),
    by: text(given.by),
    from: day(given.from),
    to: day(given.to),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PeopleSearch;
}
