import { describe, expect, it } from 'vitest';
import { type Guard, guardedTo, safeReturn } from './guards.ts';

const visitors = { nobody: null, user: { role: 'user' }, admin: { role: 'admin' } } as const;

describe('spec 000 section 2.1: guard redirects', () => {
  it.each<[Guard, keyof typeof visitors, string | null]>([
    ['public', 'nobody', null],
    ['public', 'user', null],
    ['logged-out', 'nobody', null],
    ['logged-out', 'user', '/calendar'],
    ['logged-out', 'admin', '/calendar'],
    ['authenticated', 'nobody', '/login'],
    ['authenticated', 'user', null],
    ['authenticated', 'admin', null],
    ['admin', 'nobody', '/login'],
    ['admin', 'user', '/forbidden-access'],
    ['admin', 'admin', null],
  ])('%s, visited by %s: %s', (guard, visitor, expected) => {
    expect(guardedTo(guard, visitors[visitor])).toBe(expected);
  });
});

describe('return address after sign-in', () => {
  it('keeps query and fragment', () => {
    expect(safeReturn('/import-messages?page=2#top')).toBe('/import-messages?page=2#top');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'calendar',
    '/login',
    '/login?returnTo=/login',
    '',
    7,
    undefined,
  ])('never returns to %j', (address) => {
    expect(safeReturn(address)).toBeUndefined();
  });
});
