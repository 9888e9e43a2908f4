import { expect, it } from 'vitest';
import { connectionOf, stepsDone } from './next-step.ts';

const engine = (status: 'connected' | 'syncing' | 'qrcode' | 'disconnected', isLegacy = false) => ({
  status,
  isLegacy,
  phoneNumber: null,
});

it.each([
  ['none', []],
  ['none', [engine('connected', true)]],
  ['down', [engine('disconnected'), engine('qrcode')]],
  ['starting', [engine('disconnected'), engine('syncing')]],
  ['connected', [engine('disconnected'), engine('connected')]],
] as const)('a workspace is %s', (expected, engines) => {
  expect(connectionOf(engines)).toBe(expected);
});

it('completes a step when the server has seen it; a number once linked stays connected', () => {
  expect([...stepsDone([engine('qrcode')], { message: true, import: false })]).toEqual(['message']);
  const offline = { ...engine('disconnected'), phoneNumber: '+447700900001' };
  expect([...stepsDone([offline], { message: false, import: true })]).toEqual(['connect', 'import']);
});
