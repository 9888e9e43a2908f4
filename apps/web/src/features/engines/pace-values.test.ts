import { expect, test } from 'vitest';
import { pacingOf, pacingValuesOf } from './pace-values.ts';

const PACING = {
  knownPerMinute: 12,
  newPerMinute: 0.5,
  burst: 20,
  dailyCap: null,
  quietFrom: '22:00',
  quietTo: '07:30',
  quietOff: false,
  warmUp: true,
  repliesPerMinute: 20,
  gapFromSeconds: 2,
  gapToSeconds: null,
};

test('round-trips between form and settings', () => {
  expect(pacingOf(pacingValuesOf(PACING))).toEqual(PACING);
});

test('treats an empty field as no limit and an empty burst as one message', () => {
  const values = { ...pacingValuesOf(PACING), knownPerMinute: ' ', burst: '', quietFrom: '', quietTo: '' };
  expect(pacingOf(values)).toEqual({ ...PACING, knownPerMinute: null, burst: 1, quietFrom: null, quietTo: null });
});

test('saves no times without quiet hours', () => {
  const values = { ...pacingValuesOf(PACING), quietOff: true };
  expect(pacingOf(values)).toEqual({ ...PACING, quietFrom: null, quietTo: null, quietOff: true });
});
