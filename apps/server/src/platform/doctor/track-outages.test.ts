import { expect, test, vi } from 'vitest';
import type { Finding } from './examine.ts';
import { trackOutages, type OutageUpdate } from './track-outages.ts';

const AT = new Date('2026-11-29T07:00:00Z');
const broker = (state: Finding['state']): Finding => ({ about: 'broker', state, text: state, remedy: 'Look at it.' });
const news = { about: 'broker', since: AT.toISOString(), remedy: 'Look at it.' };

test('notifies an outage once, at its second failed check, and its end once; unknown results change nothing', async () => {
  const told: OutageUpdate[] = [];
  const look = trackOutages(async (one) => void told.push(one));
  await look([broker('failing')], AT);
  expect(told).toEqual([]);
  for (const state of ['unknown', 'failing', 'failing', 'unknown'] as const) await look([broker(state)], new Date());
  expect(told).toEqual([{ event: 'outage.began', text: 'failing', ...news }]);
  for (const state of ['ok', 'ok'] as const) await look([broker(state)], new Date());
  expect(told.slice(1)).toEqual([{ event: 'outage.ended', text: 'ok', ...news }]);
});

test('does not treat a single failed check or a warning as an outage', async () => {
  const tell = vi.fn(async () => undefined);
  const look = trackOutages(tell);
  for (const state of ['failing', 'ok', 'failing', 'warning', 'warning'] as const) await look([broker(state)], AT);
  expect(tell).not.toHaveBeenCalled();
});

test('retries a failed notification after the next checks, and does not let it block others', async () => {
  const tell = vi.fn(async ({ about }: OutageUpdate) => {
    if (about === 'broker' && tell.mock.calls.length < 3) throw new Error('nobody there');
  });
  const look = trackOutages(tell);
  const disk: Finding = { ...broker('failing'), about: 'disk' };
  await look([broker('failing'), disk], AT);
  await expect(look([broker('failing'), disk], AT)).rejects.toThrow('nobody there');
  await look([broker('failing'), disk], AT);
  expect(tell.mock.calls.map(([{ about }]) => about)).toEqual(['broker', 'disk', 'broker']);
});
