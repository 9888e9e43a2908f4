import { readPage, readText } from '../../lib/navigation/read-search.ts';

export const PAGE_SIZES = [25, 50, 100];
export const DEFAULT_PAGE_SIZE = 25;

/** Search parameters of /campaigns; defaults are omitted. */
export interface CampaignsSearch {
  /** Zero-based. */
  page?: number;
  size?: number;
  /** Part of the name. */
  search?: string;
  /** Id of the campaign shown in the panel. */
  open?: string;
}

const ID = /^[\da-f-]{36}$/i;

/** Parses an address and drops invalid values. */
export function readCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  const page = readPage(search.page);
  const text = readText(search.search);
  const size = Number(search.size);
  return {
    ...(page && { page }),
    ...(text && { search: text }),
    ...(PAGE_SIZES.includes(size) && size !== DEFAULT_PAGE_SIZE && { size }),
    ...(typeof search.open === 'string' && ID.test(search.open) && { open: search.open }),
  };
}

/** Search parameters of /launch-campaign: ids of what a new campaign starts from. */
export interface LaunchSearch {
  /** The campaign whose silent recipients get a follow-up. */
  follows?: string;
  audience?: string;
  template?: string;
}

/** Parses an address and drops invalid values. */
export function readLaunchSearch(search: Record<string, unknown>): LaunchSearch {
  const read: LaunchSearch = {};
  for (const name of ['follows', 'audience', 'template'] as const) {
    const id = search[name];
    if (typeof id === 'string' && ID.test(id)) read[name] = id;
  }
  return read;
}
