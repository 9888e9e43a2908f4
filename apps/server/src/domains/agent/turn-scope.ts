import type { Db } from '../../platform/database/database.ts';
import type { ReplyContent, ReplyResults } from './conversations.ts';

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
  show(shown: ReplyResults): Promise<void>;
  /**
   * Does something in a transaction of its own, unless the reply has been stopped or whoever asked may ask no more, and
   * unless its time is over by the end. What was done stands in the reply from then on, however it ends.
   * @throws what has ended it
   */
  act<Acted extends { said: Partial<ReplyContent> }>(work: (tx: Db) => Promise<Acted>): Promise<Acted>;
  /** What was done so far, in words. */
  readonly done: readonly string[];
}
