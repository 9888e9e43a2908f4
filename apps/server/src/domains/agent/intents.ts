import { AGENT_STATUSES } from '@switchyard/contracts/agent/results';
import { entityId } from '@switchyard/contracts/entity';
import { z } from 'zod';
import type { Tool } from '../../platform/platform.ts';

/** A tool's description for a language model. */
export type DescribedTool = Pick<Tool, 'name' | 'title' | 'description' | 'input'>;

const wallClock = z.string().max(40);
const people = z.array(z.string().max(128)).min(1).max(200);
const matching = z.object({
  ids: z.array(entityId).min(1).max(100).optional().describe('Only these messages.'),
  status: z.array(z.enum(AGENT_STATUSES)).min(1).optional(),
  from: wallClock.optional().describe('Due at or after: wall-clock time in the workspace’s zone: 2026-12-01T00:00.'),
  to: wallClock.optional().describe('Due before.'),
  recipients: people.optional().describe('Only to these numbers (E.164) or group ids.'),
  except: people.optional().describe('Excluding these.'),
  search: z.string().max(200).optional().describe('Part of the text.'),
  exceptSearch: z.string().max(200).optional().describe('Excluding those with this in their text.'),
  order: z.enum(['soonest', 'latest']).optional(),
  limit: z.int().min(1).max(100).optional().describe('Maximum number of messages.'),
});
const moment = z.object({
  date: z.iso.date().optional(),
  time: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .optional(),
  zone: z.string().max(64).optional().describe('IANA zone. Default: each message’s own.'),
});
const shift = z.object({ minutes: z.int().optional(), days: z.int().optional(), months: z.int().optional() });

const ofMessages = {
  description: 'Without `id`: applies to all that match.',
  fields: { matching: matching.optional() },
};
const ofSeries = {
  description: 'Without `id`: applies to all that match.',
  fields: {
    recipients: people.optional().describe('Only to these numbers (E.164) or group ids.'),
    rule: z.string().max(200).optional().describe('Only those whose rule says this: FREQ=WEEKLY;BYDAY=MO.'),
    search: z.string().max(200).optional().describe('Part of the text.'),
  },
};

/** Single-item tools that the assistant also accepts for all matching items; each item becomes a step. */
const WIDER_TOOLS: Readonly<Record<string, { description: string; fields: z.ZodRawShape }>> = {
  cancel_message: ofMessages,
  edit_message: {
    ...ofMessages,
    fields: { ...ofMessages.fields, message: z.string().min(1).describe('The new text.') },
  },
  resend_message: ofMessages,
  reschedule_message: {
    description:
      'Without `id`: applies to all that match; `to` a day, a time or both, or `now`; or `by` an offset, negative for earlier.',
    fields: { ...ofMessages.fields, to: z.union([moment, z.literal('now')]).optional(), by: shift.optional() },
  },
  stop_recurring_message: ofSeries,
  pause_recurring_message: ofSeries,
  resume_recurring_message: ofSeries,
};

/** Whether a call uses a field that only the wider form of its tool accepts. */
export const isOfMany = (tool: string, { id, to, by }: Record<string, unknown>): boolean =>
  tool in WIDER_TOOLS && (id === undefined || (to ?? by) !== undefined);

/** What the assistant can do beyond the domains' tools; each becomes steps of those tools. */
export const intents: readonly DescribedTool[] = [
  {
    name: 'duplicate_messages',
    title: 'Copy messages',
    description:
      'Schedules a copy of all matching messages: `to` another day, at the same time of day or the given one; or `by` an offset later.',
    input: z.object({ matching, to: moment.optional(), by: shift.optional() }),
  },
  {
    name: 'undo',
    title: 'Undo',
    description: 'Undoes the person’s last change in this conversation; with `recipients`, only for these.',
    input: z.object({ recipients: people.optional() }),
  },
];

/** A tool with the wider form's description and fields for a model. */
export function widenTool(tool: Tool): DescribedTool {
  const wider = WIDER_TOOLS[tool.name];
  if (!wider || !(tool.input instanceof z.ZodObject)) return tool;
  const description = `${tool.description} ${wider.description}`;
  return { ...tool, description, input: tool.input.partial().extend(wider.fields) };
}
