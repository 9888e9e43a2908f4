import { addressOf, type ScheduledResult } from '@switchyard/contracts/agent/results';
import type { Preflight } from '@switchyard/contracts/campaigns/operations';
import type { Hold } from '@switchyard/contracts/messages/message';
import { Temporal } from 'temporal-polyfill';
import { formatCount, formatMoment, formatRecipient } from './format.ts';
import type { Call } from './planner/plan-types.ts';

/** The planner's abilities, in the help text. */
export const HELP =
  'I can show, count, schedule, move, change, cancel and retry messages, find chats, contacts and pictures, say who has not answered and why something has not gone out, stop what recurs, label contacts, forecast a campaign, stop a bot and ask the knowledge. Put right what I ask about in your own words: “no, Thursday”, “make it 3pm”, “and Emma too”, “not Oliver”; “yes” has it done, “no” drops it.';
/** The short form, for a request that was not understood. */
export const IN_SHORT = 'I can show, schedule, move, change and cancel messages, and find chats and people.';

interface ReadResult {
  data: unknown[];
  total: number;
  /** Of a knowledge search: whether it likely has an answer. */
  isKnown?: boolean | undefined;
  /** For a chat's messages: the number of latest messages that were searched, if not all. */
  lookedThrough?: number;
  /** For unread chats: the number of further chats in an unknown state. */
  unknown?: number;
}

/** Describes a result, with the number shown and in total; times in this zone. */
export function describeResult(call: Call, answers: 'list' | 'count', result: unknown, zone: string): string {
  const found = result as ReadResult;
  switch (call.tool) {
    case 'get_scheduled_messages':
      return `${describeList(found, describeMessages(call.args), answers)}${answers === 'list' ? describeDue(found) : ''}`;
    case 'get_chats':
      return withUnknown(describeList(found, [describeChats(call.args), 'chat', 'chats'], answers), found);
    case 'get_contacts':
      return describeList(found, [describeContacts(call.args), 'contact', 'contacts'], answers);
    case 'get_messages':
      return withBound(describeList(found, ['in this chat', 'message', 'messages'], answers), found);
    case 'get_profile_pic':
      return describePictures(found);
    case 'get_engines':
      return describeEngines(found);
    case 'why_not_sent':
      return describeReasons(found);
    case 'get_bots':
      return describeNamed(found, 'bot', ({ isDeployed }) => (isDeployed ? 'on' : 'off'));
    case 'get_labels':
      return describeNamed(found, 'label', ({ contacts }) => formatCount(Number(contacts), 'contact'));
    case 'get_campaigns':
      return describeNamed(
        found,
        'campaign',
        ({ state, recipients }) => `${state}, ${formatCount(Number(recipients), 'recipient')}`,
      );
    case 'get_knowledge_bases':
      return describeNamed(found, 'knowledge base', ({ documents, entries }) =>
        [formatCount(Number(documents), 'document'), formatCount(Number(entries), 'entry', 'entries')].join(', '),
      );
    case 'search_knowledge':
      return describeKnowledge(found);
    case 'draft_campaign':
      return describeForecast(result as Preflight, zone);
    default:
      return `Found ${found.total}.`;
  }
}

/** The due time of a single pending message. */
function describeDue({ data, total }: ReadResult): string {
  const [row] = data as ScheduledResult[];
  return row?.status === 'pending' && total === 1 ? ` It is due ${formatMoment(row.dueLocal, row.zone)}.` : '';
}

const withUnknown = (sentence: string, { unknown }: ReadResult): string =>
  unknown
    ? `${sentence}\nWhether ${formatCount(unknown, 'other chat')} ${unknown === 1 ? 'has' : 'have'} any is not known: the phone has not told.`
    : sentence;

/** Adds the number searched, if not everything was. */
const withBound = (sentence: string, { lookedThrough }: ReadResult): string =>
  lookedThrough ? `${sentence}\nI looked through the latest ${lookedThrough} messages.` : sentence;

/** Lists items by name, each with a detail; these have no widget. */
function describeNamed(
  { data, total }: ReadResult,
  noun: string,
  about: (item: Record<string, unknown>) => string,
): string {
  const lines = (data as Record<string, unknown>[]).map((item) => `${item.name} (${about(item)})`);
  const more = total > data.length ? [`These are ${data.length} of ${total}.`] : [];
  return total === 0
    ? `There are no ${noun}s.`
    : [`${total === 1 ? 'There is' : 'There are'} ${formatCount(total, noun)}:`, ...lines, ...more].join('\n');
}

function describeKnowledge({ data, isKnown }: ReadResult): string {
  const [best] = data as { title: string; answer: string }[];
  return isKnown && best ? `From “${best.title}”:\n${best.answer}` : 'The knowledge bases say nothing about that.';
}

