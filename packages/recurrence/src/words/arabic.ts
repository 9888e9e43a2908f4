import { type Phrases, wordOf } from './language.ts';

/** Noun forms by Arabic plural category: one, two, 3 to 10, 11 to 99, hundreds. */
interface Counted {
  one: string;
  two: string;
  few: string;
  many: string;
  other: string;
}
const UNITS: Record<'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY', Counted> = {
  DAILY: { one: 'يوم', two: 'يومين', few: 'أيام', many: 'يومًا', other: 'يوم' },
  WEEKLY: { one: 'أسبوع', two: 'أسبوعين', few: 'أسابيع', many: 'أسبوعًا', other: 'أسبوع' },
  MONTHLY: { one: 'شهر', two: 'شهرين', few: 'أشهر', many: 'شهرًا', other: 'شهر' },
  YEARLY: { one: 'سنة', two: 'سنتين', few: 'سنوات', many: 'سنة', other: 'سنة' },
};
const TIMES: Counted = { one: 'مرة واحدة', two: 'مرتين', few: 'مرات', many: 'مرة', other: 'مرة' };
const ORDINALS = ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس'];
const plural = new Intl.PluralRules('ar');

/** The noun forms for one and two contain the number. */
function counted(count: number, nouns: Counted): string {
  const form = plural.select(count);
  const noun = form === 'zero' ? nouns.other : nouns[form];
  return form === 'one' || form === 'two' ? noun : `${count} ${noun}`;
}

function nth(place: number): string {
  if (place === -1) return 'الأخير';
  if (place === -2) return 'قبل الأخير';
  const word = wordOf(ORDINALS, place) ?? `رقم ${Math.abs(place)}`;
  return place > 0 ? word : `${word} من النهاية`;
}

export const arabic: Phrases = {
  every: (frequency, interval) => `كل ${counted(interval, UNITS[frequency])}`,
  onWeekdays: (days, all) => `${days.length === 1 ? 'يوم' : 'أيام'} ${all}`,
  workingDays: 'من الاثنين إلى الجمعة',
  on: '',
  monthDay: (day) => (day > 0 ? `في اليوم ${day} من الشهر` : `في اليوم ${nth(day)} من الشهر`),
  nthWeekday: (place, weekday) => `في يوم ${weekday} ${nth(place)}`,
  position: (place, days) => `في اليوم ${nth(place)} من هذه الأيام: ${days}`,
  ifWeekday: (days) => `إذا كان يوم ${days}`,
  inMonths: (months) => `في ${months}`,
  onDate: (date) => `في ${date}`,
  at: (times) => `الساعة ${times}`,
  times: (count) => counted(count, TIMES),
  until: (date) => `حتى ${date}`,
  other: (rule) => `وفق قاعدة خاصة: ${rule}`,
  leftOut: 'حيث لا يوجد هذا اليوم، لا يُرسل شيء.',
};
