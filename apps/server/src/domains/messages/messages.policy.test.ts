import { expect, test } from 'vitest';
import { sendingHolds } from './holds/explain-holds.ts';
import { messageAbilities } from './messages.policy.ts';

const someone = { onBehalfOf: null };
const now = new Date('2026-06-01T12:00:00Z');
const hour = (hours: string) => new Date(`2026-06-01T${hours}:00Z`);
const waits: Parameters<typeof messageAbilities>[1] = {
  ...{ status: 'pending', version: 1, inDoubt: false, claimedAt: null, ack: 0 },
  ...{ dueAt: hour('13:00'), updatedAt: hour('09:00') },
};
const may = (message: Partial<Parameters<typeof messageAbilities>[1]>) =>
  Object.entries(messageAbilities(someone, { ...waits, ...message }, now)).flatMap(([ability, is]) =>
    is ? [ability] : [],
  );

test('a pending message may be edited and cancelled; once WhatsApp may have it, a person may only settle it', () => {
  expect(may({})).toEqual(['edit', 'cancel']);
  expect(may({ inDoubt: true })).toEqual(['resolve']);
});

test('a cancel can be undone until the message is due, or shortly after the cancel', () => {
  expect(may({ status: 'cancelled' })).toEqual(['restore', 'remove']);
  expect(may({ status: 'cancelled', dueAt: hour('11:00') })).toEqual(['remove']);
  expect(may({ status: 'cancelled', dueAt: hour('11:00'), updatedAt: hour('11:58') })).toEqual(['restore', 'remove']);
  expect(may({ status: 'cancelled', ack: 1 })).toEqual(['remove']);
});

test('a failed message may be resent, a sent one may not', () => {
  expect(may({ status: 'failed' })).toEqual(['resend', 'remove']);
  expect(may({ status: 'sent' })).toEqual(['remove']);
});

test('a message being sent for too long may be settled by a person', () => {
  expect(may({ status: 'sending', claimedAt: new Date('2026-06-01T11:59:00Z') })).toEqual([]);
  expect(may({ status: 'sending', claimedAt: new Date('2026-06-01T11:57:00Z') })).toEqual(['resolve']);
});

test('explains why a message is still being sent: not at all, its engine, or WhatsApp', () => {
  const well = { runs: true, is_live: true, is_connected: true, in_browser: false, since_ms: 1_000 };
  const rule = (more: Partial<typeof well>) => sendingHolds({ ...well, ...more }).map((hold) => hold.rule);
  expect(rule({})).toEqual([]);
  expect(rule({ is_live: false, runs: false })).toEqual(['engine_stopped']);
  expect(rule({ is_live: false })).toEqual(['engine_offline']);
  expect(rule({ is_live: false, in_browser: true })).toEqual(['browser_closed']);
  expect(rule({ since_ms: 60_000, is_connected: false })).toEqual(['engine_offline']);
  expect(rule({ since_ms: 60_000 })).toEqual(['on_its_way']);
});
