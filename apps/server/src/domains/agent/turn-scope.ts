import type { Actor } from '../../platform/actor.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { ToolDeps } from '../../platform/platform.ts';
import type { ReplyContent, ReplyResults } from './conversations.ts';

/** What came of something that was done: the words for it, and what happened. */
export interface Acted {
  said: Partial<ReplyContent>;
  events: DomainEvent[];
}

/** A turn of a conversation, as it is being answered. */
export interface Turn {
  deps: ToolDeps;
  actor: Actor;
  /** What the person asks, in their words. */
  request: string;
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
   * unless its time is over by the end. What was done stands in the reply from then on, however it ends, and is told.
   * @throws what has ended it
   */
  act(work: (deps: ToolDeps) => Promise<Acted>): Promise<Partial<ReplyContent>>;
  /** What was done so far, in words. */
  readonly done: readonly string[];
}
