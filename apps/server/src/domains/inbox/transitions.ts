import { CONVERSATION_STATUSES, type ConversationStatus } from '@switchyard/contracts/inbox/views';

/** The new status for each status; a missing one means not allowed. */
type Transitions = Readonly<Partial<Record<ConversationStatus, ConversationStatus>>>;

/** How a person's or the clock's acts change the status of a conversation. */
export const TRANSITIONS = {
  snooze: { open: 'snoozed', pending: 'snoozed', snoozed: 'snoozed' },
  wake: { snoozed: 'open' },
  resolve: { open: 'resolved', pending: 'resolved', snoozed: 'resolved' },
  reopen: { resolved: 'open' },
  handOver: { open: 'open', pending: 'open', snoozed: 'open', resolved: 'open' },
  // The work is now somebody's, whoever answers meanwhile.
  assign: { open: 'open', pending: 'pending', snoozed: 'snoozed', resolved: 'resolved' },
  label: { open: 'open', pending: 'pending', snoozed: 'snoozed', resolved: 'resolved' },
  assignTeam: { open: 'open', pending: 'pending', snoozed: 'snoozed', resolved: 'resolved' },
  merge: { open: 'open', pending: 'pending', snoozed: 'snoozed', resolved: 'resolved' },
  separate: { open: 'open', pending: 'pending', snoozed: 'snoozed', resolved: 'resolved' },
  prioritize: { open: 'open', pending: 'pending', snoozed: 'snoozed', resolved: 'resolved' },
} as const satisfies Record<string, Transitions>;

export type ConversationAct = keyof typeof TRANSITIONS;

/**
 * How messages change it. `toBot`: the customer writes and a bot answers; `quietly`: while it is snoozed regardless of
 * replies.
 */
export const MESSAGE_TRANSITIONS = {
  fromCustomer: { open: 'open', pending: 'open', snoozed: 'open', resolved: 'open' },
  toBot: { open: 'open', pending: 'pending', snoozed: 'open', resolved: 'pending' },
  quietly: { open: 'open', pending: 'open', snoozed: 'snoozed', resolved: 'open' },
  fromUs: { open: 'open', pending: 'open', snoozed: 'snoozed', resolved: 'resolved' },
} as const satisfies Record<string, Record<ConversationStatus, ConversationStatus>>;

/** The new status; null if not allowed. */
export const statusAfter = (act: ConversationAct, status: ConversationStatus): ConversationStatus | null =>
  (TRANSITIONS[act] as Transitions)[status] ?? null;

/** The same for messages, as SQL. @param status an expression */
export const statusAfterSql = (by: keyof typeof MESSAGE_TRANSITIONS, status: string): string =>
  `case ${status} ${CONVERSATION_STATUSES.map((before) => `when '${before}' then '${MESSAGE_TRANSITIONS[by][before]}'`).join(' ')} end`;
