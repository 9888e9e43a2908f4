import { addressOf, type ScheduledResult } from '@switchyard/contracts/agent/results';
import { Temporal } from 'temporal-polyfill';
import { callTool } from '../../platform/call-tool.ts';
import { addResult, noResults } from './add-result.ts';
import { reasonOf } from './confirm.ts';
import type { ReplyContent } from './conversations.ts';
import { formatMoment, formatRecipient } from './format.ts';
import { permissionsOf, toolOffReason } from './permissions.ts';
import type { Plan } from './planner/plan-types.ts';
import type { Turn } from './turn-scope.ts';

/** The delivery state of one message. */
interface MessageProgress {
  status: string;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
}

/**
 * Describes the state of one message in a sentence, and shows it: a message shown before, otherwise the latest due one,
 * otherwise the next.
 */
export async function readState(
  turn: Turn,
  { asked, recipients, ids }: Extract<Plan, { kind: 'state' }>,
  zone: string,
): Promise<Partial<ReplyContent>> {
  const to = recipients.length > 0 ? { recipients } : {};
  const queries = [
    ...(ids.length > 0 ? [{ ids, ...to }] : []),
    ...(ids.length > 0 && recipients.length === 0
      ? []
      : [
          { ...to, status: ['sent', 'failed'], order: 'latest' },
          { ...to, status: ['pending'], order: 'soonest' },
        ]),
  ];
  for (const query of queries) {
    const found = await callReadTool<{ data: ScheduledResult[] }>(turn, 'get_scheduled_messages', {
      ...query,
      limit: 1,
    });
    if (typeof found === 'string') return { content: found };
    const [row] = found.data;
    if (!row) continue;
    const way = await callReadTool<MessageProgress>(turn, 'get_message', { id: row.id });
    if (typeof way === 'string') return { content: way };
    const shown = addResult(noResults(), 'get_scheduled_messages', { data: [row], total: 1 });
    return { content: describeState(asked, row, way, zone), ...shown };
  }
  return { content: recipients.length > 0 ? 'There is no message to them here.' : 'There is no such message.' };
}

async function callReadTool<Result>({ deps, actor }: Turn, name: string, args: object): Promise<Result | string> {
  const tool = deps.tools.get(name);
  const permitted = await permissionsOf(deps.db, actor);
  if (!tool || permitted(tool).permission === 'off') return toolOffReason(actor);
  const answer = await callTool(deps, actor, name, args);
  return answer.ok ? (answer.result as Result) : reasonOf(answer.refusal);
}

function describeState(
  state: 'sent' | 'delivered' | 'read',
  row: ScheduledResult,
  way: MessageProgress,
  zone: string,
): string {
  const to = formatRecipient(row.recipientName, row.recipientId);
  const at = (instant: string | null) =>
    instant
      ? formatMoment(Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString(), zone)
      : 'at a time that is not known';
  if (way.status === 'unknown') return `It is not known whether the message to ${to} went out.`;
  if (row.status === 'failed') return `No: the message to ${to} failed. ${row.failureReason ?? ''}`.trim();
  if (row.status === 'cancelled') return `No: the message to ${to} was cancelled.`;
  if (way.status === 'sending') return `No: the message to ${to} is being sent just now.`;
  if (row.status === 'pending')
    return `No: the message to ${to} has not gone out; it is due ${formatMoment(row.dueLocal, row.zone)}.`;
  if (state === 'sent') return `Yes: the message to ${to} went out, ${at(way.sentAt)}.`;
  if (way.readAt) return `Yes: the message to ${to} was read, ${at(way.readAt)}.`;
  if (way.deliveredAt)
    return state === 'delivered'
      ? `Yes: the message to ${to} was delivered, ${at(way.deliveredAt)}.`
      : `No: the message to ${to} was delivered, ${at(way.deliveredAt)}, and is not known to have been read.`;
  return `No: the message to ${to} went out, ${at(way.sentAt)}, and is not known to have been ${state === 'read' ? 'read or delivered' : 'delivered'}.`;
}

/** Describes the owner of a number in a sentence, and shows the contact. */
export async function whoIs(turn: Turn, mobile: string): Promise<Partial<ReplyContent>> {
  type Contact = { name: string; number: string };
  const found = await callReadTool<{ data: Contact[] }>(turn, 'get_contacts', { search: mobile, limit: 5 });
  if (typeof found === 'string') return { content: found };
  const data = found.data.filter(({ number }) => addressOf(number) === mobile);
  return data[0]
    ? {
        content: `${mobile} is ${data[0].name}.`,
        ...addResult(noResults(), 'get_contacts', { data, total: data.length }),
      }
    : { content: `No contact has the number ${mobile}.` };
}
