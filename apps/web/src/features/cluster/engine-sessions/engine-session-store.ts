import { type Known, known, unknown } from '@switchyard/cluster-rules/known';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { sessionsFailed, sessionsLoading } from '../rules/error-texts.ts';
import { loadEngineSessions, type SessionPage } from './load-engine-sessions.ts';

/**
 * Changes within this time before the newest known change are requested again: transactions do not commit in the order
 * of their timestamps.
 */
const OVERLAP_MS = 30_000;

/** The two calls that the store makes. */
export interface EngineSessionCalls {
  page(input: { limit: number; skip: number; sort: string }): Promise<SessionPage>;
  changes(input: { since?: string }): Promise<{ sessions: EngineSessionRow[]; isWhole: boolean; total: number }>;
}

export interface EngineSessionState {
  /** As last read, for display; counting and acting go by `byPod`. */
  rows: readonly EngineSessionRow[];
  /** Sessions by pod name; unknown before they were read, and after a failed read. */
  byPod: Known<ReadonlyMap<string, readonly EngineSessionRow[]>>;
  /** A full load is running. */
  isLoading: boolean;
  failure: string | null;
}

/** The engine sessions known to this page: loaded in full once, then updated by changes. */
export class EngineSessionStore {
  readonly #calls: EngineSessionCalls;
  readonly #listeners = new Set<() => void>();
  #state: EngineSessionState = { rows: [], byPod: unknown(sessionsLoading()), isLoading: false, failure: null };
  #loaded = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(calls: EngineSessionCalls) {
    this.#calls = calls;
  }

  get state(): EngineSessionState {
    return this.#state;
  }

  /** Number of sessions loaded so far by the running load. */
  get loaded(): number {
    return this.#loaded;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads all sessions; a failure is recorded in the state. */
  load = (): Promise<void> => this.#enqueue(() => this.#readAll()).catch(() => undefined);

  /**
   * Updates the sessions: a small call, unless they were never loaded or too much has changed.
   * @throws whatever the call throws
   */
  refresh = (): Promise<void> =>
    this.#enqueue(async () => {
      const { rows, byPod } = this.#state;
      const since = byPod.isKnown ? sinceOf(rows) : null;
      try {
        const changes = await this.#calls.changes(since === null ? {} : { since });
        const merged = since === null ? null : merge(rows, changes.sessions);
        if (!merged || !changes.isWhole || merged.length !== changes.total) await this.#readAll();
        else if (merged !== rows) this.put(merged);
      } catch (error) {
        this.#fail(error);
        throw error;
      }
    });

  /**
   * Stores sessions read elsewhere.
   * @param byPod which pod serves which; omitted: as the sessions say
   */
  put(rows: readonly EngineSessionRow[], byPod: ReadonlyMap<string, readonly EngineSessionRow[]> = placed(rows)): void {
    this.#set({ rows, byPod: known(byPod), isLoading: false, failure: null });
  }

  async #readAll(): Promise<void> {
    this.#loaded = 0;
    this.#set({ ...this.#state, isLoading: true, failure: null });
    try {
      const rows = await loadEngineSessions(this.#calls.page, (count) => {
        this.#loaded = count;
      });
      this.put(rows);
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    const failure = sessionsFailed(error);
    this.#set({ rows: this.#state.rows, byPod: unknown(failure), isLoading: false, failure });
  }

  #set(state: EngineSessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Runs calls one after another: an older response must not replace a newer one. */
  #enqueue(act: () => Promise<void>): Promise<void> {
    const next = this.#last.then(act);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

const placed = (rows: readonly EngineSessionRow[]) =>
  Map.groupBy(
    rows.filter((row) => row.podId !== null),
    (row) => row.podId ?? '',
  );

function sinceOf(rows: readonly EngineSessionRow[]): string {
  let newest = 0;
  for (const row of rows) newest = Math.max(newest, Date.parse(row.updatedAt));
  return new Date(Math.max(0, newest - OVERLAP_MS)).toISOString();
}

/** Replaces changed rows and puts new ones first; returns the same array if nothing changed. */
function merge(rows: readonly EngineSessionRow[], changed: readonly EngineSessionRow[]): readonly EngineSessionRow[] {
  const byId = new Map(changed.map((row) => [row._id, row]));
  let isSame = true;
  const merged = rows.map((row) => {
    const now = byId.get(row._id);
    byId.delete(row._id);
    if (!now || (now.updatedAt === row.updatedAt && now.podId === row.podId)) return row;
    isSame = false;
    return now;
  });
  return isSame && byId.size === 0 ? rows : [...byId.values(), ...merged];
}
