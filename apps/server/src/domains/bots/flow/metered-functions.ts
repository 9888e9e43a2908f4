import { type CelEnv, type CelFunc, CelScalar, celEnv, celFunc, celMethod, isCelList, isCelMap } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { TextError, text } from '@switchyard/contracts/text/text';

/** What one run of an expression may read and make, counted in characters (docs/decisions/221). */
export const MAX_WORK = 3_000_000;
/** Of any call, however little it is given. */
const WORK_OF_CALL = 20;
/** A pattern is read anew at each call: so much, and for each of its instructions. */
const WORK_OF_PATTERN = 10_000;
const WORK_OF_INSTRUCTION = 100;
/** So many characters are compared or passed on in the time in which a text is taken apart by one. */
const AT_ONCE = 16;

/** Functions that go through their texts character by character. */
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
/** Functions that may compare the whole of one text at every character of the other. */
const BY_SEARCH = ['contains', 'indexOf', 'lastIndexOf', 'split', 'replace'];

export const TOO_MUCH = text('nodeExpressionWork');

let workLeft = 0;

/** Runs an expression that may do so much work. @returns what comes of it; `isSpent`: it would have taken more */
export function withinLimits<Result>(work: number, run: () => Result): { result: Result; isSpent: boolean } {
  workLeft = work;
  const result = run();
  return { result, isSpent: workLeft < 0 };
}

/** RE2 refuses more. */
const MAX_REPEATS = 1_000;

/**
 * At least as many instructions, but for a small factor, as a pattern is compiled to. A repeat behind a bracket
 * multiplies all that may stand in it; any other is of one character or class.
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

function spend(work: number): void {
  workLeft -= work;
  if (workLeft < 0) throw new TextError(TOO_MUCH);
}

/** Counts all that a value holds, and no further than may be spent. */
function spendOn(value: unknown, ofCharacter: number): void {
  spend(typeof value === 'string' ? 1 + value.length * ofCharacter : 1);
  if (isCelList(value)) for (const one of value) spendOn(one, ofCharacter);
  else if (isCelMap(value)) {
    for (const [name, one] of value) {
      spendOn(name, ofCharacter);
      spendOn(one, ofCharacter);
    }
  }
}

function spendOnCall(name: string, target: unknown, given: readonly unknown[]): void {
  const values = [target, ...given];
  const [text = 0, other = 0] = values.flatMap((value) => (typeof value === 'string' ? [value.length] : []));
  spend(WORK_OF_CALL);
  if (name === 'matches') {
    const size = patternSize(values.findLast((value) => typeof value === 'string') ?? '');
    spend(WORK_OF_PATTERN + size * (WORK_OF_INSTRUCTION + text));
  }
  if (BY_SEARCH.includes(name)) spend((text * other) / AT_ONCE);
  for (const value of values) {
    // What they hold is not looked at: a macro adds to its list one by one.
    if (name === '_+_' && isCelList(value)) spend(value.size);
    else if (name !== 'size' || typeof value === 'string')
      spendOn(value, BY_CHARACTER.includes(name) ? 1 : 1 / AT_ONCE);
  }
}

type Call = CelFunc['call'];

/** The same function, whose calls are counted. */
const metered = (func: CelFunc): CelFunc =>
  Object.create(func, {
    call: {
      value(id: Parameters<Call>[0], target: Parameters<Call>[1], given: Parameters<Call>[2]): ReturnType<Call> {
        const before = workLeft;
        spendOnCall(func.name, target, given);
        const result = func.call(id, target, given);
        // It is for others than these: the next of its name is tried, and counted.
        if (result === undefined) workLeft = before;
        return result;
      },
    },
  });

/** The library's own copies the whole text for each place: 2,000 places in 2,000 characters took it six seconds. */
function replaced(text: string, sought: string, other: string, most: number): string {
  if (sought === '') throw new Error('There is nothing to replace.');
  const parts = text.split(sought);
  const places = Math.min(parts.length - 1, Math.max(0, most));
  spend(places * other.length);
  return [parts.slice(0, places + 1).join(other), ...parts.slice(places + 1)].join(sought);
}

const { STRING, INT, DOUBLE } = CelScalar;
const ARITHMETIC: Record<string, (one: number, other: number) => number> = {
  '_+_': (one, other) => one + other,
  '_-_': (one, other) => one - other,
  '_*_': (one, other) => one * other,
  '_/_': (one, other) => one / other,
  '_%_': (one, other) => one % other,
};
/** `price * 2` for a price of 9.5: CEL itself has no arithmetic of fractions with whole numbers. */
const mixed = Object.entries(ARITHMETIC).flatMap(([name, count]) => [
  celFunc(name, [DOUBLE, INT], DOUBLE, (one, other) => count(one, Number(other))),
  celFunc(name, [INT, DOUBLE], DOUBLE, (one, other) => count(Number(one), other)),
  ...(name === '_%_' ? [celFunc(name, [DOUBLE, DOUBLE], DOUBLE, count)] : []),
]);
const replace = [
  celMethod('replace', STRING, [STRING, STRING], STRING, function (sought, other) {
    return replaced(this, sought, other, Number.POSITIVE_INFINITY);
  }),
  celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (sought, other, most) {
    return replaced(this, sought, other, Number(most));
  }),
];

/** CEL with its functions for texts, each call of which is counted: it has no limit of its own. */
export function meteredEnvironment(): CelEnv {
  const { funcs } = celEnv({ funcs: [...strings, ...replace, ...mixed] });
  return celEnv({ funcs: [...funcs].map(metered) });
}
