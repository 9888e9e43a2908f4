import { isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../index.ts';
import { FAULTS, faultAt, type Words, wordsOfSentence } from './faults.ts';
import { type Issue, wordsForIssue } from './issues.ts';

/** Programs and the addresses of the product's own screens alone can come to these: they stay the server's English. */
const ENGLISH_ONLY = new Set([
  'a scope such as messages:read',
  'a month such as 2026-11',
  'must be between 2000 and 2100',
  'At most 42 days, hour by hour 7.',
]);

/** Every sentence that a contract gives for an input, wherever in it. */
function sentencesOf(schema: unknown, seen: Set<unknown>): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = (schema as { _zod?: { def?: Record<string, unknown> } })._zod?.def;
  if (!def) return Object.values(schema).flatMap((part) => sentencesOf(part, seen));
  const said = typeof def.error === 'function' ? def.error({ code: 'custom', input: '', path: [] }) : undefined;
  const own = typeof said === 'string' ? [said] : [];
  const getter = typeof def.getter === 'function' ? sentencesOf(def.getter(), seen) : [];
  return [...own, ...getter, ...Object.values(def).flatMap((part) => sentencesOf(part, seen))];
}

function inputsOf(router: unknown): unknown[] {
  if (isContractProcedure(router)) return [router['~orpc'].inputSchema];
  return typeof router === 'object' && router !== null ? Object.values(router).flatMap(inputsOf) : [];
}

it('has every sentence that a contract gives for an input', () => {
  const seen = new Set<unknown>();
  const sentences = new Set(inputsOf(contract).flatMap((input) => sentencesOf(input, seen)));
  expect(sentences).toContain(FAULTS.empty);
  expect(sentences).toContain(FAULTS.sameTimes);
  expect([...sentences].filter((sentence) => !wordsOfSentence(sentence) && !ENGLISH_ONLY.has(sentence))).toEqual([]);
});

const words = (schema: z.ZodType, input: unknown) => wordsForIssue(schema.safeParse(input).error?.issues[0] as Issue);

it.each<[z.ZodType, unknown, Words | null]>([
  [z.string(), undefined, ['missing']],
  [z.string().min(1), '', ['missing']],
  [z.string().min(8), 'x', ['tooShort', { minimum: 8 }]],
  [z.string().max(2), 'abc', ['tooLong', { maximum: 2 }]],
  [z.array(z.string()).min(1), [], ['tooFew', { minimum: 1 }]],
  [z.array(z.string()).max(1), ['a', 'b'], ['tooMany', { maximum: 1 }]],
  [z.number().min(1), 0, ['tooLow', { minimum: 1 }]],
  [z.int().max(600), 601, ['tooHigh', { maximum: 600 }]],
  [z.number(), 'x', ['number']],
  [z.int(), 1.5, ['wholeNumber']],
  [z.enum(['a']), 'b', ['choice']],
  [z.email(), 'x', ['email']],
  [z.url(), 'x', ['link']],
  [z.iso.datetime(), 'x', ['moment']],
  [z.string().min(1, FAULTS.noMessage), '', ['noMessage']],
  [z.string().min(1, 'of its own'), '', null],
  [z.string().regex(/a/), 'b', null],
])('words what zod says: %#', (schema, input, expected) => {
  expect(words(schema, input)).toEqual(expected);
});

it('says it in English, with code and figures beside it', () => {
  expect(faultAt('message', 'messageTooLong', { maximum: 65536, length: 70000 })).toEqual({
    field: 'message',
    message: 'A message has at most 65,536 characters; this one has 70,000.',
    code: 'messageTooLong',
    data: { maximum: 65536, length: 70000 },
  });
  expect(faultAt('code', 'codeWrong')).toEqual({ field: 'code', message: FAULTS.codeWrong, code: 'codeWrong' });
});
