import type { Frequency } from '../rule.ts';

/** The languages in which rules can be described. */
export const RULE_LANGUAGES = ['en', 'es', 'pt', 'de', 'he', 'ar'] as const;
export type RuleLanguage = (typeof RULE_LANGUAGES)[number];

/**
 * How one language describes a rule: phrases in sequence, each including the words that join it to the previous one.
 * Names and dates come from the runtime.
 */
export interface Phrases {
  /** "Every day", "Every 2 weeks". */
  every(frequency: Frequency, interval: number): string;
  /** "on Monday and Friday"; `days` are names, `all` is the same as one list. */
  onWeekdays(days: readonly string[], all: string): string;
  /** "from Monday to Friday". */
  workingDays: string;
  /** "on": before a list of the phrases below; empty if each has its own. */
  on: string;
  /** "the 15th", "the last day". */
  monthDay(day: number): string;
  /** "the last Friday". */
  nthWeekday(nth: number, weekday: string): string;
  /** "the last of Monday and Friday". */
  position(nth: number, days: string): string;
  /** "if it is a Friday". */
  ifWeekday(days: string): string;
  /** "in March and June". */
  inMonths(months: string): string;
  /** "on 24 December". */
  onDate(date: string): string;
  /** "at 09:00". */
  at(times: string): string;
  /** "10 times". */
  times(count: number): string;
  /** "until 31 December 2026". */
  until(date: string): string;
  /** Fallback for a rule that can't be described: the rule itself. */
  other(rule: string): string;
  /** States that a day missing from a month or year is skipped there. */
  leftOut: string;
}

/** The ordinal word for a number counted from 1; undefined beyond the list. */
export const wordOf = (words: readonly string[], place: number): string | undefined => words[Math.abs(place) - 1];
