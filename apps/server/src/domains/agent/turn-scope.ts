import type { Actor } from '../../platform/actor.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { ToolDeps } from '../../platform/platform.ts';
import type { ReplyContent, ReplyResults } from './conversations.ts';

/** The result of an action: its text and its events. */
export interface ActionOutcome {
  said: Partial<ReplyContent>;
  events: DomainEvent[];
}

/** A turn of a conversation while it is answered. */
export interface Turn {
  deps: ToolDeps;
  actor: Actor;
  /** The person's request, as written. */
  request: string;
  conversationId: string;
  messageId: string;
  /** Aborted after 30 s or when the person stops it: nothing acts after that. */
  signal: AbortSignal;
  /** Publishes the current activity to the person's pages. */
  step(title: string): void;
  /** Publishes the text so far. */
  publishText(text: string): void;
  /** Saves and publishes what the reply shows so far, including later additions to it. */
  show(shown: ReplyResults): Promise<void>;
  /**
   * Runs work in its own transaction, unless the reply was stopped, the requester lost access, or the time runs out
   * before it ends. What was done is saved in the reply from then on, however the turn ends, and its events are
   * dispatched.
   * @throws the reason that ended the turn
   */
  act(work: (deps: ToolDeps) => Promise<ActionOutcome>): Promise<Partial<ReplyContent>>;
  /** What was done so far, as text. */
  readonly done: readonly string[];
}
