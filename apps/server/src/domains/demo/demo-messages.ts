import { randomBytes } from 'node:crypto';
import { text } from '@switchyard/contracts/text/text';
import type { InferInsertModel } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { messages } from '../messages/messages.schema.ts';
import { DEMO_CONTACTS, UNREACHABLE } from './demo-contacts.ts';

type NewMessage = InferInsertModel<typeof messages>;
type Outcome = 'read' | 'delivered' | 'sent' | 'failed' | 'cancelled' | 'pending';

const TEXTS = [
  'Hi {name}, just a reminder of your appointment tomorrow at 10:30. Reply C to change it.',
  'Good morning {name} ☀️ Your aligners have left our lab and should reach you on Thursday.',
  'Hello {name}, thank you for your visit! How was it? One word is enough.',
  'Dear {name}, your invoice 2041 is due on Friday. Shall we send it again?',
  '{name}, your hygienist visit is booked for 17:30. See you today!',
  'Hi {name}, the documents that you asked for are ready for collection.',
  'Happy birthday, {name}! 🎉 Here is 10% off for the whole week.',
  'Hello {name}, we are closed on Monday. Can we move our call to Tuesday at 9?',
];

/** Days before (negative) or after today, and the message's outcome. At most one message a day is in the future. */
const PLAN: [day: number, time: string, outcome: Outcome][] = [
  ...(
    [
      [-13, '09:15'],
      [-13, '14:00'],
      [-12, '10:30'],
      [-11, '08:45'],
      [-11, '16:20'],
      [-10, '11:00'],
      [-9, '09:30'],
      [-9, '13:10'],
      [-8, '15:45'],
      [-7, '10:00'],
      [-7, '12:30'],
      [-6, '09:00'],
      [-6, '17:15'],
      [-5, '11:40'],
      [-4, '10:20'],
      [-4, '14:50'],
    ] as [number, string][]
  ).map(([day, time]): [number, string, Outcome] => [day, time, 'read']),
  [-12, '15:00', 'failed'],
  [-10, '13:30', 'cancelled'],
  [-8, '09:50', 'delivered'],
  [-7, '16:00', 'delivered'],
  [-5, '09:10', 'failed'],
  [-5, '15:30', 'delivered'],
  [-4, '12:00', 'cancelled'],
  [-3, '09:00', 'read'],
  [-3, '10:45', 'delivered'],
  [-3, '15:15', 'sent'],
  [-2, '09:20', 'read'],
  [-2, '11:30', 'delivered'],
  [-2, '14:40', 'failed'],
  [-2, '16:10', 'delivered'],
  [-1, '09:05', 'read'],
  [-1, '10:50', 'read'],
  [-1, '13:25', 'delivered'],
  [-1, '15:55', 'sent'],
  [-1, '17:30', 'failed'],
  [2, '12:00', 'cancelled'],
  [1, '10:00', 'pending'],
  [2, '14:30', 'pending'],
  [4, '09:00', 'pending'],
  [6, '11:15', 'pending'],
  [9, '16:45', 'pending'],
];

const FAILURES = [
  text('whatsappNotThere'),
  text('whatsappSilent'),
  text('whatsappUndelivered'),
  text('whatsappRefused', { code: '408' }),
];

const DAY_MS = 24 * 3_600_000;

/** About forty messages around `now`, with consistent wall-clock time, zone and instant. */
export function demoMessages(
  ids: { workspaceId: string; engineId: string; createdBy: string },
  zone: string,
  now: Date,
): NewMessage[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  let failures = 0;
  return PLAN.map(([day, time, outcome], at) => {
    const local = today.add({ days: day }).toPlainDateTime(Temporal.PlainTime.from(time));
    const dueAt = new Date(local.toZonedDateTime(zone).epochMilliseconds);
    const reason = outcome === 'failed' ? FAILURES[failures++ % FAILURES.length] : undefined;
    const contact = reason === FAILURES[0] ? UNREACHABLE : pick(DEMO_CONTACTS, at * 5);
    return {
      ...ids,
      ...outcomeFields(outcome, dueAt, at),
      contactName: contact.name,
      contactList: [{ name: contact.name, mobile: contact.mobile }],
      recipient: contact.mobile,
      body: pick(TEXTS, at).replace('{name}', contact.firstName || contact.name),
      dueAt,
      dueLocal: local.toString({ smallestUnit: 'minute' }),
      zone,
      claimableAt: dueAt,
      // Messages are scheduled for the future, so their history starts before the due time.
      createdAt: new Date(Math.min(now.getTime(), dueAt.getTime() - DAY_MS)),
      waMessageId: `3EB0${randomBytes(9).toString('hex').toUpperCase()}`,
      sendFailureReason: reason ?? null,
      retryCount: reason === FAILURES[1] ? 3 : 0,
    };
  });
}

/**
 * Acknowledgements follow the due time by seconds to minutes, and are never after `now`, since all sent messages are
 * from earlier days.
 */
function outcomeFields(
  outcome: Outcome,
  dueAt: Date,
  at: number,
): Pick<NewMessage, 'status' | 'ack'> & Partial<NewMessage> {
  if (outcome === 'failed' || outcome === 'cancelled' || outcome === 'pending') return { status: outcome, ack: 0 };
  const after = (seconds: number) => new Date(dueAt.getTime() + seconds * 1000);
  const ack = { sent: 1, delivered: 2, read: 3 }[outcome];
  return {
    status: 'sent',
    ack,
    attempt: 1,
    sentAt: after(1 + (at % 4)),
    ...(ack >= 2 ? { deliveredAt: after(6 + (at % 9)) } : {}),
    ...(ack >= 3 ? { readAt: after(60 + at * 37) } : {}),
  };
}

function pick<T>(list: readonly T[], at: number): T {
  return list[at % list.length] as T;
}
