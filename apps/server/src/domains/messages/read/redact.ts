import { type Actor, readTextsRefusal } from '../../../platform/actor.ts';
import { HIDDEN_TEXT } from '../../../platform/hidden-text.ts';
import type { Attachment } from '../write/attachment.ts';
import type { messages } from '../messages.schema.ts';

type MessageRow = typeof messages.$inferSelect;

/** A message as this actor may read it: its state always, its words and file names only where they may. */
export const redactFor = (actor: Pick<Actor, 'onBehalfOf'>, row: MessageRow): MessageRow =>
  readTextsRefusal(actor) === null
    ? row
    : { ...row, body: HIDDEN_TEXT, attachment: withoutWords(row.attachment), quote: null };

function withoutWords(attachment: Attachment | null): Attachment | null {
  if (attachment?.kind === 'media') return { ...attachment, fileName: HIDDEN_TEXT };
  return attachment && { ...attachment, options: attachment.options.map(() => HIDDEN_TEXT) };
}
