import type { DeletionReport } from '@switchyard/contracts/cluster/pod-deletions';
import { expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../../test/memory-storage.ts';
import { errorFromBody, errorFromFailure } from '../../../lib/api/api-error.ts';
import { saveReport, sendReports } from './deletion-reports.ts';

const report = (podUid: string): DeletionReport => ({
  ...{ podName: 'engine-1', namespace: 'gateways', podUid, nodeName: '', podStatus: '', sessions: [] },
  ...{ cause: 'manual', outcome: 'deleted', at: '2026-11-28T12:00:00.000Z' },
});
const stored = () => {
  const storage = memoryStorage();
  for (const uid of ['u-1', 'u-2']) saveReport(storage, 'ada', report(uid));
  return storage;
};
const uids = (send: { mock: { calls: DeletionReport[][] } }) => send.mock.calls.map(([report]) => report?.podUid);
const accept = () => vi.fn(async (_: DeletionReport): Promise<void> => undefined);

it('reports each deletion once, in the name of the person who made it', async () => {
  const storage = stored();
  const [another, send, again] = [accept(), accept(), accept()];
  await sendReports(storage, 'grace', another);
  await sendReports(storage, 'ada', send);
  await sendReports(storage, 'ada', again);
  expect([uids(another), uids(send), uids(again)]).toEqual([[], ['u-1', 'u-2'], []]);
});

it('keeps them while the backend is down, and resumes where it was', async () => {
  const storage = stored();
  await sendReports(storage, 'ada', () => Promise.reject(errorFromFailure(new TypeError('Failed to fetch'))));
  const half = vi.fn(async ({ podUid }: DeletionReport) => {
    if (podUid === 'u-2') throw errorFromBody(null, 503, null);
  });
  await sendReports(storage, 'ada', half);
  const send = accept();
  await sendReports(storage, 'ada', send);
  expect([uids(half), uids(send)]).toEqual([['u-1', 'u-2'], ['u-2']]);
});

it('drops what the backend refuses, and reads damaged storage as empty', async () => {
  const storage = stored();
  await sendReports(storage, 'ada', () => Promise.reject(errorFromBody({ code: 'INVALID' }, 422, null)));
  storage.setItem('switchyard-deletion-reports', `${storage.getItem('switchyard-deletion-reports') ?? ''}{`);
  const send = accept();
  await sendReports(storage, 'ada', send);
  expect(uids(send)).toEqual([]);
});
