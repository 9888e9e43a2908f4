/** `pending`: a bot answers · `snoozed`: it comes back by itself · `resolved`: it reopens when the customer writes. */
export const CONVERSATION_STATUSES = ['open', 'pending', 'snoozed', 'resolved'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];
export const INBOX_VIEWS = ['mine', 'unassigned', 'all'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];
