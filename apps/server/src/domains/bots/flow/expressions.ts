import { type CelInput, celEnv, isCelError, isCelList, isCelMap, isCelUint, parse, plan } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { MAX_EXPRESSION_LENGTH } from '@switchyard/contracts/bot-flow';
import type { Value, Values } from '../runtime/session-state.ts';

/** CEL has no time limit of its own: with these no run was seen to take 20 ms (docs/decisions/221). */
const MAX_PARTS = 300;
const MAX_LIST = 1_000;
const MAX_DEPTH = 8;

const environment = celEnv({ funcs: strings });
const planned = new Map<string, ReturnType<typeof plan>>();
const MAX_PLANNED = 2_000;

/** An expression that cannot be used, or that went wrong, in words for whoever built it. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** What is wrong with an expression before it is ever run; null: nothing. */
export function expressionFault(source: string): string | null {
  try {
    prepare(source);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'It cannot be read.';
  }
}

/** The value of an expression. @throws ExpressionError */
export function evaluate(source: string, context: Values): Value {
  const result = prepare(source)(bindings(context));
  if (isCelError(result)) throw new ExpressionError(String(result.message));
  return toValue(result, 0);
}

function prepare(source: string) {
  const known = planned.get(source);
  if (known) return known;
  if (source.trim() === '') throw new ExpressionError('Write an expression.');
  if (source.length > MAX_EXPRESSION_LENGTH) {
    throw new ExpressionError(`An expression has at most ${MAX_EXPRESSION_LENGTH} characters.`);
  }
  const parsed = readSource(source);
  insistOnSize(parsed.expr);
  const made = plan(environment, parsed);
  if (planned.size >= MAX_PLANNED) planned.clear();
  planned.set(source, made);
  return made;
}

function readSource(source: string) {
  try {
    return parse(source);
  } catch (error) {
    throw new ExpressionError(error instanceof Error ? error.message : 'It cannot be read.');
  }
}

/** Refuses what could run for long: too many parts, or a macro (`all`, `exists`, `map`, `filter`) within a macro. */
function insistOnSize(root: unknown): void {
  let parts = 0;
  const walk = (one: unknown, macros: number) => {
    if (typeof one !== 'object' || one === null) return;
    if (Array.isArray(one)) {
      for (const each of one) walk(each, macros);
      return;
    }
    const kind = (one as { case?: unknown }).case;
    if (typeof kind === 'string') parts += 1;
    if (parts > MAX_PARTS) throw new ExpressionError(`An expression has at most ${MAX_PARTS} parts.`);
    const inside = kind === 'comprehensionExpr' ? macros + 1 : macros;
    if (inside > 1) throw new ExpressionError('A macro cannot stand within a macro.');
    for (const [name, each] of Object.entries(one)) if (!name.startsWith('$')) walk(each, inside);
  };
  walk(root, 0);
}

const bindings = (context: Values): Record<string, CelInput> =>
  Object.fromEntries(Object.entries(context).map(([name, value]) => [name, toCel(value, 0)]));

/** Whole numbers become CEL's integers, so that `%` and comparisons with written numbers work. */
function toCel(value: Value, depth: number): CelInput {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_LIST).map((one) => toCel(one, depth + 1));
  return new Map(
    Object.entries(value)
      .slice(0, MAX_LIST)
      .map(([name, one]) => [name, toCel(one, depth + 1)]),
  );
}

function toValue(result: unknown, depth: number): Value {
  if (typeof result === 'bigint') return Number(result);
  if (typeof result === 'string' || typeof result === 'number' || typeof result === 'boolean' || result === null) {
    return result;
  }
  if (isCelUint(result)) return Number(result.value);
  if (depth >= MAX_DEPTH) return null;
  if (isCelList(result)) return [...result].slice(0, MAX_LIST).map((one) => toValue(one, depth + 1));
  if (isCelMap(result)) {
    return Object.fromEntries(
      [...result.entries()].slice(0, MAX_LIST).map(([name, one]) => [String(name), toValue(one, depth + 1)]),
    );
  }
  return String(result);
}

/** Whether a text has an RE2 pattern in it. @throws ExpressionError the pattern cannot be read */
export const matches = (text: string, pattern: string): boolean =>
  evaluate('text.matches(pattern)', { text, pattern }) === true;
