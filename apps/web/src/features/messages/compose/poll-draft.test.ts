import { MAX_POLL_OPTIONS } from '@switchyard/contracts/message-limits';
import { describe, expect, it } from 'vitest';
import { addAfter, move, type PollDraft, pollDraftOf, pollFaults, pollOf, removeAt } from './poll-draft.ts';

const draft = (...options: string[]): PollDraft => pollDraftOf({ options, selectable: 1 });
const texts = ({ options }: PollDraft) => options.map((one) => one.text);

describe('a poll that is made', () => {
  it('sends its options without blanks around them and without empty ones at the end', () => {
    expect(pollOf(draft(' Tea', 'Coffee ', ' ', ''))).toEqual({ options: ['Tea', 'Coffee'], selectable: 1 });
    expect(pollOf(draft('Tea', '', 'Coffee')).options).toEqual(['Tea', '', 'Coffee']);
  });

  it('names each option that cannot be sent', () => {
    expect(pollFaults(draft('Tea', '', 'Tea ', 'x'.repeat(101)))).toEqual(
      new Map([
        [1, 'optionMissing'],
        [2, 'optionRepeated'],
        [3, 'optionTooLong'],
      ]),
    );
    expect(pollFaults(draft('', ''))).toEqual(
      new Map([
        [0, 'optionMissing'],
        [1, 'optionMissing'],
      ]),
    );
    expect(pollFaults(draft('Tea', 'Coffee', ''))).toEqual(new Map());
  });

  it('grows below an option up to twelve, and shrinks down to two', () => {
    const added = addAfter(draft('a', 'b'), 0);
    expect(added && texts(added.draft)).toEqual(['a', '', 'b']);
    expect(added?.draft.options[1]?.key).toBe(added?.key);
    expect(addAfter(draft(...Array.from({ length: MAX_POLL_OPTIONS }, String)), 3)).toBeNull();
    expect(texts(removeAt(draft('a', 'b', 'c'), 1))).toEqual(['a', 'c']);
    expect(texts(removeAt(draft('a', 'b'), 1))).toEqual(['a', 'b']);
  });

  it('moves an option with its key, and not beyond the ends', () => {
    const before = draft('a', 'b', 'c');
    const after = move(before, 0, 1);
    expect(texts(after)).toEqual(['b', 'a', 'c']);
    expect(after.options[1]?.key).toBe(before.options[0]?.key);
    expect(move(before, 0, -1)).toBe(before);
    expect(move(before, 2, 1)).toBe(before);
  });
});
