/** `pending`: a bot answers · `snoozed`: it comes back by itself · `resolved`: it reopens when the customer writes. */
export const CONVERSATION_STATUSES = ['open', 'pending', 'snoozed', 'resolved'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];
/** The most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];
/** Which conversations a member sees: every one · those of their teams and their own · their own. */
export const SIGHTS = ['all', 'teams', 'own'] as const;
export type SightKind = (typeof SIGHTS)[number];
export const INBOX_VIEWS = ['mine', 'unassigned', 'all'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];
/** In which order a list goes: the latest message first · the next that is due first. */
export const INBOX_ORDERS = ['latest', 'due'] as const;
export type InboxOrder = (typeof INBOX_ORDERS)[number];
/** Why a conversation that waits is nobody's yet; `soon`: it is given away within seconds. */
export const UNASSIGNED_BECAUSE = [
  'off',
  'notOpen',
  'notWaiting',
  'closed',
  'noTeam',
  'nobodyHere',
  'allFull',
  'soon',
] as const;
export type UnassignedBecause = (typeof UNASSIGNED_BECAUSE)[number];
/** Of a person. */
export const MAX_SAVED_VIEWS = 20;
