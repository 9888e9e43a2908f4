import { type Actor, readTextsRefusal } from '../../../platform/actor.ts';
import { HIDDEN_TEXT } from '../../../platform/hidden-text.ts';
import type { messages } from '../messages.schema.ts';
import type { Attachment } from '../write/attachment.ts';

type MessageRow = typeof messages.$inferSelect;

/** Hides the text and file names of a message from an actor who may not read them. */
export const redactFor = (actor: Pick<Actor, 'onBehalfOf'>, row: MessageRow): MessageRow =>
  readTextsRefusal(actor) === null
    ? row
    : { ...row, body: HIDDEN_TEXT, attachment: withoutTexts(row.attachment), quote: null };

function withoutTexts(attachment: Attachment | null): Attachment | null {
  if (attachment?.kind === 'media') return { ...attachment, fileName: HIDDEN_TEXT };
  return attachment && { ...attachment, options: attachment.options.map(() => HIDDEN_TEXT) };
}
