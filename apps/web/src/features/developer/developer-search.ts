import { DELIVERY_STATES, type DeliveryState } from '@switchyard/contracts/webhooks/states';
import { readText } from '../../lib/navigation/read-search.ts';

export const DEVELOPER_TABS = ['keys', 'webhooks', 'deliveries', 'inbound'] as const;
export type DeveloperTab = (typeof DEVELOPER_TABS)[number];

/** Search parameters of `/admin-api`; the first tab is omitted. */
export interface DeveloperSearch {
  tab?: DeveloperTab;
  /** Filters of the deliveries. */
  webhook?: string;
  state?: DeliveryState;
  search?: string;
}

/** Parses the search; invalid values are ignored. */
export function readDeveloperSearch(search: Record<string, unknown>): DeveloperSearch {
  const tab = DEVELOPER_TABS.find((choice) => choice === search.tab);
  if (!tab || tab === 'keys') return {};
  if (tab !== 'deliveries') return { tab };
  const webhook = readText(search.webhook);
  const state = DELIVERY_STATES.find((choice) => choice === search.state);
  const text = readText(search.search);
  return { tab, ...(webhook && { webhook }), ...(state && { state }), ...(text && { search: text }) };
}
