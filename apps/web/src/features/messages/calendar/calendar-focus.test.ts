import { expect, it } from 'vitest';
import { nextPlace } from './calendar-focus.ts';

const place = (name: string, column: number, row: number, isEntry = false) => ({ name, column, row, isEntry });
const [nine, ten, eleven] = [place('nine', 0, 36), place('ten', 0, 40), place('eleven', 0, 44)];
const [dana, omar] = [place('Dana', 0, 41, true), place('Omar', 0, 43, true)];
const [tuesday, kim, late] = [place('tuesday', 1, 40), place('Kim', 1, 37, true), place('late', 1, 90, true)];
const wednesday = place('wednesday', 2, 40);
const places = [nine, ten, eleven, dana, omar, tuesday, kim, late, wednesday];
const from = (start: (typeof places)[number], key: string, isBackwards = false) =>
  nextPlace(places, start, key, isBackwards)?.name;

it('moves up and down to the next message or hour in the day', () => {
  expect(from(ten, 'ArrowDown')).toBe('Dana');
  expect(from(dana, 'ArrowDown')).toBe('Omar');
  expect(from(omar, 'ArrowDown')).toBe('eleven');
  expect(from(dana, 'ArrowUp')).toBe('ten');
  expect(from(eleven, 'ArrowDown')).toBeUndefined();
});

it('moves sideways to the nearest message from a message, to the same hour from an hour, and to an hour when there is no message', () => {
  expect(from(dana, 'ArrowRight')).toBe('Kim');
  expect(from(ten, 'ArrowRight')).toBe('tuesday');
  expect(from(kim, 'ArrowRight')).toBe('wednesday');
  expect(from(kim, 'ArrowLeft')).toBe('Dana');
  expect(from(nine, 'ArrowLeft')).toBeUndefined();
});

it('reverses left and right in right-to-left languages and ignores other keys', () => {
  expect(from(ten, 'ArrowLeft', true)).toBe('tuesday');
  expect(from(ten, 'Enter')).toBeUndefined();
});
