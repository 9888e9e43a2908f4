import { find, type WhenGroup } from './resolve-when.ts';
import type { WhenPart } from './when-parts.ts';

/** Each kind of part occurs once in a group: "Monday Tuesday" are two days. */
export const fitsGroup = (group: WhenGroup, part: WhenPart): boolean => {
  if (part.is === 'zone' || part.is === 'shift') return part.is === 'zone' && !find(group, 'zone');
  if (find(group, 'shift')) return false;
  if (find(group, part.is)) return false;
  const isDay = (is: WhenPart['is']) => ['day', 'period', 'month', 'in', 'span', 'year', 'weekOf'].includes(is);
  if (!isDay(part.is)) return true;
  const day = group.parts.find(({ is }) => isDay(is));
  return day === undefined || isWeekdayOfWeek(part, day) || isWeekdayOfWeek(day, part);
};

const isWeekdayOfWeek = (first: WhenPart, second: WhenPart): boolean =>
  first.is === 'day' &&
  first.day.kind === 'weekday' &&
  first.day.which === 'plain' &&
  second.is === 'period' &&
  second.unit === 'week' &&
  Math.abs(second.offset) <= 1;

/** "next week on Monday" is one day. */
export function normalise(parts: WhenPart[]): WhenPart[] {
  const day = parts.find((part) => part.is === 'day');
  const period = parts.find((part) => part.is === 'period');
  if (!day || !period || !isWeekdayOfWeek(day, period) || day.day.kind !== 'weekday') return parts;
  const which = period.offset === 1 ? 'nextWeek' : period.offset === -1 ? 'lastWeek' : 'plain';
  return [...parts.filter((part) => part !== day && part !== period), { ...day, day: { ...day.day, which } }];
}
