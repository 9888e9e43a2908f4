import { expect, test } from 'vitest';
import { ResultsTable } from './results-table.ts';

test('has a row per case in order of arrival, and a dot for a case that was not run', () => {
  const table = new ResultsTable(['simulator', 'cloud-api']);
  table.set('sends a text', 'simulator', 'pass');
  table.set('sends a poll', 'simulator', 'FAIL');
  table.set('sends a poll', 'cloud-api', 'kinds: no poll');
  expect(table.text('case').split('\n')).toEqual([
    'case          simulator  cloud-api',
    '────────────  ─────────  ──────────────',
    'sends a text  pass       ·',
    'sends a poll  FAIL       kinds: no poll',
  ]);
});
