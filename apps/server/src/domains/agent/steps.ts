import type { ScheduledResult } from '@switchyard/contracts/agent/results';
import { listed, scheduledResult } from '@switchyard/contracts/agent/results';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../platform/actor.ts';
import type { ToolDeps } from '../../platform/platform.ts';
import type { UndoCall } from '../../platform/tool.ts';
import type { Call } from './planner/plan-types.ts';
import { ClarificationNeeded } from './planner/token-reader.ts';

/** `replaced`: its subject has changed, and a new confirmation was shown. */
export type ConfirmationState = 'pending' | 'done' | 'dismissed' | 'expired' | 'replaced' | 'undone';

/** One call of a tool that changes something, with what it is shown as. */
export interface Step {
  tool: string;
  args: Record<string, unknown>;
  /** The message that it changes, as shown; null if it creates something or concerns something else. */
  row: ScheduledResult | null;
  /** The recurring message it concerns, if any. */
  series?: SeriesShown;
  /** The outcome that it reverts, if that is no message. */
  of?: string;
}

/** A recurring message, as shown. */
export interface SeriesShown {
  recipientId: string;
  recipientName: string;
  message: string;
  /** RFC 5545, in wall-clock time from `start`. */
  rule: string;
  start: string;
  zone: string;
}

/** The outcome of a step: the message that it created or changed, and its version then. */
export interface Outcome {
  tool: string;
  id: string;
  version: number;
  /** The recipient, as the agent writes it. */
  recipientId: string;
  recipientName: string;
  before: ScheduledResult | null;
  series?: SeriesShown;
  isUndone?: boolean;
  /** The undo call that its tool returned; for messages and series it follows from the tool. */
  back?: UndoCall;
}

/** More than anyone reads before confirming; larger changes are made on the page for many messages. */
export const MAX_AT_ONCE = 100;

/** The arguments for each message's step, from a call for all matching messages. */
const CHANGES: Record<string, (row: ScheduledResult, args: Call['args']) => Step['args']> = {
  cancel_message: ({ id, version }) => ({ id, version }),
  resend_message: ({ id, version }) => ({ id, version }),
  edit_message: ({ id, version }, { message }) => ({ id, version, message }),
  reschedule_message: (row, args) => ({
    id: row.id,
    version: row.version,
    dueDate: targetTime(row, args),
    zone: zoneOf(row, args),
  }),
  duplicate_messages: (row, args) => ({
    contactName: row.recipientName,
    contactList: [{ id: row.recipientId, ...(row.recipientId.endsWith('@g.us') ? { mobile: row.recipientId } : {}) }],
    message: row.message,
    dueDate: targetTime(row, args),
    zone: zoneOf(row, args),
  }),
};

const listedMessages = listed(scheduledResult);

/** Scheduled messages, as the tool of that name returns them. */
export async function findMessages(
  deps: ToolDeps,
  actor: Actor,
  args: Record<string, unknown>,
): Promise<{ data: ScheduledResult[]; total: number }> {
  const tool = deps.tools.get('get_scheduled_messages');
  if (!tool) throw new Error('there is no tool get_scheduled_messages');
  return listedMessages.parse((await tool.run(deps, actor, args)).result);
}

/** Converts a call into steps. @throws ClarificationNeeded if there is nothing to do, or too much at once */
export async function stepsOf(deps: ToolDeps, actor: Actor, call: Call): Promise<Step[]> {
  const change = CHANGES[call.tool];
  if (!change) return [{ tool: call.tool, args: call.args, row: null }];
  const matching = matchingOf(call);
  if (!matching) throw new ClarificationNeeded('Which messages? Name one by its `id`, or say what all of them match.');
  const { data, total } = await findMessages(deps, actor, { limit: MAX_AT_ONCE, ...matching });
  if (data.length === 0) throw new ClarificationNeeded(await nothingToChangeReason(deps, actor, matching));
  if (matching.limit === undefined && total > MAX_AT_ONCE) {
    throw new ClarificationNeeded(
      `That is ${total} messages. I change at most ${MAX_AT_ONCE} at a time: name a day or a person, or select them under Import/Export Messages.`,
    );
  }
  const possible = data.filter((row) => isPossible(call.tool, row));
  const tool = call.tool === 'duplicate_messages' ? 'schedule_message' : call.tool;
  const steps = possible.map((row) => ({ tool, args: change(row, call.args), row }));
  if (steps.length === 0)
    throw new ClarificationNeeded('They are on their way or have gone out already, so nothing can be changed.');
  if (call.tool === 'duplicate_messages' && steps.some(({ row }) => row.mediaUrl)) {
    throw new ClarificationNeeded('One of them has a file, which I cannot copy. Copy it under Import/Export Messages.');
  }
  return steps;
}

