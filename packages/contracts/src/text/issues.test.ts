import { isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../index.ts';
import { FAULTS, faultAt, schemaFault } from './faults.ts';
import { type Issue, textOfIssue } from './issues.ts';
import { englishTexts, readText, type Text } from './registry.ts';

/** Only API clients and the app's own URLs can cause these, so they stay in English. */
const ENGLISH_ONLY = new Set([
  'a scope such as messages:read',
  'a month such as 2026-11',
  'must be between 2000 and 2100',
  'At most 42 days, hour by hour 7.',
]);

/** Returns all issues that a contract can report, at any depth. */
function sentencesOf(schema: unknown, seen: Set<unknown>): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = (schema as { _zod?: { def?: Record<string, unknown> } })._zod?.def;
  if (!def) return Object.values(schema).flatMap((part) => sentencesOf(part, seen));
  const message = typeof def.error === 'function' ? def.error({ code: 'custom', input: '', path: [] }) : undefined;
  const own = typeof message === 'string' ? [message] : [];
  const getter = typeof def.getter === 'function' ? sentencesOf(def.getter(), seen) : [];
  return [...own, ...getter, ...Object.values(def).flatMap((part) => sentencesOf(part, seen))];
}

function inputsOf(router: unknown): unknown[] {
  if (isContractProcedure(router)) return [router['~orpc'].inputSchema];
  return typeof router === 'object' && router !== null ? Object.values(router).flatMap(inputsOf) : [];
}

it('has a code for every issue that a contract can report', () => {
  const seen = new Set<unknown>();
  const sentences = new Set(inputsOf(contract).flatMap((input) => sentencesOf(input, seen)));
  expect(sentences).toContain(schemaFault('empty'));
  expect(sentences).toContain(schemaFault('sameTimes'));
  const isOwnText = (text: Text) => typeof text === 'object' && englishTexts.has(text.code);
  expect([...sentences].filter((sentence) => !isOwnText(readText(sentence)) && !ENGLISH_ONLY.has(sentence))).toEqual(
    [],
  );
});

const said = (schema: z.ZodType, input: unknown) => textOfIssue(schema.safeParse(input).error?.issues[0] as Issue);

it.each<[z.ZodType, unknown, Text]>([
  [z.string(), undefined, { code: 'missing' }],
  [z.string().min(1), '', { code: 'missing' }],
  [z.string().min(8), 'x', { code: 'tooShort', data: { minimum: 8 } }],
  [z.string().max(2), 'abc', { code: 'tooLong', data: { maximum: 2 } }],
  [z.array(z.string()).min(1), [], { code: 'tooFew', data: { minimum: 1 } }],
  [z.array(z.string()).max(1), ['a', 'b'], { code: 'tooMany', data: { maximum: 1 } }],
  [z.number().min(1), 0, { code: 'tooLow', data: { minimum: 1 } }],
  [z.int().max(600), 601, { code: 'tooHigh', data: { maximum: 600 } }],
  [z.number(), 'x', { code: 'number' }],
  [z.int(), 1.5, { code: 'wholeNumber' }],
  [z.enum(['a']), 'b', { code: 'choice' }],
  [z.email(), 'x', { code: 'email' }],
  [z.url(), 'x', { code: 'link' }],
  [z.iso.datetime(), 'x', { code: 'moment' }],
  [z.string().min(1, schemaFault('noMessage')), '', { code: 'noMessage' }],
  [z.string().max(1, schemaFault('mostFields', { maximum: 3 })), 'ab', { code: 'mostFields', data: { maximum: 3 } }],
  [z.string().min(1, 'of its own'), '', 'of its own'],
  [z.string().regex(/a/), 'b', 'Invalid string: must match pattern /a/'],
])('translates zod’s own issues: %#', (schema, input, expected) => {
  expect(said(schema, input)).toEqual(expected);
});

it('returns the English message with its code and values', () => {
  expect(faultAt('message', 'messageTooLong', { maximum: 65536, length: 70000 })).toEqual({
    field: 'message',
    message: 'A message has at most 65,536 characters; this one has 70,000.',
    code: 'messageTooLong',
    data: { maximum: 65536, length: 70000 },
  });
  expect(faultAt('code', 'codeWrong')).toEqual({ field: 'code', message: FAULTS.codeWrong, code: 'codeWrong' });
});
