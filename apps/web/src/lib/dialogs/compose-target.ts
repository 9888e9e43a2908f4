import type { QuotedMessage } from '@switchyard/contracts/messages/body';
import type { Message, MessageDetail } from '@switchyard/contracts/messages/message';

/**
 * What is composed: a new message (`at`: wall-clock time to start with; `to`: a contact), one that waits, one that
 * failed and is sent `again` as a new one, a new one that `answers` another, or a `copy` of one.
 */
export type ComposeTarget =
  | { at?: string; to?: { name: string; mobile: string } }
  | { message: EditedMessage }
  | { again: Message }
  | { copy: Message }
  | { answers: Recipient; quote: QuotedMessage };

/** A message, with how it recurs where that is known. */
export type EditedMessage = Message & Partial<Pick<MessageDetail, 'series'>>;

/** Whom a message goes to. */
export type Recipient = Pick<Message, 'contactName' | 'contactList'>;

/** The message that is changed, or whose copy is. */
export function composedOf(composed: ComposeTarget): EditedMessage | null {
  if ('message' in composed) return composed.message;
  return 'again' in composed ? composed.again : null;
}
