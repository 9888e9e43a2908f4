import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultsOf, fillTemplate, unknownVariables, variablesOf } from './message-template.ts';

test('variables are found in order, each once, ignoring case', () => {
  expect(variablesOf('Hi {Name|there}, your {order no} for { name | friend }')).toEqual([
    { name: 'name', fallback: 'there' },
    { name: 'order no', fallback: null },
  ]);
  expect(variablesOf('{name|there} and {name}')).toEqual([{ name: 'name', fallback: null }]);
});

test('fills a text; a blank value counts as missing; an unknown variable stays as written and is reported', () => {
  expect(fillTemplate('Hi {name|there}', { NAME: 'Dana' })).toEqual({ text: 'Hi Dana', missing: [] });
  expect(fillTemplate('Hi {name|there}', { name: '  ' })).toEqual({ text: 'Hi there', missing: [] });
  expect(fillTemplate('Hi{name|}', {})).toEqual({ text: 'Hi', missing: [] });
  expect(fillTemplate('{City}: {city}', {})).toEqual({ text: '{City}: {city}', missing: ['city'] });
  expect(fillTemplate('{שם}!', { שם: 'דנה' })).toEqual({ text: 'דנה!', missing: [] });
});

test('matches a name however its words are joined; an exact name wins', () => {
  for (const name of ['first name', 'first_name', 'first-name', 'First  Name', 'firstName', 'FIRST_NAME']) {
    for (const known of ['first name', 'first_name', 'First-Name', 'firstName'])
      expect(fillTemplate(`{${name}|friend}`, { [known]: 'Ann' }).text).toBe('Ann');
  }
  expect(fillTemplate('{a_b} {a b} {ab}', { 'a b': '1', a_b: '2', ab: '3' }).text).toBe('2 1 3');
  expect(fillTemplate('{_} {first|no}', { _: 'x', 'first name': 'Ann' }).text).toBe('x no');
});

test('reports an unknown variable, even with a fallback, with the name probably meant', () => {
  const known = ['name', 'first name', 'mobile', 'city', 'order no'];
  expect(unknownVariables('{first_name|friend} {Order-No} {name}', known)).toEqual([]);
  expect(unknownVariables('{frist_name|friend} {citty|} {colour|x} {modile}', known)).toEqual([
    { name: 'frist_name', nearest: 'first name' },
    { name: 'citty', nearest: 'city' },
    { name: 'colour', nearest: null },
    { name: 'modile', nearest: 'mobile' },
  ]);
  expect(unknownVariables('{x}', [])).toEqual([{ name: 'x', nearest: null }]);
});

test('braces in a value are literal: nothing is filled twice', () => {
  expect(fillTemplate('{a}{b}', { a: '{b}', b: 'B' }).text).toBe('{b}B');
  expect(fillTemplate('{constructor|none}', {}).text).toBe('none');
});

test('doubled braces are literal braces', () => {
  expect(fillTemplate('{{name}} is {name}', { name: 'x' })).toEqual({ text: '{name} is x', missing: [] });
  expect(faultsOf('{{name}} {name}')).toEqual([]);
});

test('invalid variables stay as written and are reported with their position', () => {
  expect(faultsOf('Hi {name')).toMatchObject([{ kind: 'unclosed', at: 3 }]);
  expect(faultsOf('Hi {} {1}')).toMatchObject([
    { kind: 'name', at: 3 },
    { kind: 'name', at: 6 },
  ]);
  expect(fillTemplate('Hi {} {name', { name: 'x' })).toEqual({ text: 'Hi {} {name', missing: [] });
  const many = Array.from({ length: 33 }, (_, at) => `{v${at}}`).join('');
  expect(faultsOf(many)).toMatchObject([{ kind: 'too-many' }]);
});

test('parses any text; one without braces stays unchanged; the cost is linear even for a text of braces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      faultsOf(text);
      const escaped = text.replace(/[{}]/g, '$&$&');
      expect(fillTemplate(escaped, {})).toEqual({ text, missing: [] });
    }),
  );
  const hostile = '{ '.repeat(50_000);
  const began = performance.now();
  expect(fillTemplate(hostile, {}).text).toBe(hostile);
  expect(performance.now() - began).toBeLessThan(2_000);
});
