import type { Db } from '../../platform/database/database.ts';
import type { Shown } from './conversations.ts';

/** A turn of a conversation, as it is being answered. */
export interface Turn {
  conversationId: string;
  messageId: string;
  /** Ends at 30 s, or when the person stops it: nothing acts after that. */
  signal: AbortSignal;
  /** Tells the person's pages what is being done. */
  step(title: string): void;
  /** Tells them the text so far. */
  tell(text: string): void;
  /** Keeps what the reply shows so far and tells them of it; what is added to it meanwhile goes along. */
  show(shown: Shown): Promise<void>;
  /** Before something is done, in its transaction: that nobody has stopped the reply, and that whoever asked may still. @throws what has ended it */
  insist(tx: Db): Promise<void>;
}
