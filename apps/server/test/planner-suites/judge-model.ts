import { addressOf } from '@switchyard/contracts/agent/results';
import { Temporal } from 'temporal-polyfill';
import { type Case, type Expected, isAct, isRight } from './judge.ts';

/** What a model has a tool called with. */
export type Call = Extract<Expected, { calls: unknown }>['calls'][number];

/** A call with what its tool puts in the place of what was left out. */
type Complete = (call: Call) => Call;

/** A call in the words of the suites: what only names is left out, numbers and times are written as there. */
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
 * Whether calls come to what was meant: people may have been looked up before, and a list or its count are one to a
 * model.
 */
export function judged(given: readonly Call[], [, ...right]: Case, zone: string, complete: Complete): boolean {
  const calls = given.map((call) => plain(complete(call), zone));
  return right.some((one) => {
    if (typeof one === 'string') return !isAct({ calls, answers: 'list' });
    const wanted = one.calls.map((call) => plain(complete(call), zone));
    const names = new Set(wanted.map(({ tool }) => tool));
    const shown = calls.filter(({ tool }) => names.has(tool) || !tool.startsWith('get_'));
    return isRight({ calls: shown, answers: 'list' }, ['', { calls: wanted, answers: 'list' }]);
  });
}
