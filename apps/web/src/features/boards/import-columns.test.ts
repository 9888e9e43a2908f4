import { NO_SETTINGS } from '@switchyard/contracts/boards/columns';
import type { BoardColumn } from '@switchyard/contracts/boards/operations';
import { expect, it } from 'vitest';
import { guessTargets, guessType } from './import-columns.ts';

it.each([
  [['12', '1,200.50', ''], 'number'],
  [['007', '012'], 'text'],
  [['+447700900123'], 'text'],
  [['2026-12-01', '2026-12-02'], 'date'],
  [['2026-12-01', 'soon'], 'text'],
  [['yes', 'No'], 'checkbox'],
  [['ada@example.com'], 'email'],
  [['two\nlines'], 'longText'],
  [['', ''], 'text'],
] as const)('recognises %j for a column of type %s', (texts, type) => {
  expect(guessType(texts)).toBe(type);
});

it('matches columns by name, each once, uses the first unknown one as title, and skips columns kept by the server', () => {
  const column = (name: string, type: BoardColumn['type'], isTitle = false): BoardColumn => ({
    _id: name,
    name,
    type,
    options: [],
    settings: NO_SETTINGS,
    isTitle,
  });
  const columns = [column('Task', 'text', true), column('Due', 'date'), column('Created', 'createdAt')];
  const rows = [['2026-12-01', '2026-12-01', 'x', '5', '2026-01-01', '']];
  expect(guessTargets([' due', 'Due', 'Order', 'Cost', 'Created', ''], rows, columns)).toEqual([
    { into: 'Due' },
    { into: 'Task' },
    { make: 'text' },
    { make: 'number' },
    null,
    null,
  ]);
});
