import type { QuotedMessage } from '@switchyard/contracts/messages/body';
import type { Message, MessageDetail } from '@switchyard/contracts/messages/message';

/**
 * What is composed: a new message (`at`: wall-clock time to start with; `to`: a contact), a waiting one, a failed one
 * sent `again` as a new one, a new one that `answers` another, or a `copy` of one.
 */
export type ComposeTarget =
  | { at?: string; to?: { name: string; mobile: string } }
  | { message: EditedMessage }
  | { again: Message }
  | { copy: Message }
  | { answers: Recipient; quote: QuotedMessage };

/** A message, with its recurrence if known. */
export type EditedMessage = Message & Partial<Pick<MessageDetail, 'series'>>;

/** Whom a message is for. */
export type Recipient = Pick<Message, 'contactName' | 'contactList'>;

/** The message being edited or copied; null for a new one. */
export function composedMessage(composed: ComposeTarget): EditedMessage | null {
  if ('message' in composed) return composed.message;
  return 'again' in composed ? composed.again : null;
}
