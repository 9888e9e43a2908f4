import { expect, test } from 'vitest';
import { issueEngineToken, readEngineToken } from './engine-token.ts';

const secret = 'a secret of at least thirty-two characters';
const identity = { engineId: '0198c5f0-0000-7000-8000-000000000001', tokenVersion: 3 };

test('a token contains the engine and version it was issued for', () => {
  expect(readEngineToken(secret, issueEngineToken(secret, identity))).toEqual(identity);
});

test.each([
  ['another secret', (token: string) => [`${secret}!`, token]],
  ['another engine', (token: string) => [secret, token.replace('0001', '0002')]],
  ['another version', (token: string) => [secret, token.replace('.3.', '.4.')]],
  ['a truncated signature', (token: string) => [secret, token.slice(0, -1)]],
  ['a changed signature', (token: string) => [secret, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`]],
  ['nothing', () => [secret, '']],
  ['something else', () => [secret, 'Bearer x']],
])('%s is refused', (_name, alter) => {
  const [key = '', token = ''] = alter(issueEngineToken(secret, identity));
  expect(readEngineToken(key, token)).toBeNull();
});
