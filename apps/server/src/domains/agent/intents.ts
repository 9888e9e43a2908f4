import { AGENT_STATUSES } from '@switchyard/contracts/agent/results';
import { z } from 'zod';
import type { Tool } from '../../platform/platform.ts';

/**
 * Acts on all that fits, as a person speaks of them; each becomes one step of a domain's tool for every message or
 * series that is found.
 */
type Intent = Pick<Tool, 'name' | 'title' | 'description' | 'input'>;

const wallClock = z.string().max(40);
const people = z.array(z.string().max(128)).min(1).max(200);
const matching = z.object({
  status: z.array(z.enum(AGENT_STATUSES)).min(1).optional(),
  from: wallClock.optional().describe('Due at or after: wall-clock time in the workspace’s zone: 2026-12-01T00:00.'),
  to: wallClock.optional().describe('Due before.'),
  recipients: people.optional().describe('Only to these numbers (E.164) or group ids.'),
  except: people.optional().describe('To anybody but these.'),
  search: z.string().max(200).optional().describe('Part of the text.'),
  exceptSearch: z.string().max(200).optional().describe('Not those with this in their text.'),
  order: z.enum(['soonest', 'latest']).optional(),
  limit: z.int().min(1).max(100).optional().describe('Only so many of them.'),
});
const moment = z.object({
  date: z.iso.date().optional(),
  time: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .optional(),
  zone: z.string().max(64).optional().describe('IANA zone. Left out: each message’s own.'),
});
const shift = z.object({ minutes: z.int().optional(), days: z.int().optional(), months: z.int().optional() });
const recurring = z.object({
  recipients: people.optional().describe('Only to these numbers (E.164) or group ids.'),
  rule: z.string().max(200).optional().describe('Only those whose rule says this: FREQ=WEEKLY;BYDAY=MO.'),
  search: z.string().max(200).optional().describe('Part of the text.'),
});

/**
 * For a language model, which so says in one call what would be many; the planner's calls have the same names and
 * arguments.
 */
export const intents: readonly Intent[] = [
  {
    name: 'cancel_messages',
    title: 'Cancel messages',
    description: 'Cancels all pending messages that match.',
    input: z.object({ matching }),
  },
  {
    name: 'move_messages',
    title: 'Move messages',
    description:
      'Gives all pending messages that match another time: `to` a day, a time or both, or `now`; or `by` so much, below 0 for earlier.',
    input: z.object({ matching, to: z.union([moment, z.literal('now')]).optional(), by: shift.optional() }),
  },
  {
    name: 'edit_messages',
    title: 'Change the text of messages',
    description: 'Gives all pending messages that match another text.',
    input: z.object({ matching, message: z.string().min(1) }),
  },
  {
    name: 'retry_messages',
    title: 'Send messages again',
    description: 'Sends all failed messages that match once more.',
    input: z.object({ matching }),
  },
  {
    name: 'duplicate_messages',
    title: 'Copy messages',
    description:
      'Schedules a copy of all messages that match: `to` another day, at the same time of day or the one given; or `by` so much later.',
    input: z.object({ matching, to: moment.optional(), by: shift.optional() }),
  },
  {
    name: 'undo',
    title: 'Undo',
    description: 'Takes back what was last done for the person here; with `recipients` only for these.',
    input: z.object({ recipients: people.optional() }),
  },
  {
    name: 'stop_recurring',
    title: 'Stop recurring messages',
    description: 'Stops all recurring messages that match, so that no more go out.',
    input: recurring,
  },
  {
    name: 'pause_recurring',
    title: 'Pause recurring messages',
    description: 'Pauses all recurring messages that match until they are resumed.',
    input: recurring,
  },
  {
    name: 'resume_recurring',
    title: 'Resume recurring messages',
    description: 'Has all paused or cancelled recurring messages that match go on.',
    input: recurring,
  },
];
