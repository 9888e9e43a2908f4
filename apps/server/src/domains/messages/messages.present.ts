import { type Message, message } from '@switchyard/contracts/messages/message';
import type { Actor } from '../../platform/actor.ts';
import { presenter } from '../../platform/presenter.ts';
import { messageAbilities } from './messages.policy.ts';
import type { messages } from './messages.schema.ts';
import { redactFor } from './read/redact.ts';
import type { Attachment } from './write/attachment.ts';

export type MessageRow = typeof messages.$inferSelect;

const copyShared = presenter(message);

/** The wire format of a message, with what this actor may do with it. */
export function presentMessage(stored: MessageRow, actor: Pick<Actor, 'onBehalfOf'>, at = new Date()): Message {
  const row = redactFor(actor, stored);
  return {
    ...copyShared(row),
    kind: row.attachment?.kind ?? 'text',
    message: row.body,
    attachment: presentFile(row.attachment),
    poll: presentPoll(row.attachment),
    dueDate: row.dueAt.toISOString(),
    dueTime: row.dueLocal.slice(11, 16),
    abilities: messageAbilities(actor, row, at),
  };
}

function presentFile(attachment: Attachment | null): Message['attachment'] {
  if (attachment?.kind !== 'media') return null;
  const { kind: _, ...file } = attachment;
  return file;
}

function presentPoll(attachment: Attachment | null): Message['poll'] {
  return attachment?.kind === 'poll' ? { options: attachment.options, selectable: attachment.selectable } : null;
}
