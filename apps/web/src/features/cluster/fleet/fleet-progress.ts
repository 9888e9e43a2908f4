/** Number of nodes and pods, present or requested. */
export interface FleetCounts {
  nodes: number;
  pods: number;
}

export interface FleetChange {
  /** What the cluster contained when the change was requested. */
  before: FleetCounts;
  /** The simulated fleet being removed; null if there was none. */
  removed: FleetCounts | null;
  /** The requested simulated fleet; null if it is being removed. */
  wanted: FleetCounts | null;
}

/**
 * Tolerance for real nodes and pods beside a simulated fleet, and for its pods being replaced: within this the change
 * counts as complete.
 */
const SLACK = 0.01;

/** Progress of the console's state from 0 to 1; 1: complete. */
export function fleetProgress({ before, wanted }: Pick<FleetChange, 'before' | 'wanted'>, now: FleetCounts): number {
  const from = before.nodes + before.pods;
  const to = wanted ? wanted.nodes + wanted.pods : 0;
  const way = to - from;
  if (way === 0) return 1;
  const done = (now.nodes + now.pods - from) / way;
  return done >= 1 - SLACK ? 1 : Math.max(0, done);
}
