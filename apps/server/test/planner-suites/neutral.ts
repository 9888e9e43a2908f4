import { firstOccurrences } from '@switchyard/recurrence/occurrences';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Named } from '../../src/domains/agent/planner/lexicon.ts';
import {
  callOne,
  cancel,
  chats,
  contacts,
  edit,
  engines,
  every,
  move,
  pictures,
  retry,
  show,
  undo,
  why,
  wrote,
} from './fixture.ts';
import type { Case, Expected } from './judge.ts';

const INTENTS = [
  'show_scheduled',
  'count_scheduled',
  'show_chats',
  'show_contacts',
  'count_contacts',
  'show_chat_messages',
  'count_chat_messages',
  'schedule',
  'send_now',
  'schedule_recurring',
  'stop_recurring',
  'cancel',
  'move',
  'duplicate',
  'retry',
  'edit',
  'why_not_sent',
  'who_has_not_answered',
  'undo',
  'engines',
  'profile_picture',
  'ask_back',
] as const;

/** A request by someone who had seen neither the grammar nor the tools, with its meaning in neutral terms. */
const neutralRequests = z.array(
  z.object({
    request: z.string(),
    meaning: z.string(),
    expected: z.object({
      intent: z.enum(INTENTS),
      /** Full names. */
      people: z.array(z.string()).default([]),
      except: z.array(z.string()).optional(),
      status: z.array(z.string()).optional(),
      receipt: z.string().optional(),
      /** Wall-clock times; `to` is exclusive. */
      from: z.string().optional(),
      to: z.string().optional(),
      search: z.string().optional(),
      /** The message to be sent, or its new text. */
      text: z.string().optional(),
      at: z.string().optional(),
      rule: z.string().optional(),
      time: z.string().optional(),
      moveTo: z
        .object({ date: z.string(), time: z.string(), byMinutes: z.number(), byDays: z.number() })
        .partial()
        .optional(),
      zone: z.string().optional(),
      fromMe: z.boolean().optional(),
    }),
  }),
);
type Neutral = z.infer<typeof neutralRequests>[number];
type NeutralMeaning = Neutral['expected'];

/** The people and the time that the requests of one file refer to. */
export interface World {
  now: Temporal.ZonedDateTime;
  people: readonly Named[];
}

/**
 * Converts requests with neutral meanings to their expected calls. The rules are those of the other suites, and the
 * same for every request.
 */
export const casesOf = (file: unknown, world: World): Case[] =>
  neutralRequests.parse(file).map((request): Case => {
    const [first = 'ask', ...more] = [request, ...expandTonight(request)].flatMap((asked) =>
      rightAnswers(asked, world),
    );
    return [request.request, first, ...more];
  });

/** "Tonight" begins now or at six, as in the other suites. */
function expandTonight(request: Neutral): Neutral[] {
  const { from } = request.expected;
  if (from === undefined || !/\btonight/i.test(request.request) || from.slice(11) >= '18:00') return [];
  return [{ ...request, expected: { ...request.expected, from: `${from.slice(0, 10)}T18:00` } }];
}

