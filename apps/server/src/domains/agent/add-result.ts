import type { Paged } from '../../platform/tool.ts';
import type { ReplyResults } from './conversations.ts';

export const noResults = (): ReplyResults => ({ toolResults: {}, totals: {}, widgets: [] });

/** Adds a tool's result to the reply: for a list, its rows and the total. */
export function addResult(results: ReplyResults, tool: string, result: unknown): ReplyResults {
  const { data, total, page = null, pages } = (result ?? {}) as { data?: unknown; total?: unknown } & Partial<Paged>;
  results.toolResults[tool] = Array.isArray(data) ? data : result;
  if (Array.isArray(data) && typeof total === 'number')
    results.totals[tool] = { shown: data.length, total, page, ...(pages ? { pages } : {}) };
  return results;
}
