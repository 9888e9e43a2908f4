import { expect, test } from 'vitest';
import { choosePieces } from './choose-pieces.ts';

const samples = (pieces: readonly string[], texts: readonly string[]) =>
  texts.map((text) => pieces.map((piece) => text.includes(piece)));

test('takes what leaves fewest, and no second piece of a word that the first has told already', () => {
  const pieces = ['rem', 'emi', 'der', 'r o'];
  const texts = ['a reminder', 'reminder two', 'our order', 'their offer', 'water only', 'one more'];
  expect(choosePieces(pieces, samples(pieces, texts))).toEqual(['rem', 'r o']);
});

test('takes a third and a fourth while they tell more, and two where nothing is known', () => {
  const pieces = ['aaa', 'bbb', 'ccc', 'ddd', 'eee'];
  const texts = ['aaa bbb ccc', 'aaa bbb ddd', 'aaa ccc ddd', 'bbb ccc ddd', 'aaa bbb ccc ddd'];
  expect(choosePieces(pieces, samples(pieces, texts))).toHaveLength(2);
  expect(choosePieces(pieces.slice(0, 4), samples(pieces.slice(0, 4), texts))).toHaveLength(4);
  expect(choosePieces(pieces, [])).toEqual(['aaa', 'bbb']);
  expect(choosePieces(['é'], [])).toEqual(['é']);
});
