import { type Phrases, wordOf } from './language.ts';

const UNITS = {
  DAILY: ['Jeden Tag', 'Tage'],
  WEEKLY: ['Jede Woche', 'Wochen'],
  MONTHLY: ['Jeden Monat', 'Monate'],
  YEARLY: ['Jedes Jahr', 'Jahre'],
};
const ORDINALS = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'];
const FROM_THE_END = ['letzten', 'vorletzten', 'drittletzten', 'viertletzten', 'fünftletzten'];

function nth(place: number): string {
  if (place > 0) return wordOf(ORDINALS, place) ?? `${place}.`;
  return wordOf(FROM_THE_END, place) ?? `${-place}.-letzten`;
}

export const german: Phrases = {
  every: (frequency, interval) =>
    interval === 1 ? (UNITS[frequency][0] ?? '') : `Alle ${interval} ${UNITS[frequency][1]}`,
  onWeekdays: (_, all) => `am ${all}`,
  workingDays: 'von Montag bis Freitag',
  on: '',
  monthDay: (day) => (day > 0 ? `am ${day}.` : `am ${nth(day)} Tag`),
  nthWeekday: (place, weekday) => `am ${nth(place)} ${weekday}`,
  position: (place, days) => `am ${nth(place)} dieser Tage: ${days}`,
  ifWeekday: (days) => `wenn es ein ${days} ist`,
  inMonths: (months) => `im ${months}`,
  onDate: (date) => `am ${date}`,
  at: (times) => `um ${times}`,
  times: (count) => (count === 1 ? 'einmal' : `${count}-mal`),
  until: (date) => `bis ${date}`,
  other: (rule) => `Nach einer eigenen Regel: ${rule}`,
  leftOut: 'Wo es diesen Tag nicht gibt, wird nichts gesendet.',
};
