import { CONVERSATION_STATUSES } from '@switchyard/contracts/inbox/views';
import { expect, test } from 'vitest';
import { type ConversationAct, MESSAGE_TRANSITIONS, statusAfter, statusAfterSql, TRANSITIONS } from './transitions.ts';

/** open · pending · snoozed · resolved; a dash means not allowed. */
const ACTS: Record<ConversationAct, string> = {
  snooze: 'snoozed snoozed snoozed -',
  wake: '- - open -',
  resolve: 'resolved resolved resolved -',
  reopen: '- - - open',
  handOver: 'open open open open',
  assign: 'open pending snoozed resolved',
  label: 'open pending snoozed resolved',
  assignTeam: 'open pending snoozed resolved',
  merge: 'open pending snoozed resolved',
  separate: 'open pending snoozed resolved',
  prioritize: 'open pending snoozed resolved',
};
const MESSAGES: Record<keyof typeof MESSAGE_TRANSITIONS, string> = {
  fromCustomer: 'open open open open',
  toBot: 'open pending open pending',
  quietly: 'open open snoozed open',
  fromUs: 'open open snoozed resolved',
};

test.each(Object.entries(ACTS))('%s', (act, words) => {
  const after = CONVERSATION_STATUSES.map((status) => statusAfter(act as ConversationAct, status) ?? '-');
  expect(after.join(' ')).toBe(words);
});

test.each(Object.entries(MESSAGES))('a message %s', (by, words) => {
  const kind = by as keyof typeof MESSAGE_TRANSITIONS;
  expect(CONVERSATION_STATUSES.map((status) => MESSAGE_TRANSITIONS[kind][status]).join(' ')).toBe(words);
});

test('the SQL expression matches the table', () => {
  expect(statusAfterSql('quietly', 'c.status')).toBe(
    "case c.status when 'open' then 'open' when 'pending' then 'open' when 'snoozed' then 'snoozed' when 'resolved' then 'open' end",
  );
  expect(Object.keys(TRANSITIONS)).toEqual(Object.keys(ACTS));
});
