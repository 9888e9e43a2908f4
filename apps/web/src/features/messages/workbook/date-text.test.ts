import { inEnglish } from '@switchyard/contracts/text/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDateText } from './date-text.ts';
import { textOfCell } from './grid.ts';

const read = (text: string) => {
  const reading = readDateText(text, 'refuse');
  if ('fault' in reading) return `fault: ${inEnglish(textOfCell('It', reading.fault))}`;
  const { date, time, offset } = reading.moment;
  return [date, time, offset].filter(Boolean).join(' ');
};

describe('dates as text', () => {
  it.each([
    ['2026-04-03', '2026-04-03'],
    ['2026/4/3 9:05', '2026-04-03 09:05:00'],
    ['2026-04-03T10:00:00.000Z', '2026-04-03 10:00:00 Z'],
    ['2026-04-03 10:00+0300', '2026-04-03 10:00:00 +03:00'],
    ['20260403', '2026-04-03'],
    ['25/04/2026', '2026-04-25'],
    ['04/25/2026, 2:30 PM', '2026-04-25 14:30:00'],
    ['03.04.2026', '2026-04-03'],
    ['3. 4. 2026 14.30', '2026-04-03 14:30:00'],
    ['05/05/2026', '2026-05-05'],
    ['3 April 2026', '2026-04-03'],
    ['April 3rd, 2026 12:00 am', '2026-04-03 00:00:00'],
    ['Mar 3, 2026', '2026-03-03'],
    ['Friday, 3 April 2026', '2026-04-03'],
    ['3. März 2026 um 9', 'fault: It is not a date or time that can be read; write it as 2026-12-31 14:30'],
    ['3. März 2026', '2026-03-03'],
    ['9. März 2027 um 14:30 Uhr', '2027-03-09 14:30:00'],
    ['9. März 2027 um 9 Uhr', '2027-03-09 09:00:00'],
    ['Dienstag, 9. März 2027 um 14:30', '2027-03-09 14:30:00'],
    ['March 9, 2027 at 2:30 PM', '2027-03-09 14:30:00'],
    ['9 mars 2027 à 14h30', '2027-03-09 14:30:00'],
    ['9 de marzo de 2027 a las 14:30', '2027-03-09 14:30:00'],
    ['3 de abril de 2026', '2026-04-03'],
    ['3 avril 2026 14h30', '2026-04-03 14:30:00'],
    ['3 апреля 2026 г.', '2026-04-03'],
    ['2026年4月3日', '2026-04-03'],
    ['٢٠٢٦-٠٤-٠٣', '2026-04-03'],
    ['Fri Apr 03 2026 10:00:00 GMT+0300 (Israel Daylight Time)', '2026-04-03 10:00:00 +03:00'],
    ['14:30', '14:30:00'],
    ['9 pm', '21:00:00'],
    ['14:30 Uhr', '14:30:00'],
  ])('parses %s as %s', (text, expected) => expect(read(text)).toBe(expected));

  it.each(['03/04/2026', '3-4-2026 10:00', '12/11/2026'])('refuses %s, which could be two dates', (text) =>
    expect(read(text)).toContain('can be read as two dates'),
  );

  it.each([
    ['3/4/26', 'two digits'],
    ['2026-02-30', 'not a day of the calendar'],
    ['13/13/2026', 'not a day of the calendar'],
    ['1405/01/14', 'outside 2000 to 2100'],
    ['3 April 2569', 'outside 2000 to 2100'],
    ['Monday, 3 April 2026', 'weekday'],
    ['25:00', 'not a time of day'],
    ['2026-04-03 24:00', 'not a time of day'],
    ['2026-04-03 and later', 'cannot'],
    ['tomorrow', 'can be read'],
  ])('refuses %s', (text, reason) => expect(read(text)).toContain(reason.replace('cannot', 'can be read')));

  it('parses or refuses every day in the long form of many languages', () => {
    const languages = ['en-GB', 'en-US', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'uk', 'sv', 'ro', 'cs'];
    const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...languages), (day, language) => {
        const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
        const reading = read(text);
        if (!reading.startsWith('fault')) expect(reading).toBe(day.toISOString().slice(0, 10));
      }),
    );
  });

  it('never hangs and never throws on any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (text) => void read(text)));
    read(`1${' '.repeat(30_000)}x`);
    read('a'.repeat(32_000));
  });
});
