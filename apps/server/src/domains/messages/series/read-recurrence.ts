import type { FieldFault } from '@switchyard/contracts/errors';
import { PAST_TOLERANCE_MS } from '@switchyard/contracts/messages/limits';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import { faultAt, faultOf } from '@switchyard/contracts/text/faults';
import { text } from '@switchyard/contracts/text/text';
import { occurrencesOf, type Recurrence } from '@switchyard/recurrence/occurrences';
import { isRuleFault, readRule as readRuleText } from '@switchyard/recurrence/read-rule';
import type { Rule } from '@switchyard/recurrence/rule';
import { type DueMoment, isFault, readDueMoment } from '../write/due-moment.ts';

/** What a new series is made of: from when on it recurs, how, and which occurrences are left out. */
export interface ReadRecurrence extends Recurrence {
  except: string[];
}

const WALL_CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/;

/**
 * The wall-clock time that a due date was meant at. What was written without an offset stays as it is: a time that is
 * skipped that one day must not move the days after it.
 */
export function meantAt(dueDate: string | undefined, due: DueMoment): string {
  const [, date, time] = WALL_CLOCK.exec(dueDate?.trim() ?? '') ?? [];
  if (date === undefined) return due.dueLocal;
  return `${date}T${(time ?? '00:00').replace(/^(\d\d:\d\d):00$/, '$1')}`;
}

/** The moment of an occurrence. */
export function momentOf(slot: string, zone: string): DueMoment {
  const due = readDueMoment({ dueDate: slot, zone, past: 'record' }, 0);
  if (isFault(due)) throw new Error(`an occurrence is no moment: ${slot} ${due.message}`);
  return due;
}

/**
 * Reads a rule as it is meant in a zone, from a wall-clock time on.
 * @returns it, or what is wrong with which of its parts
 */
export function readRuleIn(written: string, start: string, zone: string): Rule | FieldFault {
  const wallTime = (utc: string) => {
    const due = readDueMoment({ dueDate: utc, zone, past: 'record' }, 0);
    return isFault(due) ? utc.slice(0, -1) : due.dueLocal;
  };
  const rule = readRuleText(written, wallTime);
  if (isRuleFault(rule)) {
    const { part, message } = rule;
    return faultOf('recurrence.rule', part === 'RRULE' ? message : text('partOfRule', { part, fault: message }));
  }
  const { value: first } = occurrencesOf({ start, rule }).next();
  return first === undefined ? faultAt('recurrence.rule', 'neverComes') : rule;
}

/** {@link readRuleIn} for many rows of one call, most of which have the same rule: each distinct one is read once. */
export function rememberRules(): typeof readRuleIn {
  const known = new Map<string, Rule | FieldFault>();
  return (text, start, zone) => {
    const key = JSON.stringify([text, start, zone]);
    const read = known.get(key) ?? readRuleIn(text, start, zone);
    known.set(key, read);
    return read;
  };
}

/** Reads how a new message recurs. @returns it, or every fault with its field */
export function readRecurrence(
  { recurrence, dueDate, status, quote }: Pick<CreateMessage, 'recurrence' | 'dueDate' | 'status' | 'quote'>,
  due: DueMoment,
  nowMs: number,
  readRule: typeof readRuleIn = readRuleIn,
): ReadRecurrence | FieldFault[] | null {
  if (!recurrence) return null;
  if (status !== 'pending') {
    return [faultAt('recurrence', 'pastNotRecurring')];
  }
  if (quote) return [faultAt('quote', 'answerNotRecurring')];
  if (due.dueAt.getTime() < nowMs - PAST_TOLERANCE_MS) {
    return [faultAt('dueDate', 'recursFromNow')];
  }
  const start = meantAt(dueDate, due);
  const rule = readRule(recurrence.rule, start, due.zone);
  if ('field' in rule) return [rule];
  const except = recurrence.except.map((slot) => slot.replace(/:00$/, (seconds) => (slot.length > 16 ? '' : seconds)));
  const left = new Set(except);
  for (const slot of occurrencesOf({ start, rule })) if (!left.has(slot)) return { start, rule, except };
  return [faultAt('recurrence.except', 'ruleEmpty')];
}
