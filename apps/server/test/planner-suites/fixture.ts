import { Temporal } from 'temporal-polyfill';
import { Lexicon, type Named } from '../../src/domains/agent/planner/lexicon.ts';
import type { PlanContext } from '../../src/domains/agent/planner/plan-types.ts';
import { toE164 } from '../../src/platform/phone-number.ts';
import type { Expected } from './judge.ts';

export const suitePeople: Named[] = [
  { name: 'Dana Cole', mobile: '+447700900101', zone: 'Europe/London' },
  { name: 'Omar Haddad', mobile: '+447700900102', zone: 'Asia/Dubai' },
  { name: 'Maria Silva', mobile: '+447700900103', zone: null },
  { name: 'April Jones', mobile: '+447700900104', zone: null },
  { name: 'Sam Lee', mobile: '+447700900105', zone: null },
  { name: 'Sam Ortiz', mobile: '+447700900106', zone: null },
  { name: 'Zoë van den Berg', mobile: '+31612345678', zone: 'Europe/Amsterdam' },
  { name: 'Bloom & Thorn', mobile: '+12025550143', zone: 'America/New_York' },
  { name: 'Choir', mobile: '120363000000000001@g.us', zone: null },
];

/** The context for the suites' requests: a Wednesday morning in London. */
export const suiteContext: PlanContext = {
  now: Temporal.ZonedDateTime.from('2026-11-25T10:00[Europe/London]'),
  lexicon: new Lexicon(suitePeople),
  names: {
    labels: ['VIP', 'Newsletter', 'Gym members', 'Pending', 'Friday'],
    bots: ['Greeter', 'Out of hours'],
    campaigns: ['Spring sale'],
  },
  toE164: (text) => toE164(text, 'GB'),
};

export const DANA = '+447700900101';
export const OMAR = '+447700900102';
export const MARIA = '+447700900103';
export const APRIL = '+447700900104';
export const ZOE = '+31612345678';
export const BLOOM = '+12025550143';
export const CHOIR = '120363000000000001@g.us';
const NAMES: Record<string, string> = {
  [DANA]: 'Dana Cole',
  [OMAR]: 'Omar Haddad',
  [MARIA]: 'Maria Silva',
  [APRIL]: 'April Jones',
  [ZOE]: 'Zoë van den Berg',
  [BLOOM]: 'Bloom & Thorn',
  [CHOIR]: 'Choir',
};

export const callOne = (tool: string, args: object, answers: 'list' | 'count' = 'list'): Expected => ({
  calls: [{ tool, args }],
  answers,
});

/**
 * The range from midnight of one day in November or December 2026 to midnight of another; days of December are written
 * 31 and up.
 */
export const from = (first: number, after = first + 1) => ({ from: day(first), to: day(after) });
const day = (number: number): string =>
  `${Temporal.PlainDate.from('2026-10-31').add({ days: number }).toString()}T00:00`;

export const show = (args: object = {}): Expected => callOne('get_scheduled_messages', args);
export const count = (args: object = {}): Expected => callOne('get_scheduled_messages', args, 'count');
export const pending = (args: object = {}): Expected => show({ status: ['pending'], ...args });
export const failed = (args: object = {}): Expected => show({ status: ['failed'], ...args });
export const sent = (args: object = {}): Expected => show({ status: ['sent'], ...args });
export const chats = (args: object = {}): Expected => callOne('get_chats', args);
export const contacts = (args: object = {}): Expected => callOne('get_contacts', args);
export const wrote = (chatId: string, args: object = {}): Expected => callOne('get_messages', { chatId, ...args });
export const pictures = (...contactIds: string[]): Expected => callOne('get_profile_pic', { contactIds });
export const engines: Expected = callOne('get_engines', {});
export const why = (args: object = {}): Expected => callOne('why_not_sent', args);
/** `dueDate`: `now`, or a wall-clock time in 2026. */
export const send = (to: string | string[], message: string, dueDate: string, more: object = {}): Expected => ({
  calls: [to].flat().map((mobile) => ({
    tool: 'schedule_message',
    args: {
      contactName: NAMES[mobile] ?? mobile,
      contactList: [{ mobile }],
      message,
      dueDate: dueDate === 'now' ? dueDate : `2026-${dueDate}`,
      ...more,
    },
  })),
  answers: 'list',
});
export const every = (rule: string) => ({ recurrence: { rule } });
export const cancel = (matching: object = {}): Expected =>
  callOne('cancel_message', { matching: { status: ['pending'], ...matching } });
export const move = (matching: object, to: object): Expected =>
  callOne('reschedule_message', { matching: { status: ['pending'], ...matching }, ...to });
export const retry = (matching: object = {}): Expected =>
  callOne('resend_message', { matching: { status: ['failed'], ...matching } });
export const edit = (matching: object, message: string): Expected =>
  callOne('edit_message', { matching: { status: ['pending'], ...matching }, message });
export const undo = (args: object = {}): Expected => callOne('undo', args);
