import { describe, expect, test } from 'vitest';
import { MAX_VALUE_LENGTH, type Value } from '../runtime/session-state.ts';
import { ExpressionError, evaluate } from './expressions.ts';
import { fillText } from './fill-text.ts';

const long = 'a'.repeat(MAX_VALUE_LENGTH - 100);
const list = Array<string>(1_000).fill('b');
const vars = { long, other: `b${'a'.repeat(30_000)}`, list };
/** So long a run may hold the thread, also on a busy machine; without limits each takes minutes. */
const MOST_MS = 5_000;

const run = (source: string, more: Record<string, Value> = {}) => evaluate(source, { vars: { ...vars, ...more } });

describe('an expression that reads or makes too much fails by name, and soon', () => {
  const refused = [
    'vars.long.replace("a", vars.long)',
    'vars.list.all(x, vars.long.size() > 0 && vars.long.size() > 1 && vars.long.upperAscii() != "")',
    'vars.list.all(x, !vars.long.contains(vars.other))',
    'vars.list.all(x, vars == vars)',
    'vars.list.all(x, !vars.long.matches("^(.*a){20}$x"))',
    'vars.long.split("").map(x, vars.long + x)',
    'vars.long.matches(vars.long)',
    'vars.list.all(x, "%s%s".format([vars, vars]) != "")',
  ];
  test.each(refused)('%s', (source) => {
    const began = performance.now();
    expect(() => run(source)).toThrow(new ExpressionError('An expression must not read or make so much.'));
    expect(performance.now() - began).toBeLessThan(MOST_MS);
  });

  test('what it makes is no longer than a value may be, however often it is doubled', () => {
    expect(() => run('vars.long + vars.long')).toThrow(new ExpressionError('A value has at most 64 kB.'));
    expect(() => run('[vars.long, vars.long]')).toThrow('A value has at most 64 kB.');
    let value: Value = ['x'];
    const grow = () => {
      for (let count = 0; count < 40; count += 1) value = run('[vars.value, vars.value, vars.value]', { value });
    };
    // What is nested deeper than eight is left out.
    expect(grow).not.toThrow();
    expect(JSON.stringify(value).length).toBeLessThan(MAX_VALUE_LENGTH);
    expect(run('vars.long')).toBe(long);
  });
});

test('what flows ask for is far within the limits', () => {
  const people = Array.from({ length: 1_000 }, (_, at) => ({ name: `Person ${at}`, age: at % 90 }));
  expect(run('vars.people.filter(x, x.age > 30 && x.name.startsWith("Person 9")).size()', { people })).toBeGreaterThan(
    0,
  );
  expect(run('vars.people.map(x, x.name.upperAscii()).size()', { people })).toBe(1_000);
  expect(run('vars.list.exists(x, x in ["c", "d"])')).toBe(false);
  expect(run('vars.long.contains("aaab")')).toBe(false);
  expect(run('vars.text.matches("(?i)order +[0-9]{5,8}")', { text: `${'words '.repeat(600)}Order 12345` })).toBe(true);
});

test('a text is replaced at all places, or the first of them', () => {
  expect(run('"hello world".replace("l", "LL")')).toBe('heLLLLo worLLd');
  expect(run('"hello world".replace("l", "L", 2)')).toBe('heLLo world');
  expect(run('"hello world".replace("l", "L", 0)')).toBe('hello world');
});

test('what cannot be stored as it is, is kept in words that can', () => {
  expect(run('"a\\u0000b"')).toBe('ab');
  expect(run('vars.smile.split("")', { smile: '😀' })).toEqual(['\ufffd', '\ufffd']);
  expect(run('timestamp("2026-11-25T09:00:00Z") + duration("24h")')).toBe('2026-11-26T09:00:00Z');
});

test('a text that names a long variable a thousand times is not written out', () => {
  expect(fillText('{long}'.repeat(600), { long })).toBeNull();
  expect(fillText('{long} {none}{none|there}!', { long })).toBe(`${long} !`);
  expect(fillText('Hi {Name|there}', { name: 'Ann', long })).toBe('Hi Ann');
});
