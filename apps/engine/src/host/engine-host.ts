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

/** Runs the engines that the server's list names, each by itself. */
export class EngineHost {
  /** Resolves when it was stopped, or when its token is not accepted. */
  readonly done: Promise<'stopped' | 'unauthorized'>;
  readonly #options: HostOptions;
  readonly #done = Promise.withResolvers<'stopped' | 'unauthorized'>();
  readonly #places = new Map<string, EngineSlot>();
  /** Whose code is running: it survives timers, promises and sockets. */
  readonly #whose = new AsyncLocalStorage<EngineSlot>();
  #stopped = false;
  readonly #asked = new Signal(systemClock);

  constructor(options: HostOptions) {
    this.#options = options;
    this.done = this.#done.promise;
    void this.#follow();
  }

  /** How many engines it runs. */
  get size(): number {
    return this.#places.size;
  }

  /** The list may have changed. */
  look(): void {
    this.#asked.ring();
  }

  /** Ends the engine in whose code the error was thrown. @returns false: it is nobody's, and so everybody's. */
  fault(error: unknown): boolean {
    const place = this.#whose.getStore();
    place?.fault(error);
    return place !== undefined;
  }

  /** Ends all engines in order within `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#asked.ring();
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
          this.#options.log.warn('the list of engines is not to be had', { reason: reasonOf(error) });
        waitMs = backoff.nextMs();
      }
      await this.#asked.wait(waitMs);
    }
  }

  #match(engines: readonly HostedEngine[]): void {
    if (this.#stopped) return;
    const wanted = new Set(engines.map((engine) => engine._id));
    for (const [id, place] of this.#places) if (!wanted.has(id)) place.want(null);
    for (const engine of engines) {
      const place = this.#places.get(engine._id) ?? this.#open(engine._id);
      this.#whose.run(place, () => place.want(engine));
    }
  }

  #open(engineId: string): EngineSlot {
    const log = withFields(this.#options.log, { engineId });
    const place = new EngineSlot({
      run: (engine) => this.#options.run(engine, log),
      log,
      // Perhaps it was stopped, or its token was replaced.
      onFailure: () => this.look(),
      onEnd: () => this.#places.delete(engineId),
    });
    this.#places.set(engineId, place);
    return place;
  }

  async #stopAll(graceMs: number): Promise<void> {
    const places = [...this.#places.values()];
    for (const place of places) place.want(null, graceMs);
    await Promise.all(places.map((place) => place.ended()));
  }
}
