/** How many nodes and pods there are, or are to be. */
export interface FleetCounts {
  nodes: number;
  pods: number;
}

export interface FleetChange {
  /** What the cluster held when the change was asked for. */
  before: FleetCounts;
  /** The simulated fleet that goes; null: there was none. */
  removed: FleetCounts | null;
  /** The simulated fleet that is to be there; null: it is taken out. */
  wanted: FleetCounts | null;
}

/**
 * Real nodes and pods beside a simulated fleet, and pods that come and go in it, are a few; so much more or less than
 * expected is the end.
 */
const SLACK = 0.01;

/** How far the console's picture is on its way, from 0 to 1; 1: it has arrived. */
export function fleetProgress({ before, wanted }: Pick<FleetChange, 'before' | 'wanted'>, now: FleetCounts): number {
  const from = before.nodes + before.pods;
  const to = wanted ? wanted.nodes + wanted.pods : 0;
  const way = to - from;
  if (way === 0) return 1;
  const done = (now.nodes + now.pods - from) / way;
  return done >= 1 - SLACK ? 1 : Math.max(0, done);
}
