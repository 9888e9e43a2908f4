import { expect, test } from 'vitest';
import { describeRule } from './describe-rule.ts';
import { isRuleFault, readRule } from './read-rule.ts';

const START = '2026-12-31T09:00';
const described = (text: string, locale: string, start = START) => {
  const rule = readRule(text);
  if (isRuleFault(rule)) throw new Error(rule.part);
  return describeRule({ start, rule }, locale);
};

const RULES = {
  daily: 'FREQ=DAILY',
  alternate: 'FREQ=DAILY;INTERVAL=2;COUNT=10',
  working: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,17;BYMINUTE=30',
  weekdays: 'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR;UNTIL=20271231',
  own: 'FREQ=WEEKLY',
  lastFriday: 'FREQ=MONTHLY;BYDAY=-1FR',
  dates: 'FREQ=MONTHLY;BYMONTHDAY=15,-1',
  short: 'FREQ=MONTHLY',
  birthday: 'FREQ=YEARLY;COUNT=2',
  march: 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  friday13: 'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
  position: 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-2',
  weeks: 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3',
};

const WORDS: Record<string, Record<keyof typeof RULES, string>> = {
  en: {
    daily: 'Every day at 09:00',
    alternate: 'Every 2 days at 09:00, 10 times',
    working: 'Every week from Monday to Friday at 09:30 and 17:30',
    weekdays: 'Every 3 weeks on Monday and Friday at 09:00, until December 31, 2027',
    own: 'Every week on Thursday at 09:00',
    lastFriday: 'Every month on the last Friday at 09:00',
    dates: 'Every month on the 15th and the last day at 09:00',
    short: 'Every month on the 31st at 09:00. Where this day does not exist, nothing is sent.',
    birthday: 'Every year on December 31 at 09:00, 2 times',
    march: 'Every year on the second Sunday in March at 09:00',
    friday13: 'Every month on the 13th if it is a Friday at 09:00',
    position: 'Every month on the second to last of these days: Monday and Tuesday at 09:00',
    weeks: 'Custom rule: FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO, 3 times',
  },
  es: {
    daily: 'Cada día a las 09:00',
    alternate: 'Cada 2 días a las 09:00, 10 veces',
    working: 'Cada semana de lunes a viernes a las 09:30 y 17:30',
    weekdays: 'Cada 3 semanas los días lunes y viernes a las 09:00, hasta el 31 de diciembre de 2027',
    own: 'Cada semana el jueves a las 09:00',
    lastFriday: 'Cada mes el último viernes a las 09:00',
    dates: 'Cada mes el día 15 y el último día a las 09:00',
    short: 'Cada mes el día 31 a las 09:00. Donde ese día no existe, no se envía nada.',
    birthday: 'Cada año el 31 de diciembre a las 09:00, 2 veces',
    march: 'Cada año el segundo domingo en marzo a las 09:00',
    friday13: 'Cada mes el día 13 si es viernes a las 09:00',
    position: 'Cada mes el penúltimo de estos días: lunes y martes a las 09:00',
    weeks: 'Según una regla propia: FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO, 3 veces',
  },
  pt: {
    daily: 'Todos os dias às 09:00',
    alternate: 'A cada 2 dias às 09:00, 10 vezes',
    working: 'Todas as semanas de segunda a sexta-feira às 09:30 e 17:30',
    weekdays: 'A cada 3 semanas nestes dias: segunda-feira e sexta-feira às 09:00, até 31 de dezembro de 2027',
    own: 'Todas as semanas na quinta-feira às 09:00',
    lastFriday: 'Todos os meses na última sexta-feira às 09:00',
    dates: 'Todos os meses no dia 15 e no último dia às 09:00',
    short: 'Todos os meses no dia 31 às 09:00. Onde esse dia não existe, nada é enviado.',
    birthday: 'Todos os anos em 31 de dezembro às 09:00, 2 vezes',
    march: 'Todos os anos no segundo domingo em março às 09:00',
    friday13: 'Todos os meses no dia 13 se for sexta-feira às 09:00',
    position: 'Todos os meses no penúltimo destes dias: segunda-feira e terça-feira às 09:00',
    weeks: 'Segundo uma regra própria: FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO, 3 vezes',
  },
  de: {
    daily: 'Jeden Tag um 09:00',
    alternate: 'Alle 2 Tage um 09:00, 10-mal',
    working: 'Jede Woche von Montag bis Freitag um 09:30 und 17:30',
    weekdays: 'Alle 3 Wochen am Montag und Freitag um 09:00, bis 31. Dezember 2027',
    own: 'Jede Woche am Donnerstag um 09:00',
    lastFriday: 'Jeden Monat am letzten Freitag um 09:00',
    dates: 'Jeden Monat am 15. und am letzten Tag um 09:00',
    short: 'Jeden Monat am 31. um 09:00. Wo es diesen Tag nicht gibt, wird nichts gesendet.',
    birthday: 'Jedes Jahr am 31. Dezember um 09:00, 2-mal',
    march: 'Jedes Jahr am zweiten Sonntag im März um 09:00',
    friday13: 'Jeden Monat am 13. wenn es ein Freitag ist um 09:00',
    position: 'Jeden Monat am vorletzten dieser Tage: Montag und Dienstag um 09:00',
    weeks: 'Nach einer eigenen Regel: FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO, 3-mal',
  },
  he: {
    daily: 'כל יום בשעה 09:00',
    alternate: 'כל יומיים בשעה 09:00, 10 פעמים',
    working: 'כל שבוע מיום שני עד יום שישי בשעה 09:30 ו-17:30',
    weekdays: 'כל 3 שבועות ביום שני ויום שישי בשעה 09:00, עד 31 בדצמבר 2027',
    own: 'כל שבוע ביום חמישי בשעה 09:00',
    lastFriday: 'כל חודש ביום שישי האחרון בשעה 09:00',
    dates: 'כל חודש ב-15 בחודש וביום האחרון של החודש בשעה 09:00',
    short: 'כל חודש ב-31 בחודש בשעה 09:00. במקום שבו היום הזה אינו קיים, לא נשלח דבר.',
    birthday: 'כל שנה ב-31 בדצמבר בשעה 09:00, פעמיים',
    march: 'כל שנה ביום ראשון השני במרץ בשעה 09:00',
    friday13: 'כל חודש ב-13 בחודש אם זה יום שישי בשעה 09:00',
    position: 'כל חודש ביום הלפני אחרון מבין הימים: יום שני ויום שלישי בשעה 09:00',
    weeks: 'לפי כלל משלו: FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO, 3 פעמים',
  },
  ar: {
    daily: 'كل يوم الساعة 09:00',
    alternate: 'كل يومين الساعة 09:00، 10 مرات',
    working: 'كل أسبوع من الاثنين إلى الجمعة الساعة 09:30 و17:30',
    weekdays: 'كل 3 أسابيع أيام الاثنين والجمعة الساعة 09:00، حتى 31 ديسمبر 2027',
    own: 'كل أسبوع يوم الخميس الساعة 09:00',
    lastFriday: 'كل شهر في يوم الجمعة الأخير الساعة 09:00',
    dates: 'كل شهر في اليوم 15 من الشهر وفي اليوم الأخير من الشهر الساعة 09:00',
    short: 'كل شهر في اليوم 31 من الشهر الساعة 09:00. حيث لا يوجد هذا اليوم، لا يُرسل شيء.',
    birthday: 'كل سنة في 31 ديسمبر الساعة 09:00، مرتين',
    march: 'كل سنة في يوم الأحد الثاني في مارس الساعة 09:00',
    friday13: 'كل شهر في اليوم 13 من الشهر إذا كان يوم الجمعة الساعة 09:00',
    position: 'كل شهر في اليوم قبل الأخير من هذه الأيام: الاثنين والثلاثاء الساعة 09:00',
    weeks: 'وفق قاعدة خاصة: FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO، 3 مرات',
  },
};