/** Why nothing can be changed: the shown messages may have been sent by now. */
async function nothingToChangeReason(deps: ToolDeps, actor: Actor, { ids }: Matching): Promise<string> {
  const { data } = ids ? await findMessages(deps, actor, { ids, limit: ids.length }) : { data: [] };
  const states = [...new Set(data.map(({ status }) => (status === 'sent' ? 'has gone out already' : `is ${status}`)))];
  return states.length === 1 && data.length === 1
    ? `That one ${states[0]}, so there is nothing to change.`
    : 'I found no such message, so there is nothing to change.';
}

/** Whether a change can be applied to a message in its current state. */
export function isPossible(tool: string, row: ScheduledResult): boolean {
  if (tool === 'resend_message') return row.canRetry;
  if (tool === 'restore_message') return row.status === 'cancelled';
  return tool === 'duplicate_messages' || row.canEdit;
}

interface Matching {
  ids?: string[];
  limit?: number;
}
/** The selection of a call: all matching messages, or one; null if it has none. */
const matchingOf = ({ args: { matching, id } }: Call): Matching | null =>
  (matching as Matching | undefined) ?? (typeof id === 'string' ? { ids: [id] } : null);

interface RescheduleTarget {
  date?: string;
  time?: string;
  zone?: string;
}
const targetOf = ({ to }: Record<string, unknown>): RescheduleTarget =>
  typeof to === 'object' && to !== null ? to : {};
const zoneOf = ({ zone }: ScheduledResult, args: Record<string, unknown>) => targetOf(args).zone ?? zone;

/** The wall-clock time that a message moves to, in its own zone or the named one; `now` for at once. */
function targetTime({ dueLocal }: ScheduledResult, args: Record<string, unknown>): string {
  if (args.to === 'now') return 'now';
  const before = Temporal.PlainDateTime.from(dueLocal);
  const by = args.by as Temporal.DurationLike | undefined;
  const { date, time } = targetOf(args);
  const after = by
    ? before.add(by)
    : (date ? Temporal.PlainDate.from(date) : before.toPlainDate()).toPlainDateTime(
        time ? Temporal.PlainTime.from(time) : before.toPlainTime(),
      );
  return after.toString({ smallestUnit: 'minute' });
}

/** Whether the outcome concerns a scheduled message. */
export const isOfMessage = ({ series, back }: Outcome): boolean => series === undefined && back === undefined;

/** The step that reverts an outcome, or null. */
export function inverse({ tool, id, version, before, back }: Outcome): Omit<Step, 'row'> | null {
  if (back) return { tool: back.tool, args: back.args, of: id };
  switch (tool) {
    case 'schedule_message':
    case 'resend_message':
      return { tool: 'cancel_message', args: { id, version } };
    case 'cancel_message':
      return { tool: 'restore_message', args: { id, version } };
    case 'restore_message':
      return { tool: 'cancel_message', args: { id, version } };
    case 'reschedule_message':
      return before
        ? { tool: 'reschedule_message', args: { id, version, dueDate: before.dueLocal, zone: before.zone } }
        : null;
    case 'edit_message':
      return before ? { tool: 'edit_message', args: { id, version, message: before.message } } : null;
    default:
      return null;
  }
}
