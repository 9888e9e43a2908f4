import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useRealPasswordHash } from '../../../test/fast-password-hash.ts';
import { hashLoginPassword, isLoginPassword } from './login-passwords.ts';

test('verifies the right password and rejects a wrong one', async () => {
  const hash = await hashLoginPassword('a long password');
  expect(await hashLoginPassword('a long password')).not.toBe(hash);
  expect(await isLoginPassword({ hash, password: 'a long password' })).toBe(true);
  expect(await isLoginPassword({ hash, password: 'A long password' })).toBe(false);
});

test('concurrent password guesses do not block file reads', async () => {
  useRealPasswordHash();
  const hash = await hashLoginPassword('a long password');
  let compared = 0;
  const guesses = Array.from({ length: 12 }, async () => {
    await isLoginPassword({ hash, password: 'a guess' });
    compared += 1;
  });
  await stat(import.meta.filename);
  // Twelve hashes would have had to finish first if all four threads were in use.
  expect(compared).toBeLessThan(4);
  await Promise.all(guesses);
  expect(compared).toBe(12);
});