function rightAnswers({ request, meaning, expected: meant }: Neutral, world: World): Expected[] {
  const mobiles = (names: readonly string[]) => names.map((name) => personOf(name, world).mobile);
  const zone = meant.zone === world.now.timeZoneId ? undefined : meant.zone;
  const matching = definedArgs({
    from: meant.from,
    to: meant.to,
    recipients: meant.people.length > 0 ? mobiles(meant.people) : undefined,
    except: meant.except && mobiles(meant.except),
    status: meant.status,
    receipt: meant.receipt,
    search: meant.search,
  });
  const { status: _, ...unjudged } = matching;
  const recipients = meant.people.map((name) => personOf(name, world));
  switch (meant.intent) {
    case 'ask_back':
      return ['ask'];
    case 'show_scheduled':
      return scheduled(request, meant, matching, recipients, world);
    case 'count_scheduled':
      return scheduled(request, meant, matching, recipients, world).map(counted);
    case 'show_chats':
      return [
        ...namesIn(request, meant).map((search) => chats(definedArgs({ search, since: meant.from, until: meant.to }))),
        ...recipients.map(({ mobile }) => wrote(mobile)),
      ];
    case 'show_contacts':
      return namesIn(request, meant).map((search) => contacts(definedArgs({ search })));
    case 'count_contacts':
      return namesIn(request, meant).map((search) => counted(contacts(definedArgs({ search }))));
    case 'show_chat_messages':
      return written(request, meant, recipients);
    case 'count_chat_messages':
      return written(request, meant, recipients).map(counted);
    case 'schedule':
      return [sending(recipients, meant.text, meant.at, definedArgs({ zone }))];
    case 'send_now':
      return [sending(recipients, meant.text, 'now', {})];
    case 'schedule_recurring':
      return [
        // A yearly or monthly rule on the day of its first occurrence need not repeat that day.
        ...[
          meant.rule ?? '',
          (meant.rule ?? '').replace(
            /^(FREQ=YEARLY);BYMONTH=\d+;BYMONTHDAY=\d+$|^(FREQ=MONTHLY);BYMONTHDAY=\d+$/,
            '$1$2',
          ),
        ].map((rule) =>
          sending(recipients, meant.text, meant.at ?? firstOf(meant, world), {
            ...definedArgs({ zone }),
            ...every(rule),
          }),
        ),
      ];
    case 'stop_recurring':
      // "The weekly message" is the recurring one, with and without its recurrence.
      return [...new Set([cadence(meaning), rhythm(request)])].map((rule) =>
        callOne('stop_recurring_message', definedArgs({ recipients: matching.recipients, rule, search: meant.search })),
      );
    case 'cancel':
      return [cancel(matching)];
    case 'move':
      return moveTargets(meant).map((target) => move(matching, withZone(target, zone)));
    case 'duplicate':
      return moveTargets(meant).map((target) => callOne('duplicate_messages', { matching, ...withZone(target, zone) }));
    case 'retry':
      return [retry(matching)];
    case 'edit':
      return [edit(matching, meant.text ?? '')];
    // Failures are explained the same way, whether or not the request says that it failed.
    case 'why_not_sent':
      return [why(matching), why(unjudged)];
    case 'who_has_not_answered':
      return [
        chats(
          definedArgs({
            waiting: 'them',
            since: meant.from,
            until: meant.to,
            search: meant.search,
            except: matching.except,
          }),
        ),
      ];
    case 'undo':
      return [undo()];
    case 'engines':
      return [engines];
    case 'profile_picture':
      return [pictures(...mobiles(meant.people))];
  }
}

/** "When is the next message to …": the first one alone is right as well; the neutral terms have no limit. */
const first = (request: string, matching: object): Expected[] =>
  /\bnext\b/i.test(request) ? [show({ ...matching, order: 'soonest', limit: 1 })] : [];

/**
 * Scheduled messages ahead are right with and without the pending status; what was sent to one person may also be their
 * chat.
 */
function scheduled(
  request: string,
  meant: NeutralMeaning,
  matching: object,
  people: readonly Named[],
  { now }: World,
): Expected[] {
  const today = `${now.toPlainDate()}T00:00`;
  const right = [show(matching), ...first(request, matching)];
  // A message that was read or delivered was sent, whether or not the request says so.
  if (meant.receipt && meant.status?.join() === 'sent') {
    const { status: _, ...any } = matching as Record<string, unknown>;
    right.push(show(any));
  }
  const isAhead = meant.from === undefined ? /scheduled|upcoming|planned|lined up/i.test(request) : meant.from >= today;
  if (meant.status === undefined && !meant.receipt && isAhead) right.push(show({ ...matching, status: ['pending'] }));
  if (meant.status?.join() === 'pending' && meant.from !== undefined && meant.from > today) {
    const { status: _, ...any } = matching as Record<string, unknown>;
    right.push(show(any));
  }
  const isSaid = meant.status?.join() === 'sent' && !meant.except && !meant.receipt && people.length === 1;
  if (isSaid) right.push(...written('', { ...meant, fromMe: true }, people).slice(0, 1));
  return right;
}

function written(request: string, meant: NeutralMeaning, [person]: readonly Named[]): Expected[] {
  if (!person) return [];
  const { from, to, search, fromMe } = meant;
  const range = definedArgs({ from, to, search });
  const all = { ...range, ...definedArgs({ fromMe }) };
  const right = [wrote(person.mobile, all)];
  if (/\b(?:last|latest|newest|most recent)\b/i.test(request)) right.push(wrote(person.mobile, { ...all, limit: 1 }));
  if (fromMe) right.push(show({ ...range, status: ['sent'], recipients: [person.mobile] }));
  return right;
}

