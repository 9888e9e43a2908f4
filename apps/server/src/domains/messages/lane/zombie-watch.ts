/** Minimum sends in flight for an engine to be judged: one slow chat proves nothing. */
export const MIN_IN_FLIGHT = 3;
/**
 * How long none of them may settle. Drivers stop waiting for an answer after 15 to 30 s, so most have tried several
 * times by then.
 */
export const MAX_SILENCE_MS = 90_000;

/** A connected engine's sends in flight at one moment. */
export interface InFlight {
  engineId: string;
  /** Ids of the messages being sent. */
  ids: readonly string[];
}

interface WatchedEngine {
  ids: ReadonlySet<string>;
  sinceMs: number;
}

/**
 * Finds zombies: engines that report to be connected while nothing they send is acknowledged. Progress means that a
 * message is no longer in flight; new messages in flight don't count. State is kept in memory: after a server restart,
 * detection only takes longer.
 */
export class ZombieWatch {
  #watched = new Map<string, WatchedEngine>();

  /**
   * Records what is in flight now.
   * @returns the zombies, with how long nothing settled; each is reported again only after another full wait
   */
  observe(seen: readonly InFlight[], nowMs: number): { engineId: string; inFlight: number; silentMs: number }[] {
    const zombies: { engineId: string; inFlight: number; silentMs: number }[] = [];
    const watched = new Map<string, WatchedEngine>();
    for (const { engineId, ids } of seen) {
      if (ids.length < MIN_IN_FLIGHT) continue;
      const present = new Set(ids);
      const before = this.#watched.get(engineId);
      const isSilent = before !== undefined && [...before.ids].every((id) => present.has(id));
      const silentMs = isSilent ? nowMs - before.sinceMs : 0;
      if (silentMs >= MAX_SILENCE_MS) zombies.push({ engineId, inFlight: ids.length, silentMs });
      else watched.set(engineId, { ids: present, sinceMs: nowMs - silentMs });
    }
    this.#watched = watched;
    return zombies;
  }
}
