import type { Temporal } from 'temporal-polyfill';
import type { Lexicon } from './lexicon.ts';
import type { Choice, TokenReader } from './token-reader.ts';

/** What a tool is to be called with. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
}

/** What a request comes to. `count`: only how many is asked for. */
export type Plan =
  | { kind: 'calls'; calls: Call[]; answers: 'list' | 'count' }
  | { kind: 'ask'; question: string; choices: readonly Choice[] }
  /** Nothing that the planner can do; `words` are those that it did not understand. */
  | { kind: 'decline'; words: string[] }
  | { kind: 'help' };

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
}

/** What intents work with. */
export interface Deps extends PlanContext {
  reading: TokenReader;
}
