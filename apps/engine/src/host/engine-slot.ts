import { Backoff } from '@switchyard/backoff';
import type { HostedEngine } from '@switchyard/contracts/engine/host';
import { systemClock } from '../clock.ts';
import { Signal } from '../lane/signal.ts';
import { type Log, reasonOf } from '../log.ts';
import type { RunningEngine } from '../run-engine.ts';

/** An engine that lasted this long starts the waits between its lives anew. */
const STABLE_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A restart is given this long to end the earlier life in order. */
const RESTART_GRACE_MS = 4_000;

export interface PlaceOptions {
  run(engine: HostedEngine): RunningEngine;
  log: Log;
  /** A life is over that should not be: another one follows after a while. */
  onFailure(): void;
  /** It is not wanted any more and has ended. The place is of no use then. */
  onEnd(): void;
}

/**
 * One engine of a host: runs it again and again while it is wanted, whatever ends it, and lets nothing of that reach
 * its neighbours.
 */
export class EngineSlot {
  readonly #options: PlaceOptions;
  readonly #backoff = new Backoff(FIRST_WAIT_MS, LONGEST_WAIT_MS);
  #wanted: HostedEngine | null = null;
  #running: RunningEngine | null = null;
  /** The wait between two lives. */
  #pause = new Signal(systemClock);
  #done: Promise<void> | null = null;

  constructor(options: PlaceOptions) {
    this.#options = options;
  }

  /**
   * What the server wants here now: another revision or token begins a new life, null ends it for good, in order within
   * `graceMs`.
   */
  want(engine: HostedEngine | null, graceMs = RESTART_GRACE_MS): void {
    const before = this.#wanted;
    if (before?.revision === engine?.revision && before?.token === engine?.token) return;
    this.#wanted = engine;
    this.#backoff.reset();
    this.#end(graceMs);
    this.#done ??= this.#keep();
  }

  /** Resolves when nothing runs here any more. */
  async ended(): Promise<void> {
    await this.#done;
  }

  /** Something of this engine threw where nobody caught it: its state cannot be trusted any more. */
  fault(error: unknown): void {
    const stack = error instanceof Error ? error.stack : undefined;
    this.#options.log.error('a fault ended the engine', { reason: reasonOf(error), stack });
    this.#end(0);
  }

  #end(graceMs: number): void {
    this.#pause.ring();
    void this.#running?.stop(graceMs);
  }

  async #keep(): Promise<void> {
    for (let engine = this.#wanted; engine !== null; engine = this.#wanted) {
      const beganMs = performance.now();
      this.#running = this.#options.run(engine);
      const end = await this.#running.done;
      this.#running = null;
      if (this.#wanted !== engine) continue;
      if (performance.now() - beganMs > STABLE_MS) this.#backoff.reset();
      const waitMs = this.#backoff.nextMs();
      this.#options.log.warn('the engine ended and begins again', { why: end, waitMs: Math.round(waitMs) });
      this.#options.onFailure();
      // Anew: what rang during the life is no reason to begin the next one early.
      this.#pause = new Signal(systemClock);
      await this.#pause.wait(waitMs);
    }
    this.#options.onEnd();
  }
}