test.each(Object.entries(WORDS))('%s describes every kind of rule', (locale, words) => {
  const all = Object.entries(RULES).map(([name, rule]) => [name, described(rule, locale)]);
  expect(Object.fromEntries(all)).toEqual(words);
});

test('an unknown language falls back to English', () => {
  expect(described('FREQ=DAILY', 'ja')).toBe('Every day at 09:00');
});

test.each([
  ['FREQ=YEARLY', '2028-02-29T09:00', true],
  ['FREQ=YEARLY', '2026-03-31T09:00', false],
  ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31', START, true],
  ['FREQ=MONTHLY;BYMONTHDAY=28,-1', START, false],
  ['FREQ=MONTHLY;BYDAY=-1FR', START, false],
  ['FREQ=DAILY', START, false],
])('says whether days are skipped: %s from %s: %s', (text, start, isSkipped) => {
  expect(described(text, 'en', start).includes('nothing is sent')).toBe(isSkipped);
});

test('a yearly rule that means days of every month is not described as something else', () => {
  expect(described('FREQ=YEARLY;BYMONTHDAY=15', 'en')).toContain('FREQ=YEARLY;BYMONTHDAY=15');
  expect(described('FREQ=YEARLY;BYDAY=MO', 'en')).toContain('FREQ=YEARLY;BYDAY=MO');
});
