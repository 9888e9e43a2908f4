import type { Temporal } from 'temporal-polyfill';
import type { Lexicon } from './lexicon.ts';
import type { ShownResults } from './references.ts';
import type { Choice, Gap, TokenReader } from './token-reader.ts';

/** A tool call. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
}

/** How a request was understood. `count`: only the number is asked for. */
export type Plan =
  | { kind: 'calls'; calls: Call[]; answers: 'list' | 'count' }
  | Clarification
  /** The state of the latest message to a person, or of one that was shown. */
  | { kind: 'state'; asked: 'sent' | 'delivered' | 'read'; recipients: string[]; ids: string[] }
  /** The owner of a number. */
  | { kind: 'who'; mobile: string }
  /** Nothing that the planner can do; `words` are those it didn't understand. */
  | { kind: 'decline'; words: string[] }
  | { kind: 'help' };

/** A clarifying question, and the request that its answer completes. */
export interface Clarification {
  kind: 'ask';
  question: string;
  choices: readonly Choice[];
  request: string;
  gap: Gap | null;
}

/** Names of things that a request may refer to, as spelled in the workspace. */
export interface ThingNames {
  labels: readonly string[];
  bots: readonly string[];
  campaigns: readonly string[];
}

/** The context that a request is read against. */
export interface PlanContext {
  now: Temporal.ZonedDateTime;
  lexicon: Lexicon;
  names: ThingNames;
  /** Parses a number in the notation of the workspace's country. */
  toE164(text: string): string | null;
  /** What “it”, “those two” and “the second” refer to; omitted if nothing was shown. */
  shown?: ShownResults;
}

/** What plan functions work with. */
export interface Deps extends PlanContext {
  reading: TokenReader;
}
