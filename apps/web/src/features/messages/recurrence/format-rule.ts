import { describeRule } from '@switchyard/recurrence/describe-rule';
import { isRuleFault, readRule } from '@switchyard/recurrence/read-rule';
import type { Rule } from '@switchyard/recurrence/rule';
import { formatTimeOfDay } from '../../../lib/format/dates.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';

/** Describes a rule in words, with times in the reader's clock format. An unreadable rule is returned as written. */
export function formatRule(source: Rule | string, start: string): string {
  const rule = typeof source === 'string' ? readRule(source) : source;
  if (isRuleFault(rule)) return String(source);
  // A time of day has no zone, so it is formatted as UTC.
  const formatTime = (time: string) => formatTimeOfDay(new Date(`2000-01-01T${time}Z`), 'UTC');
  return describeRule({ start, rule }, currentLanguage(), formatTime);
}
