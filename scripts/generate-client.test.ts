import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLIENT_FILE, clientOperations } from './generate-client.ts';

test('the generated client matches the contract (if not, run node scripts/generate-client.ts)', () => {
  expect(readFileSync(CLIENT_FILE, 'utf8')).toBe(clientOperations());
});
