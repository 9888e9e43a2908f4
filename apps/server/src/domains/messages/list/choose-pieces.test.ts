import { expect, test } from 'vitest';
import { choosePieces } from './choose-pieces.ts';

const samples = (pieces: readonly string[], texts: readonly string[]) =>
  texts.map((text) => pieces.map((piece) => text.includes(piece)));

test('takes the most selective gram, and no second gram of a word that the first already covers', () => {
  const pieces = ['rem', 'emi', 'der', 'r o'];
  const texts = ['a reminder', 'reminder two', 'our order', 'their offer', 'water only', 'one more'];
  expect(choosePieces(pieces, samples(pieces, texts))).toEqual(['rem', 'r o']);
});

test('takes a third and fourth while they select more, and two without samples', () => {
  const pieces = ['aaa', 'bbb', 'ccc', 'ddd', 'eee'];
  const texts = ['aaa bbb ccc', 'aaa bbb ddd', 'aaa ccc ddd', 'bbb ccc ddd', 'aaa bbb ccc ddd'];
  expect(choosePieces(pieces, samples(pieces, texts))).toHaveLength(2);
  expect(choosePieces(pieces.slice(0, 4), samples(pieces.slice(0, 4), texts))).toHaveLength(4);
  expect(choosePieces(pieces, [])).toEqual(['aaa', 'bbb']);
  expect(choosePieces(['é'], [])).toEqual(['é']);
});
