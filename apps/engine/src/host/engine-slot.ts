import { Backoff } from '@switchyard/backoff';
import type { HostedEngine } from '@switchyard/contracts/engine/host';
import { systemClock } from '../clock.ts';
import { Signal } from '../lane/signal.ts';
import { type Log, reasonOf } from '../log.ts';
import type { RunningEngine } from '../run-engine.ts';

/** An engine that ran this long resets the delay between restarts. */
const STABLE_MS = 60_000;
const MIN_RESTART_MS = 1_000;
const MAX_RESTART_MS = 60_000;
/** Grace period of the running instance on a restart. */
const RESTART_GRACE_MS = 4_000;

export interface SlotOptions {
  run(engine: HostedEngine): RunningEngine;
  log: Log;
  /** The engine has ended unexpectedly and will be restarted after a while. */
  onFailure(): void;
  /** The engine is no longer wanted and has ended; the slot must not be used any more. */
  onEnd(): void;
}

/**
 * One engine of a host. Restarts the engine as long as it is wanted, whatever ends it, and isolates its neighbours from
 * it.
 */
export class EngineSlot {
  readonly #options: SlotOptions;
  readonly #backoff = new Backoff(MIN_RESTART_MS, MAX_RESTART_MS);
  #wanted: HostedEngine | null = null;
  #running: RunningEngine | null = null;
  /** The delay between two runs. */
  #pause = new Signal(systemClock);
  #done: Promise<void> | null = null;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  /**
   * Sets the engine that the server wants here: a new revision or token restarts it, null stops it for good, gracefully
   * within `graceMs`.
   */
  want(engine: HostedEngine | null, graceMs = RESTART_GRACE_MS): void {
    const before = this.#wanted;
    if (before?.revision === engine?.revision && before?.token === engine?.token) return;
    this.#wanted = engine;
    this.#backoff.reset();
    this.#end(graceMs);
    this.#done ??= this.#runWhileWanted();
  }

  /** Resolves when nothing runs here any more. */
  async ended(): Promise<void> {
    await this.#done;
  }

  /** Code of this engine threw an uncaught error, so its state cannot be trusted any more. */
  fault(error: unknown): void {
    const stack = error instanceof Error ? error.stack : undefined;
    this.#options.log.error('the engine crashed', { reason: reasonOf(error), stack });
    this.#end(0);
  }

  #end(graceMs: number): void {
    this.#pause.ring();
    void this.#running?.stop(graceMs);
  }

  async #runWhileWanted(): Promise<void> {
    for (let engine = this.#wanted; engine !== null; engine = this.#wanted) {
      const beganMs = performance.now();
      this.#running = this.#options.run(engine);
      const end = await this.#running.done;
      this.#running = null;
      if (this.#wanted !== engine) continue;
      if (performance.now() - beganMs > STABLE_MS) this.#backoff.reset();
      const waitMs = this.#backoff.nextMs();
      this.#options.log.warn('the engine ended and is restarting', { why: end, waitMs: Math.round(waitMs) });
      this.#options.onFailure();
      // A new signal: rings during the run must not shorten the delay.
      this.#pause = new Signal(systemClock);
      await this.#pause.wait(waitMs);
    }
    this.#options.onEnd();
  }
}
