import { expect, it } from 'vitest';
import { BulkDeletionFailed } from './bulk-failures.ts';
import '../../../../test/english.ts';
import { failed } from './error-texts.ts';

it('names each of many pods once, up to a limit, even if the reason names it', () => {
  const failures = Array.from({ length: 50 }, (_, at) => ({
    podName: `gateway-${at}`,
    reason: `pods "gateway-${at}" is forbidden`,
  }));
  expect(new BulkDeletionFailed(failures, 50).message).toBe(
    '50 of 50 pods. gateway-0, gateway-1, gateway-2, gateway-3, gateway-4 and 45 more: pods is forbidden',
  );
});

it('a bulk deletion reports every failure: which pods, and why', () => {
  const failure = new BulkDeletionFailed(
    [
      { podName: 'a', reason: 'The pod no longer exists.' },
      { podName: 'b', reason: 'Kubernetes cannot be reached' },
      { podName: 'c', reason: 'The pod no longer exists.' },
    ],
    5,
  );
  expect(failed('filteredDeleteFailed', failure.message)).toBe(
    'Failed to delete filtered pods: 3 of 5 pods. a, c: The pod no longer exists; b: Kubernetes cannot be reached',
  );
});
