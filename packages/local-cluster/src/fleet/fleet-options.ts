/** How large a simulated fleet is and how much goes on in it. */
export interface FleetOptions {
  nodes: number;
  pods: number;
  /** The same seed gives the same fleet, doing the same. */
  seed: number;
  /** Changes of pods a second, over the whole fleet. */
  changesPerSecond: number;
  namespace: string;
}

const MAX_NODES = 5_000;
const MAX_PODS = 150_000;
const CHANGES_PER_POD_AND_SECOND = 0.01;

/**
 * Reads `nodes:1000,pods:20000,seed:7,changes:200`. Seed (1) and changes (one of a hundred pods a second) may be left
 * out.
 * @throws Error naming what is wrong
 */
export function parseFleet(text: string, namespace: string): FleetOptions {
  const given = new Map<string, number>();
  for (const part of text.split(',')) {
    const [, name = '', digits = ''] = /^\s*(nodes|pods|seed|changes)\s*:\s*(\d+)\s*$/.exec(part) ?? [];
    if (name === '') throw new Error(`"${part.trim()}" is not one of nodes:N, pods:N, seed:N, changes:N`);
    given.set(name, Number(digits));
  }
  const nodes = given.get('nodes') ?? 0;
  const pods = given.get('pods') ?? 0;
  if (nodes < 1 || nodes > MAX_NODES) throw new Error(`nodes must be from 1 to ${MAX_NODES}`);
  if (pods > MAX_PODS) throw new Error(`pods must be at most ${MAX_PODS}`);
  const changesPerSecond = given.get('changes') ?? Math.ceil(pods * CHANGES_PER_POD_AND_SECOND);
  return { nodes, pods, seed: given.get('seed') ?? 1, changesPerSecond, namespace };
}
