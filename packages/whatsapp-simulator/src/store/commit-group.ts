import type { DatabaseSync } from 'node:sqlite';

/**
 * Gathers everything written in one turn of the event loop into one transaction. A write is visible to this process at
 * once; nobody outside may be told of it before `committed` resolves.
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

  /** Resolves when all that was written so far survives a kill of this process. */
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
      // A commit that failed for want of space leaves its transaction open, and none could begin after it.
      if (this.#database.isTransaction) this.#database.exec('rollback');
      open.reject(error);
    }
  }
}
