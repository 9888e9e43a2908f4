import type { FieldFault } from '@switchyard/contracts/errors';
import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { text } from '@switchyard/contracts/text/text';
import { occurrencesOf, type Recurrence } from '@switchyard/recurrence/occurrences';
import { isRuleFault, readRule as readRuleText } from '@switchyard/recurrence/read-rule';
import type { Rule } from '@switchyard/recurrence/rule';
import { type DueMoment, isFault, readDueMoment } from '../write/due-moment.ts';

/** The recurrence of a new series: start, rule and exceptions. */
export interface ParsedRecurrence extends Recurrence {
  except: string[];
}

const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/;

/**
 * The wall-clock time a due date was intended at. A time without offset is kept as written: if daylight saving skips it
 * on the first day, later days must not move.
 */
export function intendedWallTime(dueDate: string | undefined, due: DueMoment): string {
  const [, date, time] = WALL_CLOCK.exec(dueDate?.trim() ?? '') ?? [];
  if (date === undefined) return due.dueLocal;
  return `${date}T${(time ?? '00:00').replace(/^(\d\d:\d\d):00$/, '$1')}`;
}

/** The due moment of an occurrence. */
export function momentOf(slot: string, zone: string): DueMoment {
  const due = readDueMoment({ dueDate: slot, zone, past: 'record' }, 0);
  if (isFault(due)) throw new Error(`an occurrence is no moment: ${slot} ${due.message}`);
  return due;
}

/** Reads a rule in a zone, starting at a wall-clock time. @returns the rule, or the fault naming the wrong part */
export function readRuleIn(ruleText: string, start: string, zone: string): Rule | FieldFault {
  const wallTime = (utc: string) => {
    const due = readDueMoment({ dueDate: utc, zone, past: 'record' }, 0);
    return isFault(due) ? utc.slice(0, -1) : due.dueLocal;
  };
  const rule = readRuleText(ruleText, wallTime);
  if (isRuleFault(rule)) {
    const { part, message } = rule;
    return faultOf('recurrence.rule', part === 'RRULE' ? message : text('partOfRule', { part, fault: message }));
  }
  const { value: first } = occurrencesOf({ start, rule }).next();
  return first === undefined ? faultAt('recurrence.rule', 'neverComes') : rule;
}

/** {@link readRuleIn} for many rows, most of which share a rule: parses each distinct one once. */
export function cachedRuleReader(): typeof readRuleIn {
  const cache = new Map<string, Rule | FieldFault>();
  return (text, start, zone) => {
    const key = JSON.stringify([text, start, zone]);
    const rule = cache.get(key) ?? readRuleIn(text, start, zone);
    cache.set(key, rule);
    return rule;
  };
}

/**
 * Reads the recurrence of a new message.
 * @returns the recurrence, every fault with its field, or null if it does not recur
 */
export function readRecurrence(
  { recurrence, dueDate, status, quote }: Pick<CreateMessage, 'recurrence' | 'dueDate' | 'status' | 'quote'>,
  due: DueMoment,
  nowMs: number,
  readRule: typeof readRuleIn = readRuleIn,
): ParsedRecurrence | FieldFault[] | null {
  if (!recurrence) return null;
  if (status !== 'pending') {
    return [faultAt('recurrence', 'pastNotRecurring')];
  }
  if (quote) return [faultAt('quote', 'answerNotRecurring')];
  if (due.dueAt.getTime() < nowMs - PAST_TOLERANCE_MS) {
    return [faultAt('dueDate', 'recursFromNow')];
  }
  const start = intendedWallTime(dueDate, due);
  const rule = readRule(recurrence.rule, start, due.zone);
  if ('field' in rule) return [rule];
  const except = recurrence.except.map((slot) => slot.replace(/:00$/, (seconds) => (slot.length > 16 ? '' : seconds)));
  const skipped = new Set(except);
  for (const slot of occurrencesOf({ start, rule })) if (!skipped.has(slot)) return { start, rule, except };
  return [faultAt('recurrence.except', 'ruleEmpty')];
}
