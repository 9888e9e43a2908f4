import { STATISTICS_RANGES, type StatisticsRange } from '@switchyard/contracts/bots/ranges';

export const DASHBOARD_TABS = ['nodes', 'knowledge', 'events'] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

/** Search parameters of the dashboard; defaults are omitted. */
export interface DashboardSearch {
  range?: StatisticsRange;
  tab?: DashboardTab;
}

/** Spec 000 section 9. */
const DEFAULT_RANGE: StatisticsRange = '30d';

/** Parses the search; invalid values are ignored. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const range = STATISTICS_RANGES.find((choice) => choice === search.range);
  const tab = DASHBOARD_TABS.find((choice) => choice === search.tab);
  return writeDashboardSearch({ range: range ?? DEFAULT_RANGE, tab: tab ?? 'nodes' });
}

export const writeDashboardSearch = ({ range, tab }: Required<DashboardSearch>): DashboardSearch => ({
  ...(range === DEFAULT_RANGE ? {} : { range }),
  ...(tab === 'nodes' ? {} : { tab }),
});

export const withDashboardDefaults = ({ range, tab }: DashboardSearch): Required<DashboardSearch> => ({
  range: range ?? DEFAULT_RANGE,
  tab: tab ?? 'nodes',
});
