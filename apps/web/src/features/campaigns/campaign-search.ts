import { readPage, readText } from '../../lib/navigation/read-search.ts';

export const PAGE_SIZES = [25, 50, 100];
export const DEFAULT_PAGE_SIZE = 25;

/** What the address of /campaigns holds; what is default is left out. */
export interface CampaignsSearch {
  /** Counts from 0. */
  page?: number;
  size?: number;
  /** Part of the name. */
  search?: string;
  /** Id of the campaign whose panel is open. */
  open?: string;
}

const ID = /^[\da-f-]{36}$/i;

/** Reads an address; whatever makes no sense is left out. */
export function readCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  const page = readPage(search.page);
  const words = readText(search.search);
  const size = Number(search.size);
  return {
    ...(page && { page }),
    ...(words && { search: words }),
    ...(PAGE_SIZES.includes(size) && size !== DEFAULT_PAGE_SIZE && { size }),
    ...(typeof search.open === 'string' && ID.test(search.open) && { open: search.open }),
  };
}

/** What the address of /launch-campaign holds: what a new campaign begins with, by its id. */
export interface LaunchSearch {
  /** The campaign whose silent recipients are written to again. */
  follows?: string;
  audience?: string;
  template?: string;
}

/** Reads an address; whatever makes no sense is left out. */
export function readLaunchSearch(search: Record<string, unknown>): LaunchSearch {
  const read: LaunchSearch = {};
  for (const name of ['follows', 'audience', 'template'] as const) {
    const id = search[name];
    if (typeof id === 'string' && ID.test(id)) read[name] = id;
  }
  return read;
}
