import type { Paged } from '../../platform/tool.ts';
import type { ReplyResults } from './conversations.ts';
import type { Call } from './planner/plan-types.ts';

/** Keeps what a tool has answered for the page: of a list its rows, with how many of how many they are. */
export function keepResult({ toolResults, totals }: ReplyResults, call: Call, result: unknown): void {
  const { data, total, page = null, pages } = (result ?? {}) as { data?: unknown; total?: unknown } & Partial<Paged>;
  toolResults[call.tool] = Array.isArray(data) ? data : result;
  if (Array.isArray(data) && typeof total === 'number')
    totals[call.tool] = { shown: data.length, total, page, ...(pages ? { pages } : {}) };
}
