import { MESSAGE_RECEIPTS, MESSAGE_STATUSES, type MessageReceipt } from '@switchyard/contracts/messages/status';
import { readInstant, readText } from '../../lib/navigation/read-search.ts';

/** Page sizes of spec 002 section 2; the second is the default. */
export const PAGE_SIZES = [25, 50, 100, 200];
export const DEFAULT_PAGE_SIZE = 50;
/** Newest due first (spec 002 section 7). */
export const DEFAULT_SORT = '-dueDate';

/** Columns that can be filtered by a contains match. */
export const TEXT_FILTERS = [
  'contactName',
  'contactMobile',
  'message',
  'sentWith',
  'sendFailureReason',
  'campaignId',
] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];

/** Filters that only a link can set, such as the assistant's; each is shown as a removable chip. */
export const LINKED_FILTERS = [
  'dueFrom',
  'dueTo',
  'recipients',
  'exceptRecipients',
  'exceptMessage',
  'receipt',
  'importId',
] as const;
export type LinkedFilter = (typeof LINKED_FILTERS)[number];

/** Search parameters of /import-messages; defaults are omitted. */
export interface MessagesSearch extends Partial<Record<TextFilter, string>> {
  /** Zero-based; negative pages count from the end, -1 is the last. */
  page?: number;
  size?: number;
  sort?: string;
  /** One status, or several separated by commas. */
  status?: string;
  search?: string;
  /** ISO 8601 in UTC; `dueFrom` is inclusive, `dueTo` exclusive. */
  dueFrom?: string;
  dueTo?: string;
  /** Numbers and group ids, separated by commas. */
  recipients?: string;
  exceptRecipients?: string;
  /** Excludes messages with this text. */
  exceptMessage?: string;
  receipt?: MessageReceipt;
  /** Only rows of this import. */
  importId?: string;
  /** Id of the message shown in the panel. */
  open?: string;
}

/** Parses an address and drops invalid values. */
export function readMessagesSearch(search: Record<string, unknown>): MessagesSearch {
  const read: MessagesSearch = {};
  const page = Number(search.page);
  if (Number.isInteger(page) && page !== 0) read.page = page;
  const size = Number(search.size);
  if (PAGE_SIZES.includes(size) && size !== DEFAULT_PAGE_SIZE) read.size = size;
  const sort = readText(search.sort);
  if (sort && sort !== DEFAULT_SORT) read.sort = sort;
  const status = readText(search.status);
  const isStatus = (name: string) => name === 'other' || MESSAGE_STATUSES.some((status) => status === name);
  if (status?.split(',').every(isStatus)) read.status = status;
  for (const name of ['dueFrom', 'dueTo'] as const) {
    const at = readInstant(search[name]);
    if (at) read[name] = at;
  }
  for (const name of ['recipients', 'exceptRecipients'] as const) {
    const value = readText(search[name], MAX_RECIPIENTS_LENGTH);
    if (value) read[name] = value;
  }
  const receipt = MESSAGE_RECEIPTS.find((known) => known === search.receipt);
  if (receipt) read.receipt = receipt;
  for (const name of ['search', 'open', 'importId', 'exceptMessage', ...TEXT_FILTERS] as const) {
    const value = readText(search[name]);
    if (value) read[name] = value;
  }
  return read;
}

/** The list query for an address. */
export function listInput(search: MessagesSearch) {
  const { page = 0, size = DEFAULT_PAGE_SIZE, sort = DEFAULT_SORT, open: _open, ...filters } = search;
  const place = page < 0 ? { skip: (-page - 1) * size, fromEnd: 'true' as const } : { skip: page * size };
  return { limit: size, ...place, sort, ...filters };
}

/** Filters of an address, without paging, sorting and panel. */
export function filtersOf(search: MessagesSearch) {
  const { page: _page, size: _size, sort: _sort, open: _open, ...filters } = search;
  return filters;
}

const MAX_RECIPIENTS_LENGTH = 8_000;
