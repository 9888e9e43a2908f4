import { DELIVERY_STATES, type DeliveryState } from '@switchyard/contracts/webhooks/states';
import { readText } from '../../lib/navigation/read-search.ts';

export const DEVELOPER_TABS = ['keys', 'webhooks', 'deliveries', 'inbound'] as const;
export type DeveloperTab = (typeof DEVELOPER_TABS)[number];

/** What the address of `/admin-api` holds; the first tab is not written. */
export interface DeveloperSearch {
  tab?: DeveloperTab;
  /** Of the deliveries that are shown. */
  webhook?: string;
  state?: DeliveryState;
  search?: string;
}

/** Reads an address; whatever makes no sense is left out. */
export function readDeveloperSearch(search: Record<string, unknown>): DeveloperSearch {
  const tab = DEVELOPER_TABS.find((one) => one === search.tab);
  if (!tab || tab === 'keys') return {};
  if (tab !== 'deliveries') return { tab };
  const webhook = readText(search.webhook);
  const state = DELIVERY_STATES.find((one) => one === search.state);
  const text = readText(search.search);
  return { tab, ...(webhook && { webhook }), ...(state && { state }), ...(text && { search: text }) };
}
