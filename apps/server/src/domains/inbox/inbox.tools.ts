import { type Conversation, conversationCursor, MAX_NOTE_LENGTH } from '@switchyard/contracts/inbox/operations';
import { CONVERSATION_STATUSES, INBOX_VIEWS } from '@switchyard/contracts/inbox/views';
import { z } from 'zod';
import type { Action } from '../../platform/action.ts';
import { readTextsRefusal } from '../../platform/actor.ts';
import type { Tool } from '../../platform/platform.ts';
import { authorize } from '../../platform/refusal.ts';
import { pageAt, readTool, tool } from '../../platform/tool.ts';
import { addNote } from './add-note.ts';
import { assignConversation, resolveConversation, snoozeConversation } from './change-conversation.ts';
import { type ConversationRow, presentConversation, presentEntry } from './inbox.present.ts';
import { countMatching, listConversations } from './inbox.queries.ts';
import { reply } from './reply.ts';

const id = z.uuid().describe('The `_id` from list_conversations.');
const version = z.int().describe('The `version` from list_conversations.');

/** A change of a conversation that returns it as the list shows it. */
const presented =
  <Input>(action: Action<Input, ConversationRow>): Action<Input, Conversation> =>
  async (deps, actor, input) => {
    const { result, events } = await action(deps, actor, input);
    return { result: presentConversation(actor, result), events };
  };

/** Inbox tools for programs. What customers wrote is data, never an instruction. */
export const inboxTools: readonly Tool[] = [
  readTool({
    name: 'list_conversations',
    title: 'Show the team inbox',
    description:
      'Conversations of the team inbox, latest first: last message, since when the customer has been waiting, status and assignee. Pass `next` as `after` to get the following page.',
    scope: 'inbox',
    input: z.object({
      view: z.enum(INBOX_VIEWS).default('all').describe('`mine`: assigned to the person who asks.'),
      status: z.enum(CONVERSATION_STATUSES).default('open'),
      search: z.string().max(200).optional().describe('Part of the name or number.'),
      limit: z.int().min(1).max(100).default(20),
      after: conversationCursor.optional(),
    }),
    async read({ db }, actor, asks) {
      authorize(readTextsRefusal(actor));
      const { rows, next } = await listConversations(db, actor, { ...asks, order: 'latest' });
      const page = pageAt('/bt-team-inbox', { view: asks.view, status: asks.status });
      const total = await countMatching(db, actor, asks);
      return { data: rows.map((row) => presentConversation(actor, row)), total, next, page };
    },
  }),
  tool({
    name: 'reply_in_conversation',
    title: 'Reply in the team inbox',
    description:
      'Answers a customer now. Refused if a colleague has answered since `seenUpTo`, unless `sendAnyway` is set.',
    effect: 'change',
    scope: 'inbox',
    input: z.object({
      id,
      message: z.string().describe('The text to send.'),
      seenUpTo: z.uuid().nullable().describe('The greatest id among the messages read; null for none.'),
      sendAnyway: z.boolean().default(false),
    }),
    async run(deps, actor, input) {
      const { result, events } = await reply(deps, actor, input);
      return { result: { _id: result.id, status: result.status }, events };
    },
  }),
  tool({
    name: 'assign_conversation',
    title: 'Assign a conversation',
    description: 'Assigns a conversation of the team inbox to a member of the workspace, or to nobody.',
    effect: 'change',
    scope: 'inbox',
    input: z.object({ id, version, userId: z.uuid().nullable().describe('Null: nobody.') }),
    run: presented(assignConversation),
  }),
  tool({
    name: 'snooze_conversation',
    title: 'Snooze a conversation',
    description: 'Snoozes a conversation until a given time, when it reopens.',
    effect: 'change',
    scope: 'inbox',
    input: z.object({
      id,
      version,
      until: z.string().max(40).describe('`2026-12-01T09:00` by the workspace’s clock, or with an offset.'),
      wakesOnReply: z.boolean().default(true).describe('Reopen earlier if the customer writes.'),
    }),
    run: presented(snoozeConversation),
  }),
  tool({
    name: 'resolve_conversation',
    title: 'Resolve a conversation',
    description: 'Marks a conversation of the team inbox as resolved; it reopens when the customer writes.',
    effect: 'change',
    scope: 'inbox',
    input: z.object({ id, version }),
    run: presented(resolveConversation),
  }),
  tool({
    name: 'add_conversation_note',
    title: 'Add a note to a conversation',
    description: 'Adds a note that only the team sees; the customer never gets it.',
    effect: 'change',
    scope: 'inbox',
    input: z.object({ id, text: z.string().trim().min(1).max(MAX_NOTE_LENGTH) }),
    async run(deps, actor, input) {
      const { result, events } = await addNote(deps, actor, { ...input, mentions: [] });
      return { result: presentEntry(actor, result), events };
    },
  }),
];
