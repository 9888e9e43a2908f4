import { expect, test } from 'vitest';
import { ResultsTable } from './results-table.ts';

test('a row for each case, in the order they came, and a dot for what was not run', () => {
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
