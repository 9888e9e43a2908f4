import { type Phrases, wordOf } from './language.ts';

/** One, two, more. */
const UNITS = {
  DAILY: ['יום', 'יומיים', 'ימים'],
  WEEKLY: ['שבוע', 'שבועיים', 'שבועות'],
  MONTHLY: ['חודש', 'חודשיים', 'חודשים'],
  YEARLY: ['שנה', 'שנתיים', 'שנים'],
};
const ORDINALS = ['הראשון', 'השני', 'השלישי', 'הרביעי', 'החמישי'];

function nth(place: number): string {
  if (place === -1) return 'האחרון';
  if (place === -2) return 'הלפני אחרון';
  const word = wordOf(ORDINALS, place) ?? `ה-${Math.abs(place)}`;
  return place > 0 ? word : `${word} מהסוף`;
}

export const hebrew: Phrases = {
  every(frequency, interval) {
    const [one, two, more] = UNITS[frequency];
    return interval > 2 ? `כל ${interval} ${more}` : `כל ${interval === 1 ? one : two}`;
  },
  onWeekdays: (_, all) => `ב${all}`,
  workingDays: 'מיום שני עד יום שישי',
  on: '',
  monthDay: (day) => (day > 0 ? `ב-${day} בחודש` : `ביום ${nth(day)} של החודש`),
  nthWeekday: (place, weekday) => `ב${weekday} ${nth(place)}`,
  position: (place, days) => `ביום ${nth(place)} מבין הימים: ${days}`,
  ifWeekday: (days) => `אם זה ${days}`,
  inMonths: (months) => `ב${months}`,
  onDate: (date) => `ב-${date}`,
  at: (times) => `בשעה ${times}`,
  times: (count) => (count === 1 ? 'פעם אחת' : count === 2 ? 'פעמיים' : `${count} פעמים`),
  until: (date) => `עד ${date}`,
  other: (rule) => `לפי כלל משלו: ${rule}`,
  leftOut: 'במקום שבו היום הזה אינו קיים, לא נשלח דבר.',
};
