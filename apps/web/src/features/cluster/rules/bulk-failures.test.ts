import { expect, it } from 'vitest';
import { BulkDeletionFailed } from './bulk-failures.ts';
import '../../../../test/english.ts';
import { failed } from './error-words.ts';

it('a bulk deletion reports every failure: which pods, and why', () => {
  const failure = new BulkDeletionFailed(
    [
      { podName: 'a', reason: 'The pod is not there any more.' },
      { podName: 'b', reason: 'Kubernetes cannot be reached' },
      { podName: 'c', reason: 'The pod is not there any more.' },
    ],
    5,
  );
  expect(failed('filteredDeleteFailed', failure.message)).toBe(
    'Failed to delete filtered pods: 3 of 5 pods. a, c: The pod is not there any more; b: Kubernetes cannot be reached',
  );
});
