import { expect, test } from 'vitest';
import { countVotes } from './count-votes.ts';

const vote = (from: string | null, choices: string[] | null, quotedId: string | null = 'poll') => ({
  kind: 'vote' as const,
  quotedId,
  from,
  choices,
  isDeleted: false,
});

test('counts each voter’s latest vote and ignores withdrawn and unreadable ones', () => {
  const tallies = countVotes([
    vote('ann', ['Tea']),
    vote('ben', []),
    vote('cid', null),
    vote(null, ['Tea', 'Coffee']),
    vote('ann', ['Coffee']),
    vote('ben', ['Coffee']),
    vote('dan', ['Milk'], 'another'),
    { ...vote('eve', ['Tea']), kind: 'text' },
  ]);
  expect(Object.fromEntries(tallies.get('poll') ?? [])).toEqual({ Tea: 2, Coffee: 1 });
  expect(Object.fromEntries(tallies.get('another') ?? [])).toEqual({ Milk: 1 });
});
