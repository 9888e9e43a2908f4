/** Sends in flight without which an engine is not judged: one slow chat proves nothing. */
export const MIN_IN_FLIGHT = 3;
/**
 * How long none of them may settle. Drivers give up on an answer after 15 to 30 s, so this is several tries of most.
 */
export const PATIENCE_MS = 90_000;

/** Connected engines with sends in flight, as seen at one moment. */
export interface InFlight {
  engineId: string;
  /** Ids of the messages that are on their way. */
  ids: readonly string[];
}

interface Watched {
  ids: ReadonlySet<string>;
  sinceMs: number;
}

/**
 * Finds zombies: engines that say they are connected while nothing that they send is acknowledged. Progress is a
 * message that is no longer in flight; what is new in flight is none. Keeps what it saw in memory: after a restart of
 * the server it only takes longer.
 */
export class ZombieWatch {
  #watched = new Map<string, Watched>();

  /**
   * Takes in what is in flight now.
   * @returns the zombies with how long nothing settled; each is told again only after another whole wait.
   */
  observe(seen: readonly InFlight[], nowMs: number): { engineId: string; inFlight: number; silentMs: number }[] {
    const zombies: { engineId: string; inFlight: number; silentMs: number }[] = [];
    const watched = new Map<string, Watched>();
    for (const { engineId, ids } of seen) {
      if (ids.length < MIN_IN_FLIGHT) continue;
      const present = new Set(ids);
      const before = this.#watched.get(engineId);
      const isSilent = before !== undefined && [...before.ids].every((id) => present.has(id));
      const silentMs = isSilent ? nowMs - before.sinceMs : 0;
      if (silentMs >= PATIENCE_MS) zombies.push({ engineId, inFlight: ids.length, silentMs });
      else watched.set(engineId, { ids: present, sinceMs: nowMs - silentMs });
    }
    this.#watched = watched;
    return zombies;
  }
}
