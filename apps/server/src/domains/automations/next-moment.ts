import type { Trigger } from '@switchyard/contracts/automations/operations';
import type { FieldFault } from '@switchyard/contracts/errors';
import { occurrencesOf } from '@switchyard/recurrence/occurrences';
import { readDueMoment, readRuleIn } from '../messages/index.ts';

type Schedule = Pick<Extract<Trigger, { kind: 'schedule' }>, 'start' | 'rule'>;

const DAY_MS = 86_400_000;

/** The day in a zone at a moment, such as 2026-12-01. */
export const dayAt = (atMs: number, zone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone: zone }).format(atMs);

/** Adds days to a day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The moment at which clocks in a zone show this day and time. */
export function instantAt(day: string, time: string, zone: string): Date {
  const moment = readDueMoment({ dueDate: `${day}T${time}`, zone, past: 'record' }, 0);
  if ('field' in moment) throw new Error(`no such moment: ${day} ${time}`);
  return moment.dueAt;
}

/** The fault in a schedule's rule. Null: there is none. */
export function ruleFault({ rule, start }: Schedule, zone: string): FieldFault | null {
  const parsed = readRuleIn(rule, start, zone);
  return 'field' in parsed ? { ...parsed, field: 'trigger.rule' } : null;
}

/** The next moment of a schedule after another, in wall-clock time of a zone. Null: it is over. */
export function nextMoment({ rule: text, start }: Schedule, zone: string, afterMs: number): Date | null {
  const rule = readRuleIn(text, start, zone);
  if ('field' in rule) throw new Error(`a stored rule cannot be read: ${text} ${rule.message}`);
  const today = `${dayAt(afterMs, zone)}T00:00`;
  for (const slot of occurrencesOf({ start, rule }, today > start ? today : start)) {
    const at = instantAt(slot.slice(0, 10), slot.slice(11), zone);
    if (at.getTime() > afterMs) return at;
  }
  return null;
}
