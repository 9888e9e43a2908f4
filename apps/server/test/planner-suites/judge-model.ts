import { addressOf } from '@switchyard/contracts/agent/results';
import { Temporal } from 'temporal-polyfill';
import { type Case, type Expected, isAct, isRight } from './judge.ts';

/** A model's tool call. */
export type Call = Extract<Expected, { calls: unknown }>['calls'][number];

/** Completes a call with its tool's defaults. */
type Complete = (call: Call) => Call;

/** A call in the suites' notation: without names, and with their format of numbers and times. */
function plain({ tool, args }: Call, zone: string): Call {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !['contactName', 'skip', 'version'].includes(name))
          .map(([name, one]) => [name, written(one)]),
      );
    if (typeof value !== 'string') return value;
    if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(value))
      return Temporal.Instant.from(value)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' });
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:/.test(value) ? value.slice(0, 16) : addressOf(value);
  };
  return { tool, args: written(args) as object };
}

/**
 * Whether calls match the expected meaning: people may have been looked up first, and a list and its count are the same
 * to a model.
 */
export function isRightForModel(given: readonly Call[], [, ...right]: Case, zone: string, complete: Complete): boolean {
  const calls = given.map((call) => plain(complete(call), zone));
  return right.some((expected) => {
    if (typeof expected === 'string') return !isAct({ calls, answers: 'list' });
    const expectedCalls = expected.calls.map((call) => plain(complete(call), zone));
    const names = new Set(expectedCalls.map(({ tool }) => tool));
    const shown = calls.filter(({ tool }) => names.has(tool) || !tool.startsWith('get_'));
    return isRight({ calls: shown, answers: 'list' }, ['', { calls: expectedCalls, answers: 'list' }]);
  });
}
