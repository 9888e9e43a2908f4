import { expect, test } from 'vitest';
import { matchMention, mentionedIds } from './mentions.ts';

const people = new Map([
  ['1', 'Ada Lovelace'],
  ['2', 'Adam'],
  ['3', 'Bo'],
]);

test('offers names while one is typed after an @', () => {
  expect(matchMention('Ask @ad', people)).toEqual({
    from: 4,
    people: [
      ['1', 'Ada Lovelace'],
      ['2', 'Adam'],
    ],
  });
  expect(matchMention('@', people)?.people).toHaveLength(3);
  expect(matchMention('Ask @ada l', people)?.people).toEqual([['1', 'Ada Lovelace']]);
  expect(matchMention('Ask @Bo about it', people)).toBeNull();
  expect(matchMention('me@ad', people)).toBeNull();
  expect(matchMention('Nobody', people)).toBeNull();
});

test('mentions only people named after an @', () => {
  expect(mentionedIds('@Bo and @Ada Lovelace, not Adam', people)).toEqual(['1', '3']);
  expect(mentionedIds('Bo', people)).toEqual([]);
});
