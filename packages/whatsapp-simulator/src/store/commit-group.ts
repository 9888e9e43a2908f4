import type { DatabaseSync } from 'node:sqlite';

/**
 * Combines all writes of one turn of the event loop into one transaction. A write is visible to this process at once;
 * report it to others only after `committed` has resolved.
 */
export class CommitGroup {
  readonly #database: DatabaseSync;
  #open: { done: Promise<void>; resolve: () => void; reject: (error: unknown) => void } | null = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Call before a write. */
  begin(): void {
    if (this.#open) return;
    this.#database.exec('begin');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    this.#open = { done: promise, resolve, reject };
    setImmediate(() => this.flush());
  }

  /** Resolves when everything written so far would survive a kill of this process. */
  committed(): Promise<void> {
    return this.#open?.done ?? Promise.resolve();
  }

  flush(): void {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    try {
      this.#database.exec('commit');
      open.resolve();
    } catch (error) {
      // A commit that failed for lack of space leaves its transaction open, which would prevent the next one.
      if (this.#database.isTransaction) this.#database.exec('rollback');
      open.reject(error);
    }
  }
}
