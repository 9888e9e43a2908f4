import { isDeepStrictEqual } from 'node:util';
import { type BotFlow, type BotNode, botFlow } from '@switchyard/contracts/bots/flow';
import type { BotVersion } from '@switchyard/contracts/bots/operations';

/** Nodes that are new, changed or removed between two flows; a node's position on the canvas doesn't count. */
export function compareFlows(older: BotFlow | null, newer: BotFlow): BotVersion['changes'] {
  // Parsing fills in settings that a newer server added, so that they don't count as changes.
  const [before, after] = [older && botFlow.parse(older), botFlow.parse(newer)];
  const earlier = new Map(before?.nodes.map((node) => [node.id, node]));
  const toChange = (node: BotNode, change: BotVersion['changes'][number]['change']) => ({
    nodeId: node.id,
    kind: node.kind,
    name: node.name,
    change,
  });
  const changed = after.nodes.flatMap((node) => {
    const was = earlier.get(node.id);
    if (!was) return [toChange(node, 'added')];
    return isDeepStrictEqual(comparable(was, before), comparable(node, after)) ? [] : [toChange(node, 'changed')];
  });
  const left = new Set(after.nodes.map(({ id }) => id));
  return [
    ...changed,
    ...[...earlier.values()].filter(({ id }) => !left.has(id)).map((node) => toChange(node, 'removed')),
  ];
}

const comparable = (node: BotNode, flow: BotFlow | null) => ({
  node: { ...node, x: 0, y: 0 },
  edges: (flow?.edges ?? [])
    .filter(({ from }) => from === node.id)
    .toSorted((a, b) => a.outlet.localeCompare(b.outlet)),
});
