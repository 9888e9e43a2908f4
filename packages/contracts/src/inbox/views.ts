/** `pending`: a bot is answering · `snoozed`: reopens automatically · `resolved`: reopens when the customer writes. */
export const CONVERSATION_STATUSES = ['open', 'pending', 'snoozed', 'resolved'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];
/** Most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];
/** Conversations visible to a member: all · those of their teams and their own · their own. */
export const VISIBILITIES = ['all', 'teams', 'own'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
export const INBOX_VIEWS = ['mine', 'unassigned', 'all'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];
/** Sort order of the list: latest message first · earliest deadline first. */
export const INBOX_ORDERS = ['latest', 'due'] as const;
export type InboxOrder = (typeof INBOX_ORDERS)[number];
/** Why a waiting conversation is still unassigned; `soon`: it will be assigned within seconds. */
export const UNASSIGNED_REASONS = [
  'off',
  'notOpen',
  'notWaiting',
  'closed',
  'noTeam',
  'nobodyHere',
  'allFull',
  'soon',
] as const;
export type UnassignedReason = (typeof UNASSIGNED_REASONS)[number];
/** Maximum saved views per person. */
export const MAX_SAVED_VIEWS = 20;
