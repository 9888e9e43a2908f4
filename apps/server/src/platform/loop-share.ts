import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long others wait for a turn at most: several such tasks at once stay far below 100 ms. */
const TURN_MS = 15;

/** How long a piece of work has held the event loop, in all and since it last let others have a turn. */
export class LoopShare {
  #turnBeganMs = performance.now();
  #heldMs = 0;

  /** Lets others have a turn, if this has held the loop for long enough. Called between the pieces of a long task. */
  async pause(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#turnBeganMs < TURN_MS) return;
    this.#heldMs += nowMs - this.#turnBeganMs;
    await nextTurn();
    this.#turnBeganMs = performance.now();
  }

  /** The time of all turns that have ended. */
  get heldMs(): number {
    return this.#heldMs;
  }
}
