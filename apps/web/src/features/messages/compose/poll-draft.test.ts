import { describe, expect, it } from 'vitest';
import { type PollDraft, pollDraftOf, pollFaults, pollOf } from './poll-draft.ts';

const draft = (...options: string[]): PollDraft => pollDraftOf({ options, selectable: 1 });

describe('a poll draft', () => {
  it('trims its options and drops empty ones at the end', () => {
    expect(pollOf(draft(' Tea', 'Coffee ', ' ', ''))).toEqual({ options: ['Tea', 'Coffee'], selectable: 1 });
    expect(pollOf(draft('Tea', '', 'Coffee')).options).toEqual(['Tea', '', 'Coffee']);
  });

  it('reports each invalid option', () => {
    expect(pollFaults(draft('Tea', '', 'Tea ', 'x'.repeat(101)))).toEqual([
      [1, 'optionMissing'],
      [2, 'optionRepeated'],
      [3, 'optionTooLong'],
    ]);
    expect(pollFaults(draft('', ''))).toEqual([
      [0, 'optionMissing'],
      [1, 'optionMissing'],
    ]);
    expect(pollFaults(draft('Tea', 'Coffee', ''))).toEqual([]);
  });
});
