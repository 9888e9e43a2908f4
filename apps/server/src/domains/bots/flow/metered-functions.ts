import { type CelEnv, type CelFunc, CelScalar, celEnv, celFunc, celMethod, isCelList, isCelMap } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { TextError, text } from '@switchyard/contracts/text/text';

/** Maximum work of one evaluation, in characters read and produced (docs/decisions/221). */
export const MAX_WORK = 3_000_000;
/** Cost of any call, however small its arguments. */
const WORK_OF_CALL = 20;
/** A pattern is compiled at each call: this base cost, plus the cost per instruction. */
const WORK_OF_PATTERN = 10_000;
const WORK_OF_INSTRUCTION = 100;
/** Characters compared or copied in the time it takes to process one character individually. */
const AT_ONCE = 16;

/** Functions that process their texts character by character. */
const BY_CHARACTER = [
  'size',
  'split',
  'lowerAscii',
  'upperAscii',
  'trim',
  'format',
  'join',
  'strings.quote',
  'replace',
];
/** Functions that may compare one whole text at every character of the other. */
const BY_SEARCH = ['contains', 'indexOf', 'lastIndexOf', 'split', 'replace'];

export const TOO_MUCH = text('nodeExpressionWork');

let workLeft = 0;

/** Runs an evaluation with a work limit. @returns its result; `isSpent` if it would have exceeded the limit */
export function withinLimits<Result>(work: number, run: () => Result): { result: Result; isSpent: boolean } {
  workLeft = work;
  const result = run();
  return { result, isSpent: workLeft < 0 };
}

/** RE2's maximum repeat count. */
const MAX_REPEATS = 1_000;

/**
 * Upper bound, within a small factor, of the instructions a pattern compiles to. A repeat after a bracket multiplies
 * everything the bracket may contain; any other repeats one character or class.
 */
function patternSize(pattern: string): number {
  let size = pattern.length;
  let factor = 1;
  for (const [, bracket, from, to] of pattern.matchAll(/(\)?)\{(\d+)(?:,(\d*))?\}/g)) {
    const times = Math.min(MAX_REPEATS, Math.max(1, Number(to || from) + (to === '' ? 1 : 0)));
    if (bracket) factor = Math.min(MAX_REPEATS, factor * times);
    else size += times;
  }
  return size * factor;
}

function charge(work: number): void {
  workLeft -= work;
  if (workLeft < 0) throw new TextError(TOO_MUCH);
}

/** Charges for everything a value contains, stopping when the budget is spent. */
function chargeValue(value: unknown, ofCharacter: number): void {
  charge(typeof value === 'string' ? 1 + value.length * ofCharacter : 1);
  if (isCelList(value)) for (const item of value) chargeValue(item, ofCharacter);
  else if (isCelMap(value)) {
    for (const [name, one] of value) {
      chargeValue(name, ofCharacter);
      chargeValue(one, ofCharacter);
    }
  }
}

function chargeCall(name: string, target: unknown, given: readonly unknown[]): void {
  const values = [target, ...given];
  const [text = 0, other = 0] = values.flatMap((value) => (typeof value === 'string' ? [value.length] : []));
  charge(WORK_OF_CALL);
  if (name === 'matches') {
    const size = patternSize(values.findLast((value) => typeof value === 'string') ?? '');
    charge(WORK_OF_PATTERN + size * (WORK_OF_INSTRUCTION + text));
  }
  if (BY_SEARCH.includes(name)) charge((text * other) / AT_ONCE);
  for (const value of values) {
    // The elements are not charged: a macro appends to its list one element at a time.
    if (name === '_+_' && isCelList(value)) charge(value.size);
    else if (name !== 'size' || typeof value === 'string')
      chargeValue(value, BY_CHARACTER.includes(name) ? 1 : 1 / AT_ONCE);
  }
}

type Call = CelFunc['call'];

/** The same function with its calls metered. */
const metered = (func: CelFunc): CelFunc =>
  Object.create(func, {
    call: {
      value(id: Parameters<Call>[0], target: Parameters<Call>[1], given: Parameters<Call>[2]): ReturnType<Call> {
        const before = workLeft;
        chargeCall(func.name, target, given);
        const result = func.call(id, target, given);
        // This overload doesn't take these arguments; the next one of the same name is tried, and charged.
        if (result === undefined) workLeft = before;
        return result;
      },
    },
  });

/**
 * Replaces the library's function, which copies the whole text per match: 2,000 matches in 2,000 characters took six
 * seconds.
 */
function replaceText(text: string, search: string, replacement: string, maximum: number): string {
  if (search === '') throw new Error('There is nothing to replace.');
  const parts = text.split(search);
  const places = Math.min(parts.length - 1, Math.max(0, maximum));
  charge(places * replacement.length);
  return [parts.slice(0, places + 1).join(replacement), ...parts.slice(places + 1)].join(search);
}

const { STRING, INT, DOUBLE } = CelScalar;
const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '_+_': (a, b) => a + b,
  '_-_': (a, b) => a - b,
  '_*_': (a, b) => a * b,
  '_/_': (a, b) => a / b,
  '_%_': (a, b) => a % b,
};
/** Allows `price * 2` for a price of 9.5: CEL has no arithmetic between doubles and integers. */
const mixed = Object.entries(ARITHMETIC).flatMap(([name, count]) => [
  celFunc(name, [DOUBLE, INT], DOUBLE, (a, b) => count(a, Number(b))),
  celFunc(name, [INT, DOUBLE], DOUBLE, (a, b) => count(Number(a), b)),
  ...(name === '_%_' ? [celFunc(name, [DOUBLE, DOUBLE], DOUBLE, count)] : []),
]);
const replace = [
  celMethod('replace', STRING, [STRING, STRING], STRING, function (search, replacement) {
    return replaceText(this, search, replacement, Number.POSITIVE_INFINITY);
  }),
  celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (search, replacement, maximum) {
    return replaceText(this, search, replacement, Number(maximum));
  }),
];

/** CEL with metered text functions, since CEL itself has no limit. */
export function meteredEnvironment(): CelEnv {
  const { funcs } = celEnv({ funcs: [...strings, ...replace, ...mixed] });
  return celEnv({ funcs: [...funcs].map(metered) });
}
