import type { Temporal } from 'temporal-polyfill';
import type { Lexicon } from './lexicon.ts';
import type { ReplyResults } from './references.ts';
import type { Choice, Gap, TokenReader } from './token-reader.ts';

/** What a tool is to be called with. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
}

/** What a request comes to. `count`: only how many is asked for. */
export type Plan =
  | { kind: 'calls'; calls: Call[]; answers: 'list' | 'count' }
  | Asked
  /** How the latest message to somebody, or one that was shown, stands. */
  | { kind: 'state'; asked: 'sent' | 'delivered' | 'read'; recipients: string[]; ids: string[] }
  /** Whose number it is. */
  | { kind: 'who'; mobile: string }
  /** Nothing that the planner can do; `words` are those that it did not understand. */
  | { kind: 'decline'; words: string[] }
  | { kind: 'help' };

/** A question back, and the request that an answer is read with. */
export interface Asked {
  kind: 'ask';
  question: string;
  choices: readonly Choice[];
  request: string;
  gap: Gap | null;
}

/** Names of things that a request may be about, as they are written where they are kept. */
export interface ThingNames {
  labels: readonly string[];
  bots: readonly string[];
  campaigns: readonly string[];
}

/** What a request is read against. */
export interface PlanContext {
  now: Temporal.ZonedDateTime;
  lexicon: Lexicon;
  names: ThingNames;
  /** A number as people write it, in the workspace's country. */
  toE164(text: string): string | null;
  /** What “it”, “those two” and “the second” mean; left out: nothing was shown. */
  shown?: ReplyResults;
}

/** What intents work with. */
export interface Deps extends PlanContext {
  reading: TokenReader;
}
