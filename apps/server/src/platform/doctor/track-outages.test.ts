import { expect, test, vi } from 'vitest';
import type { Finding } from './examine.ts';
import { type OutageUpdate, trackOutages } from './track-outages.ts';

const AT = new Date('2026-11-29T07:00:00Z');
const broker = (state: Finding['state']): Finding => ({ about: 'broker', state, text: state, remedy: 'Look at it.' });
const outage = { about: 'broker', since: AT.toISOString(), remedy: 'Look at it.' };

test('notifies an outage once, at its second failed check, and its end once; unknown results change nothing', async () => {
  const updates: OutageUpdate[] = [];
  const check = trackOutages(async (update) => void updates.push(update));
  await check([broker('failing')], AT);
  expect(updates).toEqual([]);
  for (const state of ['unknown', 'failing', 'failing', 'unknown'] as const) await check([broker(state)], new Date());
  expect(updates).toEqual([{ event: 'outage.began', text: 'failing', ...outage }]);
  for (const state of ['ok', 'ok'] as const) await check([broker(state)], new Date());
  expect(updates.slice(1)).toEqual([{ event: 'outage.ended', text: 'ok', ...outage }]);
});

test('does not treat a single failed check or a warning as an outage', async () => {
  const notify = vi.fn(async () => undefined);
  const check = trackOutages(notify);
  for (const state of ['failing', 'ok', 'failing', 'warning', 'warning'] as const) await check([broker(state)], AT);
  expect(notify).not.toHaveBeenCalled();
});

test('retries a failed notification after the next checks, and does not let it block others', async () => {
  const notify = vi.fn(async ({ about }: OutageUpdate) => {
    if (about === 'broker' && notify.mock.calls.length < 3) throw new Error('nobody there');
  });
  const check = trackOutages(notify);
  const disk: Finding = { ...broker('failing'), about: 'disk' };
  await check([broker('failing'), disk], AT);
  await expect(check([broker('failing'), disk], AT)).rejects.toThrow('nobody there');
  await check([broker('failing'), disk], AT);
  expect(notify.mock.calls.map(([{ about }]) => about)).toEqual(['broker', 'disk', 'broker']);
});
