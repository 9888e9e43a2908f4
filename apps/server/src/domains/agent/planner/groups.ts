import { find, type WhenGroup } from './resolve-when.ts';
import type { WhenPart } from './when-parts.ts';

/** Each kind of part occurs once in a group: "Monday Tuesday" are two days. */
export const fits = (group: WhenGroup, part: WhenPart): boolean => {
  if (part.is === 'zone' || part.is === 'shift') return part.is === 'zone' && !find(group, 'zone');
  if (find(group, 'shift')) return false;
  if (find(group, part.is)) return false;
  const isDay = (is: WhenPart['is']) => ['day', 'period', 'month', 'in', 'span', 'year', 'weekOf'].includes(is);
  if (!isDay(part.is)) return true;
  const other = group.parts.find(({ is }) => isDay(is));
  return other === undefined || isWeekdayOfWeek(part, other) || isWeekdayOfWeek(other, part);
};

const isWeekdayOfWeek = (one: WhenPart, other: WhenPart): boolean =>
  one.is === 'day' &&
  one.day.kind === 'weekday' &&
  one.day.which === 'plain' &&
  other.is === 'period' &&
  other.unit === 'week' &&
  Math.abs(other.offset) <= 1;

/** "next week on Monday" is one day. */
export function normalise(parts: WhenPart[]): WhenPart[] {
  const day = parts.find((part) => part.is === 'day');
  const period = parts.find((part) => part.is === 'period');
  if (!day || !period || !isWeekdayOfWeek(day, period) || day.day.kind !== 'weekday') return parts;
  const which = period.offset === 1 ? 'nextWeek' : period.offset === -1 ? 'lastWeek' : 'plain';
  return [...parts.filter((part) => part !== day && part !== period), { ...day, day: { ...day.day, which } }];
}
