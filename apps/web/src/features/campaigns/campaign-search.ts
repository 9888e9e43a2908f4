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

/** What the address of /launch-campaign holds: the campaign whose silent recipients are written to again. */
export const readLaunchSearch = (search: Record<string, unknown>): { follows?: string } =>
  typeof search.follows === 'string' && ID.test(search.follows) ? { follows: search.follows } : {};
