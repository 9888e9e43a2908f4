import { type Phrases, wordOf } from './language.ts';

const UNITS = {
  DAILY: ['Todos os dias', 'dias'],
  WEEKLY: ['Todas as semanas', 'semanas'],
  MONTHLY: ['Todos os meses', 'meses'],
  YEARLY: ['Todos os anos', 'anos'],
};
const ORDINALS = ['primeir', 'segund', 'terceir', 'quart', 'quint'];

/** Weekdays ending in -feira are feminine. */
const isFeminine = (noun: string) => noun.endsWith('feira');

/** "na primeira segunda-feira", "no terceiro dia a contar do fim". */
function nthOf(place: number, noun: string): string {
  const [on, ending, sign] = isFeminine(noun) ? ['na', 'a', 'ª'] : ['no', 'o', 'º'];
  if (place === -1) return `${on} últim${ending} ${noun}`;
  if (place === -2) return `${on} penúltim${ending} ${noun}`;
  const stem = wordOf(ORDINALS, place);
  const word = stem ? `${stem}${ending}` : `${Math.abs(place)}.${sign}`;
  return place > 0 ? `${on} ${word} ${noun}` : `${on} ${word} ${noun} a contar do fim`;
}

export const portuguese: Phrases = {
  every: (frequency, interval) =>
    interval === 1 ? (UNITS[frequency][0] ?? '') : `A cada ${interval} ${UNITS[frequency][1]}`,
  onWeekdays: (days, all) => {
    if (days.length > 1) return `nestes dias: ${all}`;
    return `${isFeminine(all) ? 'na' : 'no'} ${all}`;
  },
  workingDays: 'de segunda a sexta-feira',
  on: '',
  monthDay: (day) => (day > 0 ? `no dia ${day}` : nthOf(day, 'dia')),
  nthWeekday: nthOf,
  position: (place, days) => `${nthOf(place, 'destes dias')}: ${days}`,
  ifWeekday: (days) => `se for ${days}`,
  inMonths: (months) => `em ${months}`,
  onDate: (date) => `em ${date}`,
  at: (times) => `às ${times}`,
  times: (count) => (count === 1 ? 'uma vez' : `${count} vezes`),
  until: (date) => `até ${date}`,
  other: (rule) => `Segundo uma regra própria: ${rule}`,
  leftOut: 'Onde esse dia não existe, nada é enviado.',
};
