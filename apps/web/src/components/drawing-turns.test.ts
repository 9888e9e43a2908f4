import { expect, it } from 'vitest';
import { takeTurn } from './drawing-turns.ts';

it('one begins when the one before has ended, in the order in which they came; who gives up is passed over', () => {
  const begun: string[] = [];
  const take = (name: string) => takeTurn(() => begun.push(name));
  const endFirst = take('first');
  const endSecond = take('second');
  const endThird = take('third');
  const endFourth = take('fourth');
  expect(begun).toEqual(['first']);
  endThird();
  endFirst();
  endFirst();
  expect(begun).toEqual(['first', 'second']);
  endSecond();
  expect(begun).toEqual(['first', 'second', 'fourth']);
  endFourth();
  const endFifth = take('fifth');
  expect(begun.at(-1)).toBe('fifth');
  endFifth();
});