function sending(
  people: readonly Named[],
  message: string | undefined,
  dueDate: string | undefined,
  more: object,
): Expected {
  const calls = people.map(({ name, mobile }) => ({
    tool: 'schedule_message',
    args: { contactName: name, contactList: [{ mobile }], message, dueDate, ...more },
  }));
  return { calls, answers: 'list' };
}

/** Targets of a move or copy; an unchanged day may be included or not. */
function moveTargets({ moveTo = {}, at, from, to }: NeutralMeaning): object[] {
  const [date, time] = at?.split('T') ?? [moveTo.date, moveTo.time];
  if (moveTo.byMinutes !== undefined) return [{ by: { minutes: moveTo.byMinutes } }];
  if (moveTo.byDays !== undefined) return [{ by: { days: moveTo.byDays } }];
  const isOneDay =
    from && to && Temporal.PlainDateTime.from(from).add({ days: 1 }).toString({ smallestUnit: 'minute' }) >= to;
  const right: object[] = [{ to: definedArgs({ date, time }) }];
  if (time && date === undefined && from && isOneDay) right.push({ to: { date: from.slice(0, 10), time } });
  if (time && date && isOneDay && from?.slice(0, 10) === date) right.push({ to: { time } });
  return right;
}

const withZone = (target: object, zone: string | undefined): object =>
  zone && 'to' in target ? { to: { ...(target.to as object), zone } } : target;

/** The name to search for, as spelled in the request. */
function namesIn(request: string, { people, search }: NeutralMeaning): (string | undefined)[] {
  const [name] = people;
  if (name === undefined) return [search];
  const words = name.replaceAll('.', '').split(' ');
  const parts = words.flatMap((_, first) => words.slice(first).map((__, last) => words.slice(first, first + last + 1)));
  return [name, ...parts.flatMap((part) => new RegExp(`\\b${part.join('\\.? ')}\\b`, 'i').exec(request) ?? [])];
}

/** The recurrence, from the meaning. */
function cadence(meaning: string): string | undefined {
  const day = /every (Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*day/.exec(meaning)?.[1];
  if (day) return `FREQ=WEEKLY;BYDAY=${day.slice(0, 2).toUpperCase()}`;
  if (/every weekday/.test(meaning)) return 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
  return /every day/.test(meaning) ? 'FREQ=DAILY' : undefined;
}

/** The recurrence, from a word of the request. */
const rhythm = (request: string): string | undefined => {
  const cadenceWord = /\b(daily|weekly|monthly|yearly)\b/i.exec(request)?.[1];
  return cadenceWord && `FREQ=${cadenceWord.toUpperCase()}`;
};

/** A rule's first occurrence from now on, also for every second week, since nothing says that one is skipped. */
function firstOf({ rule = '', time = '', zone }: NeutralMeaning, { now }: World): string | undefined {
  const read = readRule(rule);
  if (isRuleFault(read)) throw new Error(`a rule of a suite cannot be read: ${rule}`);
  const local = now
    .withTimeZone(zone ?? now.timeZoneId)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
  const start = `${local.slice(0, 10)}T${time}`;
  return firstOccurrences({ start, rule: { ...read, interval: 1 } }, 3, start).find(
    (at) => at > local && isOf(rule, at),
  );
}

/** Whether a day matches a rule: the start of a series is its first occurrence, whatever the rule says. */
function isOf(rule: string, at: string): boolean {
  const date = Temporal.PlainDate.from(at.slice(0, 10));
  const days = /BYDAY=([^;]+)/.exec(rule)?.[1]?.split(',');
  const weekday = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][date.dayOfWeek - 1] ?? '';
  return !days || days.some((day) => day.endsWith(weekday));
}

function personOf(name: string, { people }: World): Named {
  const person = people.find((person) => person.name === name);
  if (!person) throw new Error(`the suite has nobody called ${name}`);
  return person;
}

const counted = (expected: Expected): Expected =>
  typeof expected === 'object' ? { ...expected, answers: 'count' } : expected;

/** The arguments that are set. */
const definedArgs = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
