import {
  ACTIVITY_FILTERS,
  type ActivityFilter,
  PERSON_FILTERS,
  type PersonFilter,
} from '@switchyard/contracts/installation/filters';
import { readPage, readText } from '../../lib/navigation/read-search.ts';

export const INSTALLATION_TABS = ['people', 'workspaces', 'checks', 'activity', 'retention'] as const;
export type InstallationTab = (typeof INSTALLATION_TABS)[number];

/** Search parameters of `/installation`; the first tab and page are omitted. */
export interface InstallationSearch {
  tab?: InstallationTab;
  page?: number;
  find?: string;
  filter?: PersonFilter;
  show?: ActivityFilter;
}

export const PAGE_SIZE = 50;

/** Parses the search; invalid values are ignored. */
export function readInstallationSearch(search: Record<string, unknown>): InstallationSearch {
  const read = {
    tab: INSTALLATION_TABS.find((tab) => tab === search.tab && tab !== 'people'),
    page: readPage(search.page),
    find: readText(search.find),
    show: ACTIVITY_FILTERS.find((show) => show === search.show && show !== 'all'),
    filter: PERSON_FILTERS.find((filter) => filter === search.filter && filter !== 'all'),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as InstallationSearch;
}

/** The requested page of a list. */
export const pageOf = ({ page = 0 }: InstallationSearch) => ({ limit: PAGE_SIZE, skip: page * PAGE_SIZE });

export interface TabProps {
  search: InstallationSearch;
  onSearch: (next: InstallationSearch) => void;
}
