import type { ScheduledResult } from '@switchyard/contracts/agent/results';
import { addressOf } from '@switchyard/contracts/agent/results';
import { describeRule } from '@switchyard/recurrence/describe-rule';
import { readRule } from '@switchyard/recurrence/read-rule';
import { Temporal } from 'temporal-polyfill';
import type { Outcome, Step } from './steps.ts';

/** A wall-clock time in the agent's format: weekday, date, time and zone. */
export function formatMoment(local: string, zone: string): string {
  const at = Temporal.PlainDateTime.from(local);
  const part = (options: Intl.DateTimeFormatOptions) => at.toLocaleString('en-GB', options);
  const date = `${part({ weekday: 'long' })} ${at.day} ${part({ month: 'long' })} ${at.year}`;
  return `${date}, ${at.toPlainTime().toString({ smallestUnit: 'minute' })} (${zone})`;
}

export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** A message's recipient: name and number. */
export function formatRecipient(name: string, id: string): string {
  const address = addressOf(id);
  if (name === '' || name === address) return address;
  return address === '' || address.endsWith('@g.us') ? name : `${name} (${address})`;
}

/** Describes a rule in words; returns the rule itself if it cannot be parsed. */
export function formatRule(rule: string, start: string): string {
  const read = readRule(rule);
  return 'part' in read ? rule : describeRule({ start, rule: read }, 'en');
}

/** Texts for each kind of action, `{}` being its object. Without a label, the button repeats the question. */
type ActionTexts = [question: string, done: string, label?: string];
const ACTION_TEXTS: Record<string, ActionTexts> = {
  schedule_message: ['Schedule {}?', 'Scheduled {}'],
  cancel_message: ['Cancel {}?', 'Cancelled {}'],
  reschedule_message: ['Move {}?', 'Moved {}'],
  edit_message: ['Change the text of {}?', 'Changed the text of {}', 'Change {}'],
  resend_message: ['Send {} again?', 'Started sending {} again'],
  restore_message: ['Make {} pending again?', 'Brought back {}', 'Bring back {}'],
  create_contact: ['Add this contact?', 'Added the contact', 'Add contact'],
  label_contacts: ['Change these labels?', 'Changed the labels', 'Change labels'],
  remove_contact: ['Remove this contact from the address book?', 'Removed the contact', 'Remove contact'],
  resume_bot: ['Start this bot again, just as before?', 'Started the bot again', 'Start the bot again'],
  stop_bot: ['Stop this bot? Its conversations continue.', 'Stopped the bot', 'Stop the bot'],
  stop_recurring_message: ['Stop {}?', 'Stopped {}'],
  pause_recurring_message: ['Pause {}?', 'Paused {}'],
  resume_recurring_message: ['Resume {}?', 'Resumed {}', 'Resume {}'],
};

const textsFor = (tool: string): ActionTexts =>
  ACTION_TEXTS[tool] ?? [`${formatToolName(tool)}?`, `Done: ${formatToolName(tool).toLowerCase()}`, 'Do it'];

/** Whether an action has its own texts; others are shown with their arguments. */
export const isKnownAction = (tool: string): boolean => tool in ACTION_TEXTS;

const NO_MESSAGES = new Set(['create_contact', 'remove_contact', 'label_contacts', 'stop_bot', 'resume_bot']);

/** The counted object of an action on messages; empty for others, whose texts include it. */
export function nounOf(tool: string, count: number): string {
  if (NO_MESSAGES.has(tool)) return '';
  return formatCount(count, tool.endsWith('_recurring_message') ? 'recurring message' : 'message');
}

/** Groups actions by kind, in order of first occurrence. */
export function byTool<One extends { tool: string }>(acts: readonly One[]): One[][] {
  const kinds = new Map<string, One[]>();
  for (const act of acts) kinds.set(act.tool, [...(kinds.get(act.tool) ?? []), act]);
  return [...kinds.values()];
}

/** The question of a confirmation, covering each kind of action. */
export const confirmationQuestion = (steps: readonly Pick<Step, 'tool'>[]): string =>
  byTool(steps)
    .map((kind) => {
      const tool = kind[0]?.tool ?? '';
      const [question] = textsFor(tool);
      return question.replace('{}', nounOf(tool, kind.length));
    })
    .join(' ');

/** Label of the confirm button. */
export function confirmLabel(tool: string, count: number): string {
  const [question, , label = question.replace('?', '')] = textsFor(tool);
  return label.replace('{}', nounOf(tool, count));
}

/** The name of an action without its own texts. */
export const formatToolName = (tool: string): string => {
  const words = tool.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

/** Describes what was undone. */
export const describeUndone = (outcomes: readonly Pick<Outcome, 'tool'>[]): string => {
  const whats = byTool(outcomes).map((kind) => nounOf(kind[0]?.tool ?? '', kind.length));
  const [what] = whats;
  if (whats.length > 1) return `Undone: ${formatCount(outcomes.length, 'change')}.`;
  return what ? `Undone for ${what}.` : 'Undone.';
};

/** Describes what was done, from the tools' answers. `all`: the messages' current state. */
export function describeDone(outcomes: readonly Outcome[], all: readonly ScheduledResult[]): string {
  const kinds = byTool(outcomes);
  if (kinds.length > 1) return kinds.map((kind) => describeDone(kind, all)).join('\n');
  const rows = all.filter(({ id }) => outcomes.some((outcome) => outcome.id === id));
  const tool = outcomes[0]?.tool ?? '';
  const [, done] = textsFor(tool);
  const words = done.replace('{}', nounOf(tool, outcomes.length));
  const [row] = rows;
  const [only] = outcomes;
  if (outcomes.length === 1 && only?.series)
    return `${words} to ${formatRecipient(only.recipientName, only.recipientId)}: ${formatRule(only.series.rule, only.series.start)}.`;
  const isTimed = ['schedule_message', 'reschedule_message', 'restore_message'].includes(tool);
  if (rows.length === 1 && row) {
    const to = formatRecipient(row.recipientName, row.recipientId);
    return isTimed ? `${words} to ${to}: ${formatMoment(row.dueLocal, row.zone)}.` : `${words} to ${to}.`;
  }
  return `${words}.`;
}
