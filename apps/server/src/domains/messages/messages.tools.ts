import { entityId } from '@switchyard/contracts/entity';
import { createMessage } from '@switchyard/contracts/messages/new-message';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Tool, ToolDeps } from '../../platform/platform.ts';
import { readTool, tool } from '../../platform/tool.ts';
import { cancelMessage } from './change/cancel-message.ts';
import type { MessageAction, Target } from './change/change-message.ts';
import { editMessage } from './change/edit-message.ts';
import { restoreMessage } from './change/restore-message.ts';
import { presentMessage } from './messages.present.ts';
import { readDetail } from './read/read-detail.ts';
import { scheduleTools } from './read/schedule.tools.ts';
import { seriesTools } from './series/series.tools.ts';
import { resendMessage } from './write/resend-message.ts';
import { scheduleMessage } from './write/schedule-messages.ts';

const id = entityId.describe('The id of the message, from get_scheduled_messages or schedule_message.');
const version = z
  .int()
  .optional()
  .describe('The `version` you have seen: refused with TOO_LATE if it has changed since. Omitted: any.');
const { contactName, contactList, message, dueDate, zone, pastDue, recurrence, engineId } = createMessage.shape;
const due = {
  zone: zone.describe('IANA zone, such as Europe/London, for a dueDate without offset. Omitted: the workspace’s zone.'),
  pastDue: pastDue.describe('A dueDate more than a minute ago is refused; with `send-now` it is sent immediately.'),
};
const WHEN =
  '`now`, or ISO 8601. With an offset or Z: that instant; without (2026-12-01T09:30): wall-clock time in `zone`.';

async function changed<Input extends Target>(
  action: MessageAction<Input>,
  ...[deps, actor, input]: [deps: ToolDeps, actor: Actor, input: Input]
) {
  const { result, events } = await action(deps, actor, input);
  return { result: presentMessage(result, actor), events };
}

/** Tools that act on messages. The descriptions are for the model that chooses a tool. */
export const messageTools: readonly Tool[] = [
  ...seriesTools,
  ...scheduleTools,
  tool({
    name: 'schedule_message',
    title: 'Schedule a message',
    description:
      'Schedules a WhatsApp message to one person; it is sent at its due date, or now without one, and repeatedly with a `recurrence`. Name the recipient by a contact’s name or a phone number.',
    effect: 'change',
    scope: 'messages',
    input: z.object({
      message: message.describe('The text, as the recipient will read it.'),
      contactName: contactName.describe('The name of a contact in the workspace. With a number: the name to show.'),
      contactList: contactList.describe('At most one recipient: [{ "mobile": "+447700900123" }].'),
      dueDate: dueDate.describe(`${WHEN} Omitted: now.`),
      ...due,
      engineId: engineId.describe(
        'The number to send from, by its engine. Omitted: the one last used in the chat, else the default.',
      ),
      recurrence: recurrence.describe(
        'For a recurring message: an RFC 5545 rule in wall-clock time, starting at dueDate, such as {"rule":"FREQ=MONTHLY;BYDAY=-1FR"} for the last Friday of each month. At most daily. `except`: wall-clock times to skip.',
      ),
    }),
    async run(deps, actor, input) {
      const { result, events } = await scheduleMessage(deps, actor, {
        ...createMessage.parse(input),
        origin: 'agent',
      });
      return { result: presentMessage(result, actor), events };
    },
  }),

  tool({
    name: 'cancel_message',
    title: 'Cancel a message',
    description:
      'Cancels a pending message. Refused with TOO_LATE once it is being sent; a sent message cannot be recalled.',
    effect: 'change',
    scope: 'messages',
    input: z.object({ id, version }),
    run: (deps, actor, input) => changed(cancelMessage, deps, actor, input),
  }),

  tool({
    name: 'restore_message',
    title: 'Undo a cancel',
    description:
      'Restores a cancelled message to pending. Refused with TOO_LATE if it is not cancelled, and with INVALID if it has become due meanwhile.',
    effect: 'change',
    scope: 'messages',
    input: z.object({ id, version }),
    run: (deps, actor, input) => changed(restoreMessage, deps, actor, input),
  }),

  tool({
    name: 'resend_message',
    title: 'Send a failed message again',
    description:
      'Sends a failed message again, as a new message with its own `_id`; the failed one stays. Refused with TOO_LATE for any message that has not failed.',
    effect: 'change',
    scope: 'messages',
    input: z.object({
      id,
      version,
      message: z.string().optional().describe('A new text. Omitted: unchanged.'),
      dueDate: dueDate.describe(`${WHEN} Omitted: now.`),
      ...due,
    }),
    run: (deps, actor, input) => changed(resendMessage, deps, actor, input),
  }),

  tool({
    name: 'reschedule_message',
    title: 'Reschedule a message',
    description: 'Changes the due date of a pending message. Refused with TOO_LATE once it is being sent.',
    effect: 'change',
    scope: 'messages',
    input: z.object({ id, version, dueDate: z.string().max(40).describe(WHEN), ...due }),
    run: (deps, actor, input) => changed(editMessage, deps, actor, input),
  }),

  tool({
    name: 'edit_message',
    title: 'Change the text of a message',
    description: 'Changes the text of a pending message. Refused with TOO_LATE once it is being sent.',
    effect: 'change',
    scope: 'messages',
    input: z.object({ id, version, message: message.describe('The new text.') }),
    run: (deps, actor, input) => changed(editMessage, deps, actor, { ...input, pastDue: 'refuse' }),
  }),

  readTool({
    name: 'get_message',
    title: 'Show a message',
    description: 'Shows one message with its status, and in `holds` every reason why it has not been sent yet.',
    scope: 'messages',
    input: z.object({ id }),
    read: (deps, actor, input) => readDetail(deps, actor, input.id),
  }),
];
