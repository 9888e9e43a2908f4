/**
 * Victims of kills. `postgres` means all its processes at once, `backend` the process of one connection, after which
 * PostgreSQL recovers automatically.
 */
export const VICTIMS = ['engine', 'server', 'broker', 'postgres', 'backend'] as const;
export type Victim = (typeof VICTIMS)[number];

/** A planned kill. */
export interface PlannedKill<OfVictim extends string = Victim> {
  /** Time after the start of the traffic. */
  afterMs: number;
  victim: OfVictim;
  /** Selects one of the victim's processes, from 0 up to 1. */
  draw: number;
}

/** Share of each victim. Engines are killed most often as there are many; each of the others affects every lane. */
const SHARES: Record<Victim, number> = { engine: 0.6, server: 0.15, broker: 0.1, postgres: 0.1, backend: 0.05 };
/**
 * Bounds of kills within the traffic, so that there is something to lose before and something to recover after each.
 */
const FIRST_SHARE = 0.02;
const LAST_SHARE = 0.93;

/** Plans kills at random moments of random victims with fixed shares. The same seed gives the same plan. */
export function planKills(kills: number, trafficMs: number, seed: number): PlannedKill[] {
  return planKillsOf(SHARES, kills, trafficMs, seed);
}

/** Plans kills of any victims. @param shares share of each victim, the largest first */
export function planKillsOf<OfVictim extends string>(
  shares: Record<OfVictim, number>,
  kills: number,
  trafficMs: number,
  seed: number,
): PlannedKill<OfVictim>[] {
  const random = seededNumbers(seed);
  const victims = (Object.entries(shares) as [OfVictim, number][]).flatMap(([victim, share]) =>
    Array<OfVictim>(Math.ceil(kills * share)).fill(victim),
  );
  while (victims.length > kills) victims.shift();
  const moments = victims.map(() => FIRST_SHARE + random() * (LAST_SHARE - FIRST_SHARE)).sort((a, b) => a - b);
  return moments.map((moment) => {
    const [victim] = victims.splice(Math.floor(random() * victims.length), 1) as [OfVictim];
    return { afterMs: Math.round(moment * trafficMs), victim, draw: random() };
  });
}

/** Mulberry32: a small generator of numbers from 0 up to 1 that depend only on the seed. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
