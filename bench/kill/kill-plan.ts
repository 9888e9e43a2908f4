/**
 * What is killed. `postgres` is its every process at once, `backend` one connection's process, after which PostgreSQL
 * recovers by itself.
 */
export const VICTIMS = ['engine', 'server', 'broker', 'postgres', 'backend'] as const;
export type Victim = (typeof VICTIMS)[number];

/** One kill to come. */
export interface PlannedKill<OfVictim extends string = Victim> {
  /** After the beginning of the traffic. */
  afterMs: number;
  victim: OfVictim;
  /** Which of the victim's processes, from 0 up to 1. */
  draw: number;
}

/** Engines die most often, as there are many of them; each of the others takes every lane with it. */
const SHARES: Record<Victim, number> = { engine: 0.6, server: 0.15, broker: 0.1, postgres: 0.1, backend: 0.05 };
/**
 * Kills fall within this part of the traffic, so that there is something to lose before and something to recover after
 * each.
 */
const FIRST_SHARE = 0.02;
const LAST_SHARE = 0.93;

/** The same seed gives the same kills in the same order: random moments, random victims, fixed shares of each kind. */
export function planKills(kills: number, trafficMs: number, seed: number): PlannedKill[] {
  return planKillsOf(SHARES, kills, trafficMs, seed);
}

/** The same for any victims. `shares`: of all kills, the largest first. */
export function planKillsOf<OfVictim extends string>(
  shares: Record<OfVictim, number>,
  kills: number,
  trafficMs: number,
  seed: number,
): PlannedKill<OfVictim>[] {
  const random = numbersFrom(seed);
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

/** Mulberry32: a small generator whose numbers from 0 up to 1 depend on the seed alone. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
