import { plan } from '../../src/domains/agent/planner/plan.ts';
import type { PlanContext } from '../../src/domains/agent/planner/plan-types.ts';

/** A request's expected result: calls, or a word for what is not done. */
export type Expected =
  | 'ask'
  | 'decline'
  | 'help'
  | 'state'
  | 'who'
  | { calls: { tool: string; args: object }[]; answers: 'list' | 'count' };

/** A request and its expected result, with other acceptable results if its wording is ambiguous. */
export type Case = [request: string, expected: Expected, ...alsoRight: Expected[]];

/** Requests with their context. */
export interface Suite {
  cases: readonly Case[];
  context: PlanContext;
}

/** The planner's result in the shape of the expected one. */
export function planRequest(request: string, context: PlanContext): Expected {
  const result = plan(request, context);
  return result.kind === 'calls' ? { calls: result.calls, answers: result.answers } : result.kind;
}

/** Normalises the order of fields, people and statuses. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    return items.every((item) => typeof item === 'string') ? items.sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]): [string, unknown] => [key, sorted(one)])
      .sort(),
  );
};

/** Whether a request has an acceptable result. */
export const isRight = (actual: Expected, [, ...right]: Case): boolean =>
  right.some((expected) => JSON.stringify(sorted(expected)) === JSON.stringify(sorted(actual)));

/** Read tools whose names do not begin with "get". */
const READS = new Set(['why_not_sent', 'search_knowledge', 'draft_campaign', 'list_recurring_messages']);

/** Whether a result changes something. */
export const isAct = (actual: Expected): boolean =>
  typeof actual === 'object' && actual.calls.some(({ tool }) => !tool.startsWith('get_') && !READS.has(tool));

/** A suite's requests with wrong results, those that would do something else, and those asked back. */
export function judge({ cases, context }: Suite): { wrong: string[]; misdone: string[]; asked: string[] } {
  const wrong = cases.filter((testCase) => !isRight(planRequest(testCase[0], context), testCase));
  const clarified = cases.filter(
    ([request, expected]) => typeof expected === 'object' && typeof planRequest(request, context) === 'string',
  );
  const requestsOf = (some: readonly Case[]) => some.map(([request]) => request);
  return {
    wrong: requestsOf(wrong),
    misdone: requestsOf(wrong.filter(([request]) => isAct(planRequest(request, context)))),
    asked: requestsOf(clarified),
  };
}
