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

test('what the form shows is what it keeps', () => {
  expect(pacingOf(pacingValuesOf(PACING))).toEqual(PACING);
});

test('an empty field is no limit, and an empty burst one message', () => {
  const values = { ...pacingValuesOf(PACING), knownPerMinute: ' ', burst: '', quietFrom: '', quietTo: '' };
  expect(pacingOf(values)).toEqual({ ...PACING, knownPerMinute: null, burst: 1, quietFrom: null, quietTo: null });
});

test('without quiet hours no times are kept', () => {
  const values = { ...pacingValuesOf(PACING), quietOff: true };
  expect(pacingOf(values)).toEqual({ ...PACING, quietFrom: null, quietTo: null, quietOff: true });
});
