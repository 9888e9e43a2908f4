import type { Trigger } from '@switchyard/contracts/automations/operations';
import { readDueMoment } from '../messages/index.ts';

type Schedule = Extract<Trigger, { kind: 'schedule' }>;

const DAY_MS = 86_400_000;
/** More than the longest month. */
const MAX_DAYS_AHEAD = 63;

/** The day of a zone at a moment, such as 2026-12-01. */
export const dayAt = (atMs: number, zone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone: zone }).format(atMs);

/** So many days after a day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The moment at which clocks of a zone show a day and a time. */
export function instantAt(day: string, time: string, zone: string): Date {
  const moment = readDueMoment({ dueDate: `${day}T${time}`, zone, past: 'record' }, 0);
  if ('field' in moment) throw new Error(`no such moment: ${day} ${time}`);
  return moment.dueAt;
}

function isOn({ every, on }: Schedule, day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  // Monday is 1.
  const weekday = date.getUTCDay() || 7;
  if (every === 'day') return true;
  if (every === 'weekday') return weekday <= 5;
  if (every === 'week') return weekday === (on ?? 1);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(on ?? 1, lastOfMonth);
}

/** When a schedule comes next after a moment, by the clock of a zone. */
export function nextMoment(schedule: Schedule, zone: string, afterMs: number): Date {
  const today = dayAt(afterMs, zone);
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (!isOn(schedule, day)) continue;
    const at = instantAt(day, schedule.time, zone);
    if (at.getTime() > afterMs) return at;
  }
  throw new Error('a schedule has a next moment');
}
