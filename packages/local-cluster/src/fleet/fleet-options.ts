/** Size and activity of a simulated fleet. */
export interface FleetOptions {
  nodes: number;
  pods: number;
  /** The same seed gives the same fleet with the same behaviour. */
  seed: number;
  /** Pod changes per second over the whole fleet. */
  changesPerSecond: number;
  namespace: string;
}

const MAX_NODES = 5_000;
const MAX_PODS = 150_000;
const CHANGES_PER_POD_AND_SECOND = 0.01;

/**
 * Parses `nodes:1000,pods:20000,seed:7,changes:200`. Seed (default 1) and changes (default a hundredth of the pods per
 * second) are optional.
 * @throws Error with the fault
 */
export function parseFleet(text: string, namespace: string): FleetOptions {
  const values = new Map<string, number>();
  for (const part of text.split(',')) {
    const [, name = '', digits = ''] = /^\s*(nodes|pods|seed|changes)\s*:\s*(\d+)\s*$/.exec(part) ?? [];
    if (name === '') throw new Error(`"${part.trim()}" is not one of nodes:N, pods:N, seed:N, changes:N`);
    values.set(name, Number(digits));
  }
  const nodes = values.get('nodes') ?? 0;
  const pods = values.get('pods') ?? 0;
  if (nodes < 1 || nodes > MAX_NODES) throw new Error(`nodes must be from 1 to ${MAX_NODES}`);
  if (pods > MAX_PODS) throw new Error(`pods must be at most ${MAX_PODS}`);
  const changesPerSecond = values.get('changes') ?? Math.ceil(pods * CHANGES_PER_POD_AND_SECOND);
  return { nodes, pods, seed: values.get('seed') ?? 1, changesPerSecond, namespace };
}
