import { describeRule } from '@switchyard/recurrence/describe-rule';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import type { Rule } from '@switchyard/recurrence/rule';
import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';

/** A rule in words, on the clock that the reader has chosen; one that cannot be read as it is written. */
export function wordsForRule(given: Rule | string, start: string): string {
  const rule = typeof given === 'string' ? readRule(given) : given;
  if (isRuleFault(rule)) return String(given);
  // A time of day has no zone, and as one of UTC is said as it is written.
  const sayTime = (time: string) => formatTimeOfDay(new Date(`2000-01-01T${time}Z`), 'UTC');
  return describeRule({ start, rule }, currentLanguage(), sayTime);
}
