import { AsyncLocalStorage } from 'node:async_hooks';
import { Backoff } from '@switchyard/backoff';
import { HOST_POLL_MS, type HostedEngine } from '@switchyard/contracts/engine/host';
import { systemClock } from '../clock.ts';
import { type HostCalls, ServerRefusal } from '../connection/server-client.ts';
import { Signal } from '../lane/signal.ts';
import { type Log, reasonOf, withFields } from '../log.ts';
import type { RunningEngine } from '../run-engine.ts';
import { EngineSlot } from './engine-slot.ts';

export interface HostOptions {
  server: Pick<HostCalls, 'hosted'>;
  run(engine: HostedEngine, log: Log): RunningEngine;
  log: Log;
}

/** Runs the engines on the server's list, isolated from each other. */
export class EngineHost {
  /** Resolves when the host was stopped, or its token is not accepted. */
  readonly done: Promise<'stopped' | 'unauthorized'>;
  readonly #options: HostOptions;
  readonly #done = Promise.withResolvers<'stopped' | 'unauthorized'>();
  readonly #slots = new Map<string, EngineSlot>();
  /** The slot whose code is running; preserved across timers, promises and sockets. */
  readonly #currentSlot = new AsyncLocalStorage<EngineSlot>();
  #stopped = false;
  readonly #pokes = new Signal(systemClock);

  constructor(options: HostOptions) {
    this.#options = options;
    this.done = this.#done.promise;
    void this.#follow();
  }

  /** Number of engines. */
  get size(): number {
    return this.#slots.size;
  }

  /** The list may have changed. */
  poke(): void {
    this.#pokes.ring();
  }

  /**
   * Ends the engine whose code threw the error. @returns false if the code belongs to no engine, so that the error
   * concerns all
   */
  fault(error: unknown): boolean {
    const slot = this.#currentSlot.getStore();
    slot?.fault(error);
    return slot !== undefined;
  }

  /** Stops all engines gracefully within `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#pokes.ring();
    await this.#stopAll(graceMs);
    this.#done.resolve('stopped');
  }

  async #follow(): Promise<void> {
    const backoff = new Backoff(250, 10_000);
    while (!this.#stopped) {
      let waitMs = HOST_POLL_MS;
      try {
        this.#match((await this.#options.server.hosted()).engines);
        backoff.reset();
      } catch (error) {
        if (error instanceof ServerRefusal && error.status === 401) {
          this.#options.log.error('the server does not accept this host', { reason: reasonOf(error) });
          await this.#stopAll(0);
          this.#done.resolve('unauthorized');
          return;
        }
        if (backoff.isFirst())
          this.#options.log.warn('the list of engines cannot be fetched', { reason: reasonOf(error) });
        waitMs = backoff.nextMs();
      }
      await this.#pokes.wait(waitMs);
    }
  }

  #match(engines: readonly HostedEngine[]): void {
    if (this.#stopped) return;
    const wanted = new Set(engines.map((engine) => engine._id));
    for (const [id, slot] of this.#slots) if (!wanted.has(id)) slot.want(null);
    for (const engine of engines) {
      const slot = this.#slots.get(engine._id) ?? this.#open(engine._id);
      this.#currentSlot.run(slot, () => slot.want(engine));
    }
  }

  #open(engineId: string): EngineSlot {
    const log = withFields(this.#options.log, { engineId });
    const slot = new EngineSlot({
      run: (engine) => this.#options.run(engine, log),
      log,
      // It may have been stopped, or its token replaced.
      onFailure: () => this.poke(),
      onEnd: () => this.#slots.delete(engineId),
    });
    this.#slots.set(engineId, slot);
    return slot;
  }

  async #stopAll(graceMs: number): Promise<void> {
    const slots = [...this.#slots.values()];
    for (const slot of slots) slot.want(null, graceMs);
    await Promise.all(slots.map((slot) => slot.ended()));
  }
}
