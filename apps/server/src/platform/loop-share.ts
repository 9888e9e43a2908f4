import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time a task may hold the event loop per turn. Several such tasks at once stay far below 100 ms. */
const TURN_MS = 15;

/** Measures how long a task has held the event loop, in total and since its last pause. */
export class LoopShare {
  #turnBeganMs = performance.now();
  #heldMs = 0;

  /** Yields to other work if the loop has been held long enough. Call it between the steps of a long task. */
  async pause(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#turnBeganMs < TURN_MS) return;
    this.#heldMs += nowMs - this.#turnBeganMs;
    await nextTurn();
    this.#turnBeganMs = performance.now();
  }

  /** Total time of all finished turns. */
  get heldMs(): number {
    return this.#heldMs;
  }
}
