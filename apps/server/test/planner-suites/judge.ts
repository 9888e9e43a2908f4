import { plan } from '../../src/domains/agent/planner/plan.ts';
import type { PlanContext } from '../../src/domains/agent/planner/plan-types.ts';

/** What a request must come to: calls, or a word for what is not done. */
export type Expected =
  | 'ask'
  | 'decline'
  | 'help'
  | 'state'
  | 'who'
  | { calls: { tool: string; args: object }[]; answers: 'list' | 'count' };

/** A request, and what it must come to; where its words leave it open, also what else is right. */
export type Case = [request: string, expected: Expected, ...alsoRight: Expected[]];

/** Requests with what they are read against. */
export interface Suite {
  cases: readonly Case[];
  context: PlanContext;
}

/** What the planner makes of a request, in the shape of what was expected. */
export function planned(request: string, context: PlanContext): Expected {
  const made = plan(request, context);
  return made.kind === 'calls' ? { calls: made.calls, answers: made.answers } : made.kind;
}

/** The same in any order of fields, of people and of statuses. */
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

/** Whether a request came to what was meant. */
export const isRight = (made: Expected, [, ...right]: Case): boolean =>
  right.some((one) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(made)));

/** Tools that read, beside those whose names begin with "get". */
const READS = new Set(['why_not_sent', 'search_knowledge', 'draft_campaign', 'list_recurring_messages']);

/** Whether something would be changed by it. */
export const isAct = (made: Expected): boolean =>
  typeof made === 'object' && made.calls.some(({ tool }) => !tool.startsWith('get_') && !READS.has(tool));

/** The requests of a suite that did not come to what was meant, and those of them that would do something else. */
export function judge({ cases, context }: Suite): { wrong: string[]; misdone: string[]; asked: string[] } {
  const wrong = cases.filter((one) => !isRight(planned(one[0], context), one));
  const asked = cases.filter(
    ([request, expected]) => typeof expected === 'object' && typeof planned(request, context) === 'string',
  );
  const requestsOf = (some: readonly Case[]) => some.map(([request]) => request);
  return {
    wrong: requestsOf(wrong),
    misdone: requestsOf(wrong.filter(([request]) => isAct(planned(request, context)))),
    asked: requestsOf(asked),
  };
}
