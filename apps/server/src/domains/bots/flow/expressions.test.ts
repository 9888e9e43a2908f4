import type { BotFlow } from '@switchyard/contracts/bots/flow';
import { inEnglish, text } from '@switchyard/contracts/text/text';
import { describe, expect, test } from 'vitest';
import { MAX_VALUE_LENGTH, type Value } from '../runtime/session-state.ts';
import { evaluate, findFlowFaults, matches } from './evaluate.ts';
import { ExpressionError } from './expressions.ts';
import { fillText } from './fill-text.ts';
import { TOO_MUCH } from './metered-functions.ts';

const long = 'a'.repeat(MAX_VALUE_LENGTH - 100);
const list = Array<string>(1_000).fill('b');
const vars = { long, other: `b${'a'.repeat(30_000)}`, list };

const run = (source: string, more: Record<string, Value> = {}) => evaluate(source, { vars: { ...vars, ...more } });

describe('fails with a clear error when an expression reads or produces too much', () => {
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
  test.each(refused)('%s', async (source) => {
    await expect(run(source)).rejects.toThrow(new ExpressionError(TOO_MUCH));
  });

  test('caps the result at the maximum value length, however often it is doubled', async () => {
    await expect(run('vars.long + vars.long')).rejects.toThrow(
      new ExpressionError(text('nodeValueLong', { maximum: 64 })),
    );
    await expect(run('[vars.long, vars.long]')).rejects.toThrow('A value has at most 64 kB.');
    let value: Value = ['x'];
    // Values nested more than eight levels deep are dropped.
    for (let count = 0; count < 40; count += 1) value = await run('[vars.value, vars.value, vars.value]', { value });
    expect(JSON.stringify(value).length).toBeLessThan(MAX_VALUE_LENGTH);
    expect(await run('vars.long')).toBe(long);
  });
});

describe('charges a pattern by its compiled size, not by its length', () => {
  /** 185 characters that compile to about 190,000 instructions. */
  const evil = `(${'(.*a.*b)'.repeat(22)}){0,1000}$`;
  const text = 'a'.repeat(4_000);
  test.each([
    evil,
    '((a{0,30}){0,30}b){0,10}$x',
    '(a{1000}){1,}$x',
    '(?i)(\\pL{0,9}\\pN{2,}){100,999}$x',
    '\\)(a|b){1000}$x',
  ])('%s', async (pattern) => {
    await expect(matches(text, pattern)).rejects.toThrow(new ExpressionError(TOO_MUCH));
    await expect(run('vars.text.matches(vars.pattern)', { text, pattern })).rejects.toThrow(inEnglish(TOO_MUCH));
  });

  test.each([
    ['\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}', true],
    ['(\\d{1,3}\\.){3}\\d{1,3}', true],
    ['order.{0,200}refund', false],
    ['[0-9]{5,8}', false],
  ])('%s stays far below the limits', async (pattern, isThere) => {
    expect(await matches(`${'words '.repeat(600)}2026-11-28 09:30:00 from 10.0.0.1`, pattern)).toBe(isThere);
  });
});

test('runs slow expressions off the event loop, which stays responsive', async () => {
  const source = 'vars.list.all(x, !vars.text.contains(vars.sought))';
  const running = run(source, { text: 'a'.repeat(400), sought: `${'a'.repeat(80)}b` });
  const loop = new Promise((resolve) => setImmediate(() => resolve('goes on')));
  expect(await Promise.race([running, loop])).toBe('goes on');
  expect(await running).toBe(true);
});

test('stops unmetered work at the deadline, and evaluates the next expression', async () => {
  const slow = { kind: 'trigger' as const, on: 'pattern' as const, pattern: `(${'(a|b.*c)'.repeat(20)}){120}` };
  const nodes = Array.from({ length: 5_000 }, (_, at) => ({ ...slow, id: `t${at}` }));
  const flow = { format: 1, nodes, edges: [] } as unknown as BotFlow;
  expect(await findFlowFaults(flow)).toEqual([{ nodeId: null, field: 'nodes', message: TOO_MUCH }]);
  expect(await run('vars.list.all(x, !vars.text.contains("ab"))', { text: 'a'.repeat(4_000) })).toBe(true);
});

test('evaluates the expressions of typical flows far below the limits', async () => {
  const people = Array.from({ length: 1_000 }, (_, at) => ({ name: `Person ${at}`, age: at % 90 }));
  expect(
    await run('vars.people.filter(x, x.age > 30 && x.name.startsWith("Person 9")).size()', { people }),
  ).toBeGreaterThan(0);
  expect(await run('vars.people.map(x, x.name.upperAscii()).size()', { people })).toBe(1_000);
  expect(await run('vars.list.exists(x, x in ["c", "d"])')).toBe(false);
  expect(await run('vars.long.contains("aaab")')).toBe(false);
  expect(await run('vars.text.matches("(?i)order +[0-9]{5,8}")', { text: `${'words '.repeat(600)}Order 12345` })).toBe(
    true,
  );
});

test('replaces every occurrence of a text, or the first one', async () => {
  expect(await run('"hello world".replace("l", "LL")')).toBe('heLLLLo worLLd');
  expect(await run('"hello world".replace("l", "L", 2)')).toBe('heLLo world');
  expect(await run('"hello world".replace("l", "L", 0)')).toBe('hello world');
});

test('makes values that PostgreSQL cannot store storable', async () => {
  expect(await run('"a\\u0000b"')).toBe('ab');
  expect(await run('vars.smile.split("")', { smile: '😀' })).toEqual(['\ufffd', '\ufffd']);
  expect(await run('timestamp("2026-11-25T09:00:00Z") + duration("24h")')).toBe('2026-11-26T09:00:00Z');
});

test('does not expand a template that names a long variable a thousand times', async () => {
  expect(fillText('{long}'.repeat(600), { long })).toBeNull();
  expect(fillText('{long} {none}{none|there}!', { long })).toBe(`${long} !`);
  expect(fillText('Hi {Name|there}', { name: 'Ann', long })).toBe('Hi Ann');
  expect(fillText('Hi {first name|there}, {first_name}', { firstName: 'Ann' })).toBe('Hi Ann, Ann');
});
