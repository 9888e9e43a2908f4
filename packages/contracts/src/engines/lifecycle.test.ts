import { expect, test } from 'vitest';
import { ENGINE_STATUSES, type EngineStatus } from '../engine/protocol.ts';
import { canFollow, countEngines, ENGINE_LIFECYCLE, effectiveStatus, eventSeverity } from './lifecycle.ts';

const withFact = (fact: 'startingUp' | 'needsAttention') =>
  ENGINE_STATUSES.filter((status) => ENGINE_LIFECYCLE[status][fact]);

test('spec 000 §4.1: colour classes', () => {
  const colours = Object.fromEntries(ENGINE_STATUSES.map((status) => [status, ENGINE_LIFECYCLE[status].colour]));
  expect(colours).toEqual({
    connected: 'success',
    qrcode: 'warning',
    initializing: 'info',
    browser_started: 'info',
    navigating: 'info',
    syncing: 'info',
    waiting_for_whatsapp_page: 'info',
    unpaired: 'warning',
    disconnected: 'error',
    error: 'error',
  });
});

test('spec 000 §4.1: which statuses are starting up and which need attention', () => {
  expect(withFact('startingUp').sort()).toEqual([
    'browser_started',
    'initializing',
    'navigating',
    'syncing',
    'waiting_for_whatsapp_page',
  ]);
  expect(withFact('needsAttention').sort()).toEqual(['disconnected', 'error', 'unpaired']);
});

test('spec 000 §4.1: the effective status with a live connection', () => {
  const kept = ENGINE_STATUSES.filter((status) => effectiveStatus(status, true) === status);
  expect(kept).toEqual(expect.arrayContaining(['connected', 'qrcode', ...withFact('startingUp')]));
  expect(effectiveStatus(null, true)).toBe('disconnected');
});

test('spec 000 §4.1: without a live connection only starting-up statuses are kept', () => {
  const claimsToBeUp: EngineStatus[] = ['connected', 'qrcode'];
  for (const status of claimsToBeUp) expect(effectiveStatus(status, false)).toBe('disconnected');
  for (const status of withFact('startingUp')) expect(effectiveStatus(status, false)).toBe(status);
  for (const status of withFact('needsAttention')) expect(effectiveStatus(status, false)).toBe(status);
});

test('an engine can end, fail or be restarted from any status, and can always reach connected', () => {
  for (const status of ENGINE_STATUSES) {
    expect(canFollow(status, 'disconnected') && canFollow(status, 'error') && canFollow(status, 'initializing')).toBe(
      true,
    );
  }
  expect(canFollow('browser_started', 'connected')).toBe(false);
  expect(canFollow('initializing', 'connected')).toBe(true);
  expect(canFollow('disconnected', 'connected')).toBe(true);
});

test('spec 000 §4.1: the counters', () => {
  const rows: { status: EngineStatus; isLegacy: boolean }[] = [
    { status: 'connected', isLegacy: false },
    { status: 'connected', isLegacy: true },
    { status: 'navigating', isLegacy: false },
    { status: 'qrcode', isLegacy: false },
    { status: 'unpaired', isLegacy: false },
  ];
  expect(countEngines(rows)).toEqual({ total: 5, connected: 1, startingUp: 1, needsAttention: 2 });
});

test('spec 000 §4.3: unknown event names have severity info', () => {
  expect(eventSeverity('connection_error')).toBe('error');
  expect(eventSeverity('something_new')).toBe('info');
});
