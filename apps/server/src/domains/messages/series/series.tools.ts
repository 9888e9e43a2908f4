import { entityId, instant } from '@switchyard/contracts/entity';
import type { BulkResult } from '@switchyard/contracts/messages/bulk';
import { MAX_RULE_LENGTH } from '@switchyard/contracts/messages/limits';
import { contactEntry, SERIES_STATES } from '@switchyard/contracts/messages/message';
import { createMessage } from '@switchyard/contracts/messages/new-message';
import { z } from 'zod';
import type { Action } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tool, ToolDeps } from '../../../platform/platform.ts';
import { pageAt, readTool, tool, type UndoCall } from '../../../platform/tool.ts';
import { presentMessage } from '../messages.present.ts';
import { editSeries } from './edit-series.ts';
import { listSeries } from './list-series.ts';
import { resumeSeries, type SeriesTarget } from './resume-series.ts';
import { cancelSeries, endSeries, pauseSeries } from './stop-series.ts';

const { contactName, zone } = createMessage.shape;
const target = {
  id: entityId.describe('The `_id` of a pending message of the series, from get_scheduled_messages.'),
  version: z
    .int()
    .describe('The `version` of that message you have seen: refused with TOO_LATE if it has changed since.'),
  scope: z
    .enum(['following', 'all'])
    .describe(
      '`following`: this message and the later ones; `all`: all that have not been sent. For a single message, use the message tools.',
    ),
};
const seriesTarget = z.object({
  id: entityId.describe('The `_id` from list_recurring_messages, or the `seriesId` of a message.'),
  updatedAt: instant
    .optional()
    .describe('The `updatedAt` you have seen there: refused with TOO_LATE if it has changed since. Omitted: any.'),
});

/** The tool that restores each state of a series. */
const UNDO_TOOLS = {
  active: 'resume_recurring_message',
  paused: 'pause_recurring_message',
  cancelled: 'stop_recurring_message',
} as const;

/** Stops or resumes a series, and returns how to undo it: restoring its state, unless somebody has changed it since. */
async function changeState(
  action: Action<SeriesTarget, BulkResult>,
  ...[deps, actor, { id, updatedAt }]: [deps: ToolDeps, actor: Actor, target: SeriesTarget]
) {
  const readSeries = async () => (await listSeries(deps.db, actor, { ids: [id], limit: 1, skip: 0 })).data[0];
  const before = await readSeries();
  const seen = updatedAt ?? before?.updatedAt;
  const { result, events } = await action(deps, actor, { id, updatedAt: seen });
  const after = await readSeries();
  const undo: UndoCall | null =
    before && after
      ? { tool: UNDO_TOOLS[before.state], args: { id, updatedAt: after.updatedAt }, name: after.contactName }
      : null;
  return { result: { ...result, ...(undo ? { undo } : {}) }, events };
}

/** Tools that act on recurring messages. */
export const seriesTools: readonly Tool[] = [
  readTool({
    name: 'list_recurring_messages',
    title: 'List recurring messages',
    description:
      'Lists the workspace’s recurring messages, latest first, each with its rule (RFC 5545), start, zone and state: active, paused or cancelled. Their single messages are in get_scheduled_messages.',
    scope: 'messages',
    input: z.object({
      state: z.array(z.enum(SERIES_STATES)).min(1).optional().describe('Omitted: any.'),
      recipients: z
        .array(z.string().max(128))
        .min(1)
        .max(200)
        .optional()
        .describe('Only to these numbers (E.164) or group ids.'),
      ids: z.array(entityId).min(1).max(100).optional().describe('Only these.'),
      limit: z.int().min(1).max(100).default(20),
      skip: z.int().min(0).default(0),
    }),
    read: async ({ db }, actor, query) => ({
      ...(await listSeries(db, actor, query)),
      page: pageAt('/import-messages'),
    }),
  }),

  tool({
    name: 'edit_recurring_message',
    title: 'Edit a recurring message',
    description:
      'Changes the text, recipient, time or rule of a recurring message, from one of its messages on or for all that have not been sent. Omitted fields stay. Returns how many were changed, and how many were not and why.',
    effect: 'change',
    scope: 'messages',
    input: z.object({
      ...target,
      message: z.string().optional().describe('The new text.'),
      contactName: contactName.describe('Another contact in the workspace.'),
      contactList: z.array(contactEntry).max(1).optional().describe('Another number.'),
      dueDate: z
        .string()
        .max(40)
        .optional()
        .describe('A new time for the named message, such as 2026-12-01T09:30; the others move by the same amount.'),
      zone: zone.describe('IANA zone. Omitted: the series’ own.'),
      recurrence: z
        .object({ rule: z.string().max(MAX_RULE_LENGTH) })
        .optional()
        .describe('A new rule from there on, such as {"rule":"FREQ=WEEKLY;BYDAY=MO"}.'),
    }),
    async run(deps, actor, input) {
      const { result, events } = await editSeries(deps, actor, input);
      return { result: { ...result, message: presentMessage(result.message, actor) }, events };
    },
  }),

  tool({
    name: 'cancel_recurring_message',
    title: 'Cancel a recurring message',
    description:
      'Cancels a recurring message and the later ones, or all that have not been sent. Sent messages cannot be recalled.',
    effect: 'change',
    scope: 'messages',
    input: z.object(target),
    run: cancelSeries,
  }),

  tool({
    name: 'stop_recurring_message',
    title: 'Stop a recurring message',
    description: 'Cancels all messages of a series that have not been sent, and makes no more until it is resumed.',
    effect: 'change',
    scope: 'messages',
    input: seriesTarget,
    run: (...call) => changeState(endSeries, ...call),
  }),

  tool({
    name: 'pause_recurring_message',
    title: 'Pause a recurring message',
    description: 'Stops all messages of a series until it is resumed.',
    effect: 'change',
    scope: 'messages',
    input: seriesTarget,
    run: (...call) => changeState(pauseSeries, ...call),
  }),

  tool({
    name: 'resume_recurring_message',
    title: 'Resume a recurring message',
    description:
      'Resumes a paused or cancelled series. Messages that became due meanwhile are skipped, and counted as `past`.',
    effect: 'change',
    scope: 'messages',
    input: seriesTarget,
    run: (...call) => changeState(resumeSeries, ...call),
  }),
];
