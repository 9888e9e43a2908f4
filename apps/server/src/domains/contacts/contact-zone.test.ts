import { describe, expect, it } from 'vitest';
import { contactZone, zoneOfNumber } from './contact-zone.ts';
import { ZONES_OF_COUNTRIES } from './zones-of-countries.ts';

describe('the zone of a contact', () => {
  it('is the one that a person entered, if any', () => {
    const dana = { zone: 'America/Sao_Paulo', mobile: '+447700900123' };
    expect(contactZone(dana, 'Asia/Tokyo')).toEqual({ zone: 'America/Sao_Paulo', source: 'contact' });
  });

  it.each([
    ['+447700900123', 'Europe/London'],
    ['+447781123456', 'Europe/Guernsey'],
    ['+4915228817386', 'Europe/Berlin'],
    ['+919812345678', 'Asia/Kolkata'],
    ['+972501234567', 'Asia/Jerusalem'],
    ['+18765551234', 'America/Jamaica'],
    ['+77012345678', 'Asia/Almaty'],
    ['+35799123456', 'Asia/Nicosia'],
  ])('is otherwise that of the number’s country: %s', (mobile, zone) => {
    expect(contactZone({ zone: null, mobile }, 'Asia/Tokyo')).toEqual({ zone, source: 'number' });
  });

  it.each([
    '+12025550143',
    '+5511999990000',
    '+79161234567',
    '+61412345678',
    '+34612345678',
    '120363000000000001@g.us',
  ])('is otherwise the workspace’s, if the country has several: %s', (mobile) => {
    expect(contactZone({ zone: null, mobile }, 'Asia/Tokyo')).toEqual({ zone: 'Asia/Tokyo', source: 'workspace' });
  });

  it('is the same when asked again', () => {
    expect([zoneOfNumber('+390612345678'), zoneOfNumber('+390612345678')]).toEqual(['Europe/Rome', 'Europe/Rome']);
  });
});

/** API that TypeScript's library does not declare yet. */
interface LocaleWithZones extends Intl.Locale {
  getTimeZones?: () => string[] | undefined;
}

describe('the table of zones', () => {
  /** A zone's offsets at noon UTC on the 1st and 15th of each month of this year and the next. */
  const clockOf = (zone: string) => {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const year = new Date().getUTCFullYear();
    return Array.from(
      { length: 48 },
      (_, at) => format.formatToParts(Date.UTC(year, Math.floor(at / 2), at % 2 ? 15 : 1, 12)).at(-1)?.value,
    ).join();
  };

  it('has no country whose clocks differ, according to the runtime', () => {
    const differing = [...ZONES_OF_COUNTRIES].filter(([country, zone]) => {
      const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
      return (locale.getTimeZones?.() ?? []).some((other) => clockOf(other) !== clockOf(zone));
    });
    expect(differing).toEqual([]);
  });

  it('names only zones that the runtime knows', () => {
    expect(ZONES_OF_COUNTRIES.size).toBeGreaterThan(200);
    for (const zone of ZONES_OF_COUNTRIES.values()) expect(() => clockOf(zone)).not.toThrow();
  });
});
