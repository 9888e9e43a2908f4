import { ENGINE_STATUSES } from '@switchyard/contracts/engine-protocol';
import { expect, test } from 'vitest';
import { effectiveStatus } from './effective-status.ts';

test('with a live connection every status stands as the engine told it', () => {
  for (const status of ENGINE_STATUSES) expect(effectiveStatus(status, true)).toBe(status);
});

test.each([
  ['connected', 'disconnected'],
  ['qrcode', 'disconnected'],
  ['initializing', 'initializing'],
  ['browser_started', 'browser_started'],
  ['navigating', 'navigating'],
  ['waiting_for_whatsapp_page', 'waiting_for_whatsapp_page'],
  ['syncing', 'syncing'],
  ['unpaired', 'unpaired'],
  ['error', 'error'],
  ['disconnected', 'disconnected'],
] as const)('without a live connection %s is shown as %s', (own, shown) => {
  expect(effectiveStatus(own, false)).toBe(shown);
});
