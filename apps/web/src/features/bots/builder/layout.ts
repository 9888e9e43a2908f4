import { type BotEdge, type BotNode, outletsOf } from '@switchyard/contracts/bots/flow';

export type Position = { x: number; y: number };
type Flow = { nodes: readonly BotNode[]; edges: readonly BotEdge[] };

/** Width of a step on the canvas, in pixels. */
export const STEP_PX = 220;
const COLUMN_PX = 320;
const GAP_PX = 40;
const OUTLET_PX = 26;

/** Approximate rendered height: header, name, two lines, its outlets. */
export const heightOf = (step: BotNode): number =>
  100 + (step.name ? 20 : 0) + Math.max(1, outletsOf(step).length) * OUTLET_PX;

/**
 * Positions for a new step after an outlet: beside that step, below whatever is there. Later steps move by a column if
 * there is no space between.
 */
export function positionsFor(
  step: BotNode,
  after: { from: string; outlet: string },
  flow: Flow,
): Map<string, Position> {
  const from = flow.nodes.find(({ id }) => id === after.from);
  if (!from) return new Map();
  const to = flow.edges.find((edge) => edge.from === after.from && edge.outlet === after.outlet)?.to;
  const next = flow.nodes.find(({ id }) => id === to);
  const places = new Map<string, Position>();
  if (next && next.x > from.x && next.x < from.x + 2 * COLUMN_PX) {
    const following = reachedFrom(next.id, flow.edges);
    for (const { id, x, y } of flow.nodes)
      if (following.has(id) && x >= next.x) places.set(id, { x: x + COLUMN_PX, y });
  }
  const x = from.x + COLUMN_PX;
  const others = flow.nodes
    .map((step) => ({ ...step, ...places.get(step.id) }))
    .filter((step) => Math.abs(step.x - x) < STEP_PX + GAP_PX / 2)
    .toSorted((a, b) => a.y - b.y);
  let y = next ? next.y : from.y + Math.max(0, outletsOf(from).indexOf(after.outlet)) * OUTLET_PX;
  for (const neighbour of others)
    if (y < neighbour.y + heightOf(neighbour) + GAP_PX && neighbour.y < y + heightOf(step) + GAP_PX)
      y = neighbour.y + heightOf(neighbour) + GAP_PX;
  return places.set(step.id, { x, y });
}

/**
 * Puts every step in the column of its longest path from the start, near the steps that lead to it; back edges are
 * ignored.
 */
export function tidyLayout({ nodes, edges }: Flow): Map<string, Position> {
  const targets = new Map(
    nodes.map((node) => [node.id, outletsOf(node).flatMap((outlet) => toOf(edges, node.id, outlet))]),
  );
  const column = new Map<string, number>();
  const visited = new Set<string>();
  const order: string[] = [];
  const backEdges = new Set<string>();
  // Uses an explicit stack: a flow may be a chain of hundreds.
  const isTrigger = ({ kind }: BotNode) => kind === 'trigger';
  for (const { id } of [...nodes.filter(isTrigger), ...nodes]) {
    const open = [{ id, at: 0 }];
    const above = new Set<string>();
    while (open.length > 0) {
      const top = open.at(-1) as { id: string; at: number };
      if (top.at === 0) {
        if (visited.has(top.id)) {
          open.pop();
          continue;
        }
        visited.add(top.id);
        above.add(top.id);
      }
      const to = targets.get(top.id)?.[top.at];
      top.at += 1;
      if (to === undefined) {
        above.delete(top.id);
        order.unshift(top.id);
        open.pop();
      } else if (above.has(to)) backEdges.add(`${top.id} ${to}`);
      else if (!visited.has(to)) open.push({ id: to, at: 0 });
    }
  }
  const steps = new Map(nodes.map((node) => [node.id, node]));
  for (const id of order) {
    const own = column.get(id) ?? 0;
    column.set(id, own);
    for (const to of targets.get(id) ?? [])
      if (!backEdges.has(`${id} ${to}`)) column.set(to, Math.max(column.get(to) ?? 0, own + 1));
  }
  const places = new Map<string, Position>();
  for (let at = 0; places.size < nodes.length && at < nodes.length; at += 1) {
    const preferences = order
      .filter((id) => column.get(id) === at)
      .map((id) => ({ id, y: preferredY(id, edges, places, steps) }))
      .sort((a, b) => (a.y ?? Number.MAX_VALUE) - (b.y ?? Number.MAX_VALUE));
    let free = Number.NEGATIVE_INFINITY;
    for (const { id, y: preferred } of preferences) {
      const y = Math.max(preferred ?? 0, free);
      places.set(id, { x: at * COLUMN_PX, y });
      free = y + heightOf(steps.get(id) as BotNode) + GAP_PX;
    }
  }
  return places;
}

const toOf = (edges: readonly BotEdge[], from: string, outlet: string): string[] =>
  edges.filter((edge) => edge.from === from && edge.outlet === outlet).map(({ to }) => to);

/** Level with the outlets that lead to it; null if none does, which puts it below the others. */
function preferredY(
  id: string,
  edges: readonly BotEdge[],
  places: ReadonlyMap<string, Position>,
  steps: ReadonlyMap<string, BotNode>,
): number | null {
  if (steps.get(id)?.kind === 'trigger') return 0;
  const levels = edges.flatMap(({ from, outlet, to }) => {
    const place = places.get(from);
    const step = steps.get(from);
    return to === id && place && step ? [place.y + outletsOf(step).indexOf(outlet) * OUTLET_PX] : [];
  });
  return levels.length === 0 ? null : levels.reduce((sum, level) => sum + level, 0) / levels.length;
}

function reachedFrom(start: string, edges: readonly BotEdge[]): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached) for (const { from, to } of edges) if (from === id) reached.add(to);
  return reached;
}
