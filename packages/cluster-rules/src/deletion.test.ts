import { describe, expect, it } from 'vitest';
import { deletionBatch, isDeletionCandidate, MAX_PODS_PER_DELETION } from './deletion.ts';
import { known, unknown } from './known.ts';

describe('spec 001 section 4: deletion candidates', () => {
  it.each(['Error', 'OOMKilled', 'ContainerStatusUnknown'])('%s without sessions is a candidate', (status) => {
    expect(isDeletionCandidate({ status, sessions: known([]) })).toBe(true);
  });
  it.each(['Error', 'OOMKilled', 'ContainerStatusUnknown'])('%s with a session is not a candidate', (status) => {
    expect(isDeletionCandidate({ status, sessions: known(['s']) })).toBe(false);
  });
  it('a pod whose sessions could not be loaded is not a candidate: unknown is not none', () => {
    expect(isDeletionCandidate({ status: 'Error', sessions: unknown('the database is away') })).toBe(false);
  });
  it.each(['Running', 'Pending', 'Failed', 'Completed', 'CrashLoopBackOff', 'Terminating', 'Unknown', 'error', ''])(
    '%s is never a candidate',
    (status) => expect(isDeletionCandidate({ status, sessions: known([]) })).toBe(false),
  );
});

describe('spec 001 section 5: at most 50 pods per action', () => {
  it('takes the first 50 candidates', () => {
    const pods = Array.from({ length: 120 }, (_, at) => ({
      name: `pod-${at}`,
      status: at % 2 ? 'Running' : 'Error',
      sessions: known([]),
    }));
    const batch = deletionBatch(pods);
    expect(MAX_PODS_PER_DELETION).toBe(50);
    expect(batch).toHaveLength(50);
    expect(batch.at(0)?.name).toBe('pod-0');
    expect(batch.at(-1)?.name).toBe('pod-98');
    expect(batch.every((pod) => pod.status === 'Error')).toBe(true);
  });
});
