import { type CelInput, isCelError, isCelList, isCelMap, isCelUint, parse, plan } from '@bufbuild/cel';
import { MAX_EXPRESSION_LENGTH } from '@switchyard/contracts/bots/flow';
import { type Text, TextError, text, textOf } from '@switchyard/contracts/text/text';
import { MAX_VALUE_LENGTH, type Value, type Values } from '../runtime/session-state.ts';
import type { FormulaInput } from './expression-threads.ts';
import { meteredEnvironment, withinLimits } from './metered-functions.ts';

/** CEL itself has no time limit; the functions that an expression calls are metered (docs/decisions/221). */
const MAX_PARTS = 300;
const MAX_LIST = 1_000;
const MAX_DEPTH = 8;
/** Variables are one level down in the context, under `vars`. */
const DEPTH_OF_VARIABLES = 1;

const environment = meteredEnvironment();
const programs = new Map<string, ReturnType<typeof plan>>();
const MAX_PROGRAMS = 2_000;

/** An invalid or failed expression, described for the bot's builder. */
export class ExpressionError extends TextError {
  override readonly name = 'ExpressionError';
}

/** What is wrong with an expression, found without running it; null if it is valid. */
export function expressionFault(source: string): Text | null {
  try {
    prepare(source);
    return null;
  } catch (error) {
    return textOf(error);
  }
}

/**
 * Evaluates an expression on this thread.
 * @param work maximum work.
 * @returns undefined if it would exceed `work`
 * @throws ExpressionError
 */
export const evaluateWithin = (work: number, source: string, context: Values): Value | undefined =>
  runWithin(work, source, bindings(context));

/** Per formula and row: a hundred rows with ten formulas each fit into a thread's deadline. */
const FORMULA_WORK = 20_000;

/**
 * Evaluates a formula for a row. All its numbers are CEL doubles, even whole ones, so that division keeps fractions.
 * @throws ExpressionError
 */
export const evaluateFormula = (source: string, row: FormulaInput): Value | undefined =>
  runWithin(FORMULA_WORK, source, row);

function runWithin(work: number, source: string, bound: Record<string, CelInput>): Value | undefined {
  const run = prepare(source);
  const { result, isSpent } = withinLimits(work, () => run(bound));
  if (isSpent) return undefined;
  if (isCelError(result)) throw new ExpressionError(String(result.message));
  return readValue(result);
}

function prepare(source: string) {
  const known = programs.get(source);
  if (known) return known;
  if (source.trim() === '') throw new ExpressionError(text('nodeExpressionMissing'));
  if (source.length > MAX_EXPRESSION_LENGTH) {
    throw new ExpressionError(text('nodeExpressionLong', { maximum: MAX_EXPRESSION_LENGTH }));
  }
  const parsed = readSource(source);
  checkSize(parsed.expr);
  const program = plan(environment, parsed);
  if (programs.size >= MAX_PROGRAMS) programs.clear();
  programs.set(source, program);
  return program;
}

function readSource(source: string) {
  try {
    return parse(source);
  } catch (error) {
    throw new ExpressionError(textOf(error));
  }
}

/**
 * Rejects expressions that could run for long: too many parts, or a macro (`all`, `exists`, `map`, `filter`) inside
 * another.
 */
function checkSize(root: unknown): void {
  let parts = 0;
  const walk = (node: unknown, macros: number) => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const each of node) walk(each, macros);
      return;
    }
    const kind = (node as { case?: unknown }).case;
    if (typeof kind === 'string') parts += 1;
    if (parts > MAX_PARTS) throw new ExpressionError(text('nodeExpressionParts', { maximum: MAX_PARTS }));
    const inside = kind === 'comprehensionExpr' ? macros + 1 : macros;
    if (inside > 1) throw new ExpressionError('A macro can’t be nested in another macro.');
    for (const [name, each] of Object.entries(node)) if (!name.startsWith('$')) walk(each, inside);
  };
  walk(root, 0);
}

const bindings = (context: Values): Record<string, CelInput> =>
  Object.fromEntries(Object.entries(context).map(([name, value]) => [name, toCel(value, 0)]));

/** Nodes replace values and never mutate them, so each is converted once, however many expressions read it. */
const converted = new WeakMap<object, CelInput>();

/** Whole numbers become CEL integers, so that `%` and comparisons with integer literals work. */
function toCel(value: Value, depth: number): CelInput {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_DEPTH) return null;
  const before = depth === DEPTH_OF_VARIABLES ? converted.get(value) : undefined;
  if (before !== undefined) return before;
  const read: CelInput = Array.isArray(value)
    ? value.slice(0, MAX_LIST).map((item) => toCel(item, depth + 1))
    : new Map(
        Object.entries(value)
          .slice(0, MAX_LIST)
          .map(([name, one]) => [name, toCel(one, depth + 1)]),
      );
  if (depth === DEPTH_OF_VARIABLES) converted.set(value, read);
  return read;
}

/** @throws ExpressionError if the result exceeds the maximum value length */
function readValue(result: unknown): Value {
  let lengthLeft = MAX_VALUE_LENGTH;
  const countText = (part: string) => {
    lengthLeft -= part.length + 1;
    if (lengthLeft < 0) throw new ExpressionError(text('nodeValueLong', { maximum: MAX_VALUE_LENGTH / 1024 }));
    // PostgreSQL stores neither NUL nor lone surrogates, which a text function may produce.
    return part.replaceAll('\0', '').toWellFormed();
  };
  const read = (item: unknown, depth: number): Value => {
    if (typeof item === 'string') return countText(item);
    countText('');
    if (typeof item === 'bigint') return Number(item);
    if (typeof item === 'number' || typeof item === 'boolean' || item === null) return item;
    if (isCelUint(item)) return Number(item.value);
    if (isCelList(item)) return depth < MAX_DEPTH ? takeFirst(item).map((each) => read(each, depth + 1)) : null;
    if (!isCelMap(item)) return countText(String(asText({ one: item as CelInput })));
    if (depth >= MAX_DEPTH) return null;
    return Object.fromEntries(
      takeFirst(item.entries()).map(([name, each]) => [countText(String(name)), read(each, depth + 1)]),
    );
  };
  return read(result, 0);
}

const takeFirst = <One>(items: Iterable<One>): One[] => [...items].slice(0, MAX_LIST);

/** Times, durations and bytes as text. */
const asText = plan(environment, parse('string(one)'));
