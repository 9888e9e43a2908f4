import { expect, test } from 'vitest';
import { mentionedIn, mentionTyped } from './mentions.ts';

const people = new Map([
  ['1', 'Ada Lovelace'],
  ['2', 'Adam'],
  ['3', 'Bo'],
]);

test('offers names while one is typed after an @', () => {
  expect(mentionTyped('Ask @ad', people)).toEqual({
    from: 4,
    people: [
      ['1', 'Ada Lovelace'],
      ['2', 'Adam'],
    ],
  });
  expect(mentionTyped('@', people)?.people).toHaveLength(3);
  expect(mentionTyped('Ask @ada l', people)?.people).toEqual([['1', 'Ada Lovelace']]);
  expect(mentionTyped('Ask @Bo about it', people)).toBeNull();
  expect(mentionTyped('me@ad', people)).toBeNull();
  expect(mentionTyped('Nobody', people)).toBeNull();
});

test('mentions only people named after an @', () => {
  expect(mentionedIn('@Bo and @Ada Lovelace, not Adam', people)).toEqual(['1', '3']);
  expect(mentionedIn('Bo', people)).toEqual([]);
});
