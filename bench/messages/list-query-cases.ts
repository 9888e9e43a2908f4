import type { MessagesQuery } from '../../apps/server/src/domains/messages/list/message-filter.ts';
import { RARE } from './seed.ts';

/** A list query, and the same in plain SQL: conditions and order, without using the product's code. */
export interface ListQueryCase {
  name: string;
  query: MessagesQuery;
  where: string;
  values: unknown[];
  orderBy: string;
}

const PAGE = 50;
const FOLD = (column: string) => `lower(${column} collate "und-x-icu")`;

/** SQL sort keys of each sort field, including tie-breakers. */
const SORTS: Record<string, string[]> = {
  dueDate: ['due_at'],
  dueTime: ['substr(due_local, 12)'],
  contactName: [FOLD('contact_name')],
  contactMobile: ['recipient'],
  status: ['status', 'due_at'],
  message: [`left(${FOLD('body')}, 100)`],
  createdAt: ['created_at'],
  updatedAt: ['updated_at', 'due_at'],
  sentAt: ['sent_at', 'due_at'],
  sentWith: [FOLD('sent_with')],
  retryCount: ['retry_count', 'due_at'],
  campaignId: [FOLD('campaign_id')],
  sendFailureReason: [FOLD('send_failure_reason'), 'due_at'],
  isRecurring: ['is_recurring'],
  verifyContact: ['verify_contact'],
};

function orderOf(sort: string): string {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const keys = SORTS[sort.replace('-', '')] ?? [];
  return [...keys, 'id'].map((key) => `${key} ${direction} nulls last`).join(', ');
}

/** Texts of one, two, three and ten characters that occur in many messages, in some, or in none. */
const TEXTS = ['e', '☃', 'an', 'ßq', 'ü', 'day', 'zan', 'xqz', RARE, 'reminder o', 'qqqqqqqqqq'];
const CONTAINS: Record<string, string[]> = {
  search: ['contact_name', 'recipient', 'body'],
  contactName: ['contact_name'],
  message: ['body'],
};

/** The first and last page of a list. */
function pages(name: string, filter: object, where: string, values: unknown[], sort = '-dueDate'): ListQueryCase[] {
  return [false, true].map((fromEnd) => ({
    name: `${name}, ${fromEnd ? 'last' : 'first'} page`,
    query: { ...filter, limit: PAGE, skip: 0, sort, fromEnd },
    where,
    values,
    orderBy: orderOf(sort),
  }));
}

export function listQueryCases(): ListQueryCase[] {
  const sorts = Object.keys(SORTS).flatMap((field) => [field, `-${field}`]);
  return [
    ...sorts.flatMap((sort) => pages(`all, sort ${sort}`, {}, 'true', [], sort)),
    ...Object.entries(CONTAINS).flatMap(([field, columns]) =>
      TEXTS.flatMap((text) => {
        const where = columns.map((column) => `${column} collate "und-x-icu" ilike '%' || $2 || '%'`).join(' or ');
        return pages(`${field} contains "${text}"`, { [field]: text }, `(${where})`, [text]);
      }),
    ),
    ...['contactName', '-message', 'campaignId', '-updatedAt'].flatMap((sort) =>
      pages(`message contains "${RARE}", sort ${sort}`, { message: RARE }, `body ilike '%' || $2 || '%'`, [RARE], sort),
    ),
    ...['sent', 'pending', 'failed', 'unknown', 'other'].flatMap((status) => {
      const names = status === 'other' ? ['sending', 'cancelled', 'unknown'] : [status];
      return pages(`status ${status}`, { status }, 'status = any ($2)', [names]);
    }),
    ...pages('status failed, sort contactName', { status: 'failed' }, `status = 'failed'`, [], 'contactName'),
    ...pages('reason contains "whats"', { sendFailureReason: 'whats' }, `send_failure_reason ilike '%whats%'`, []),
    ...pages('campaign contains "77"', { campaignId: '77' }, `campaign_id like '%77%'`, []),
  ];
}
