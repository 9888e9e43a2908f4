import { type Phrases, wordOf } from './language.ts';

const UNITS = {
  DAILY: ['día', 'días'],
  WEEKLY: ['semana', 'semanas'],
  MONTHLY: ['mes', 'meses'],
  YEARLY: ['año', 'años'],
};
const ORDINALS = ['primer', 'segundo', 'tercer', 'cuarto', 'quinto'];

/** "primer lunes", "tercer día desde el final". */
function nthOf(place: number, noun: string): string {
  if (place === -1) return `último ${noun}`;
  if (place === -2) return `penúltimo ${noun}`;
  const word = wordOf(ORDINALS, place) ?? `${Math.abs(place)}.º`;
  return place > 0 ? `${word} ${noun}` : `${word} ${noun} desde el final`;
}

export const spanish: Phrases = {
  every: (frequency, interval) =>
    interval === 1 ? `Cada ${UNITS[frequency][0]}` : `Cada ${interval} ${UNITS[frequency][1]}`,
  onWeekdays: (days, all) => `${days.length === 1 ? 'el' : 'los días'} ${all}`,
  workingDays: 'de lunes a viernes',
  on: '',
  monthDay: (day) => (day > 0 ? `el día ${day}` : `el ${nthOf(day, 'día')}`),
  nthWeekday: (place, weekday) => `el ${nthOf(place, weekday)}`,
  position: (place, days) => `el ${nthOf(place, 'de estos días')}: ${days}`,
  ifWeekday: (days) => `si es ${days}`,
  inMonths: (months) => `en ${months}`,
  onDate: (date) => `el ${date}`,
  at: (times) => `a las ${times}`,
  times: (count) => (count === 1 ? 'una vez' : `${count} veces`),
  until: (date) => `hasta el ${date}`,
  other: (rule) => `Según una regla propia: ${rule}`,
  leftOut: 'Donde ese día no existe, no se envía nada.',
};
