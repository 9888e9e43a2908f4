import type { BotFlow } from '@switchyard/contracts/bots/flow';
import type { Counts } from '../bots.schema.ts';

/** Number of nodes of each kind in a flow. */
export function kindsOf({ nodes }: BotFlow): Counts {
  const counts: Counts = {};
  for (const { kind } of nodes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