/** Describes a campaign's forecast and where to launch it. */
function describeForecast(
  { contacts, sendable, optedOut, overCap, tooLong, missing, preview, ...rest }: Preflight,
  zone: string,
) {
  const format = (instant: string) =>
    formatMoment(Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString(), zone);
  const left = [
    optedOut > 0 ? `${optedOut} have opted out` : '',
    overCap > 0 ? `${overCap} have had too many campaigns lately` : '',
    tooLong > 0 ? `it is too long for ${tooLong}` : '',
    ...missing.map(({ variable, contacts }) => `${contacts} have no {${variable}}`),
  ].filter(Boolean);
  const [first] = preview;
  return [
    `It would go to ${sendable} of ${formatCount(contacts, 'contact')}.${left.length > 0 ? ` Left out: ${left.join(', ')}.` : ''}`,
    rest.forecast
      ? `It would end about ${[...new Set([format(rest.forecast.likely), format(rest.forecast.latest)])].join(', at the latest ')}.`
      : `Its end can’t be predicted. ${rest.blockedBy ?? ''}`.trim(),
    first ? `${formatRecipient(first.name, first.mobile)} would read: ${first.text}` : '',
    'Nothing was launched: to do that, go to Launch campaign.',
  ]
    .filter(Boolean)
    .join('\n');
}

function describeList(
  { data, total }: ReadResult,
  [which, one, many]: [which: string, one: string, many: string],
  answers: 'list' | 'count',
): string {
  const what = which ? ` ${which}` : '';
  if (total === 0) return `There are no ${many}${what}.`;
  const count = `${formatCount(total, one, many)}${what}`;
  if (answers === 'count') return `${total === 1 ? 'There is' : 'There are'} ${count}.`;
  return data.length < total
    ? `Here are ${data.length} of ${count}.`
    : total === 1
      ? `Here is ${count}.`
      : `Here are all ${count}.`;
}

function describeMessages(args: Record<string, unknown>): [string, string, string] {
  const status = (args.status as string[] | undefined) ?? [];
  const words: string[] = [];
  const { from, to, search } = args as { from?: string; to?: string; search?: string };
  if (from && to) words.push(`due from ${formatLocal(from)} until ${formatLocal(to)}`);
  else if (from) words.push(`due from ${formatLocal(from)} on`);
  else if (to) words.push(`due before ${formatLocal(to)}`);
  if (search) words.push(`with “${search}”`);
  if ((args.except as string[] | undefined)?.length) words.push('without those left out');
  const kind = status.length > 0 ? `${status.join(' or ')} ` : '';
  return [words.join(', '), `${kind}message`, `${kind}messages`];
}

/** A filter's wall-clock time without its zone, which is the workspace's. */
const formatLocal = (local: string): string => formatMoment(local, '').replace(' ()', '').replace(', 00:00', '');

const describeContacts = ({ search, label }: Record<string, unknown>): string =>
  search ? `matching “${search}”` : label ? `with the label “${label}”` : '';

function describeChats({ waiting, unread, kind, lastFrom, search }: Record<string, unknown>): string {
  if (waiting === 'them') return 'in which you wrote last and have no answer';
  if (waiting === 'us') return 'that wait for your answer';
  if (lastFrom) return 'in which somebody wrote to you';
  if (unread) return 'with unread messages';
  if (kind === 'group') return 'of groups';
  return search ? `matching “${search}”` : '';
}

function describePictures({ data }: ReadResult): string {
  const shown = (data as { contactName: string; profilePic: { eurl: string | null } }[]).filter(
    ({ profilePic }) => profilePic.eurl !== null,
  );
  if (shown.length === 0)
    return 'No picture is available: there is none, this account can’t see it, or no engine could be reached.';
  return shown.length === data.length
    ? `Here ${shown.length === 1 ? 'is the picture' : 'are the pictures'}.`
    : `Here are ${shown.length} of ${data.length} pictures; the others aren’t available.`;
}

const ENGINE_WORDS: Record<string, string> = {
  connected: 'is connected',
  qrcode: 'waits for its QR code to be scanned',
  unpaired: 'waits to be paired',
  disconnected: 'is not connected',
};

function describeEngines({ data }: ReadResult): string {
  if (data.length === 0) return 'There is no engine yet: connect WhatsApp under Engines.';
  return (data as { name: string; status: string; phoneNumber: string | null }[])
    .map(
      ({ name, status, phoneNumber }) =>
        `${name}${phoneNumber ? ` (${phoneNumber})` : ''} ${ENGINE_WORDS[status] ?? `is ${status.replaceAll('_', ' ')}`}.`,
    )
    .join('\n');
}

function describeReasons({ data, total }: ReadResult): string {
  if (data.length === 0) return 'I found no matching pending or failed message.';
  const lines = (
    data as {
      recipientName: string;
      recipientId: string;
      dueLocal: string;
      zone: string;
      status: string;
      failureReason: string | null;
      holds: Hold[];
    }[]
  ).map((message) => {
    const why =
      message.status === 'failed'
        ? `It failed: ${message.failureReason ?? 'no reason was given.'}`
        : message.holds.map(({ text }) => text).join(' ') || 'Nothing is holding it: it goes out with the next claim.';
    return `${message.recipientName || addressOf(message.recipientId)}, ${formatMoment(message.dueLocal, message.zone)}: ${why}`;
  });
  return [...lines, ...(total > data.length ? [`These are ${data.length} of ${total}.`] : [])].join('\n');
}
