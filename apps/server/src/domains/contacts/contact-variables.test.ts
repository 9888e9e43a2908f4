import { expect, test } from 'vitest';
import { contactVariables } from './contact-variables.ts';

const mobile = '+447700900001';
const namesOf = (given: { name?: string; firstName?: string; lastName?: string }) => {
  const { name, 'first name': first, 'last name': last, ...rest } = contactVariables({ ...given, mobile });
  expect(rest).toEqual({ mobile, phone: mobile });
  return [name, first, last];
};

test.each(['', mobile, '+44 7700 900001', '(07700) 900-001', '07700.900001', '٠٧٧٠٠٩٠٠٠٠١', ' '])(
  'a name that is a number does not count: "%s"',
  (name) => {
    expect(namesOf({ name })).toEqual(['', '', '']);
    expect(namesOf({ name, firstName: name, lastName: name })).toEqual(['', '', '']);
    expect(namesOf({ name, firstName: 'Ann', lastName: 'Lee' })).toEqual(['', 'Ann', 'Lee']);
    expect(namesOf({ name: 'Ann Lee', firstName: name })).toEqual(['Ann Lee', 'Ann', '']);
  },
);

test('a name with letters or symbols counts', () => {
  expect(namesOf({ name: 'Agent 007' })).toEqual(['Agent 007', 'Agent', '']);
  expect(namesOf({ name: '3M Reception' })).toEqual(['3M Reception', '3M', '']);
  expect(namesOf({ name: '🌟' })).toEqual(['🌟', '🌟', '']);
  expect(namesOf({ name: '佐藤' })).toEqual(['佐藤', '佐藤', '']);
  expect(namesOf({ name: '12 Apostles' })).toEqual(['12 Apostles', '', '']);
});
