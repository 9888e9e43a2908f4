import {
  CONVERSATION_STATUSES,
  type ConversationStatus,
  INBOX_ORDERS,
  INBOX_VIEWS,
  type InboxOrder,
  type InboxView,
  PRIORITIES,
  type Priority,
} from '@switchyard/contracts/inbox/views';
import { readText } from '../../lib/navigation/read-search.ts';

/** Search parameters of the inbox. By default: all open conversations, none selected. */
export interface InboxSearch {
  view?: InboxView | undefined;
  status?: ConversationStatus | undefined;
  teamId?: string | undefined;
  priority?: Priority | undefined;
  order?: InboxOrder | undefined;
  search?: string | undefined;
  conversation?: string | undefined;
  /** The reports instead of the conversations. */
  show?: 'report' | undefined;
  /** Date range of the reports, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
}

const readDay = (value: unknown): string | undefined => {
  const day = readText(value);
  return day && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
};

const readId = (value: unknown): string | undefined => {
  const text = readText(value);
  return text && /^[0-9a-f-]{36}$/i.test(text) ? text : undefined;
};

/** Parses an address and drops invalid values. */
export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const read: InboxSearch = {
    view: INBOX_VIEWS.find((view) => view === search.view),
    status: CONVERSATION_STATUSES.find((status) => status === search.status),
    teamId: readId(search.teamId),
    priority: PRIORITIES.find((priority) => priority === search.priority),
    order: INBOX_ORDERS.find((order) => order === search.order),
    search: readText(search.search),
    conversation: readId(search.conversation),
    show: search.show === 'report' ? 'report' : undefined,
    from: readDay(search.from),
    to: readDay(search.to),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
