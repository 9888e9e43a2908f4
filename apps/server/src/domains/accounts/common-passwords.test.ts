import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test('rejects thousands of leaked passwords of sufficient length, ignoring case', async () => {
  const longEnough = dictionary['passwords-common'].filter((password) => password.length >= 8);
  expect(longEnough.length).toBeGreaterThan(3_000);
  for (const password of longEnough.slice(0, 3_000)) expect(await isCommonPassword(password), password).toBe(true);
  expect(await isCommonPassword(longEnough[2_999]?.toUpperCase() ?? '')).toBe(true);
});

test('rejects our additions to the list, and accepts a good password', async () => {
  expect(await isCommonPassword('WhatsApp123')).toBe(true);
  for (const password of ['a long enough password', 'correct horse battery', 'switchyard-demo']) {
    expect(await isCommonPassword(password), password).toBe(false);
  }
});
