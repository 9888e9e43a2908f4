import { expect, it } from 'vitest';
import { errorFromBody } from '../../lib/api/api-error.ts';
import { faultOfRefusal, faultsOf, rules } from './form-faults.ts';

it('names what is missing or wrong, field by field', () => {
  const by = { email: rules.email, password: rules.newPassword, name: rules.fullName };
  expect(faultsOf({ email: 'ada@', password: 'short', name: ' ' }, by)).toEqual({
    email: 'emailWrong',
    password: 'passwordShort',
    name: 'nameMissing',
  });
  expect(faultsOf({}, { email: rules.email, password: rules.password })).toEqual({
    email: 'emailMissing',
    password: 'passwordMissing',
  });
  expect(faultsOf({ email: ' ada@example.com ', password: '12345678', name: 'Ada' }, by)).toEqual({});
});

it('does not validate the password of an existing account', () => {
  expect(faultsOf({ password: 'x' }, { password: rules.password })).toEqual({});
});

it.each([
  ['UNAUTHORIZED', 401, 'wrongLogin'],
  ['RATE_LIMITED', 429, 'tooMany'],
  ['ACCOUNT_TEMPORARILY_LOCKED', 429, null],
  ['INVALID', 422, null],
  ['INTERNAL_SERVER_ERROR', 500, null],
])('words the refusal %s as %s', (code, status, expected) => {
  expect(faultOfRefusal(errorFromBody({ code, message: 'x' }, status, null))).toBe(expected);
});
