import { Backoff } from '@switchyard/backoff';
import { ACTS_POLL_MS, MAX_ACTS } from '@switchyard/contracts/engine/constants';
import type { ActOutcome, ClaimedAct } from '@switchyard/contracts/engine/protocol';
import { type Text, text } from '@switchyard/contracts/text/text';
import { type EngineClock, sleep } from '../clock.ts';
import type { EngineServer } from '../connection/server-client.ts';
import type { Driver } from '../drivers/driver.ts';
import { type Log, reasonOf } from '../log.ts';
import { Signal } from './signal.ts';

interface ActQueueOptions {
  server: Pick<EngineServer, 'acts'>;
  generation: number;
  driver: Driver;
  clock: EngineClock;
  log: Log;
  /** Whether a new act may start now: connected, and sure of the lease. */
  mayBegin(): boolean;
  /** @returns true if the error ends the lease */
  handleError(error: unknown): boolean;
}

interface Result {
  _id: string;
  attempt: number;
  outcome: ActOutcome;
}

/** Maximum attempts of an act without an answer while connected. */
const MAX_TRIES = 5;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

/**
 * Performs the acts on chats that the server hands out under the lease, strictly in order of their claim within a chat.
 * Results not reported when the lane ends are handed out again to the next lease.
 */
export class ActQueue {
  readonly #options: ActQueueOptions;
  readonly #signal: Signal;
  /** The last act of each chat that has any. */
  readonly #chats = new Map<string, Promise<void>>();
  /** Claimed and unfinished acts by id. */
  readonly #doing = new Map<string, ClaimedAct>();
  #results: Result[] = [];
  #waiting: (() => void)[] = [];
  #askAtMs = 0;
  #ended = false;
  readonly #backoff = new Backoff(250, ACTS_POLL_MS);

  constructor(options: ActQueueOptions) {
    this.#options = options;
    this.#signal = new Signal(options.clock);
    const canAct = options.driver.act !== undefined && options.driver.capabilities.acts.length > 0;
    if (canAct) void this.#run();
  }

  /** Acts may be waiting on the server. */
  ask(): void {
    this.#askAtMs = 0;
    this.#signal.ring();
  }

  /** Conditions for starting acts have changed. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
    this.#signal.ring();
  }

  /** Starts nothing more, and reports finished acts within `timeoutMs`. */
  async flush(timeoutMs: number): Promise<void> {
    const { clock } = this.#options;
    const untilMs = clock.nowMs() + timeoutMs;
    while (this.#results.length > 0 && !this.#ended && clock.nowMs() < untilMs) {
      this.#signal.ring();
      await sleep(clock, 20);
    }
  }

  end(): void {
    this.#ended = true;
    this.wake();
  }

  async #run(): Promise<void> {
    const { clock, mayBegin } = this.#options;
    while (!this.#ended) {
      const mayClaim = mayBegin() && this.#askAtMs <= clock.nowMs();
      if (mayClaim || this.#results.length > 0) await this.#turn(mayBegin() ? MAX_ACTS : 0);
      else await this.#signal.wait(mayBegin() ? Math.max(1, this.#askAtMs - clock.nowMs()) : ACTS_POLL_MS);
    }
  }

  async #turn(limit: number): Promise<void> {
    const { server, generation, clock, log, handleError } = this.#options;
    const results = this.#results.slice(0, MAX_ACTS);
    const holding = [...this.#doing.keys(), ...this.#results.slice(MAX_ACTS).map(({ _id }) => _id)];
    // Pokes during the request count.
    this.#askAtMs = Number.POSITIVE_INFINITY;
    try {
      const { acts, nextInMs } = await server.acts({ generation, results, holding, limit });
      this.#results = this.#results.filter((result) => !results.includes(result));
      this.#backoff.reset();
      for (const act of acts) this.#begin(act);
      const nextMs = acts.length === limit && limit > 0 ? 0 : Math.min(nextInMs ?? ACTS_POLL_MS, ACTS_POLL_MS);
      this.#askAtMs = Math.min(this.#askAtMs, clock.nowMs() + nextMs);
    } catch (error) {
      if (handleError(error) || this.#ended) return;
      if (this.#backoff.isFirst()) log.warn('no acts', { reason: reasonOf(error) });
      const waitMs = this.#backoff.nextMs();
      this.#askAtMs = Math.min(this.#askAtMs, clock.nowMs() + waitMs);
      await this.#signal.wait(waitMs);
    }
  }

  #begin(act: ClaimedAct): void {
    if (this.#doing.has(act._id)) return;
    this.#doing.set(act._id, act);
    const before = this.#chats.get(act.chat) ?? Promise.resolve();
    const done = before
      .then(() => this.#do(act))
      .then((outcome) => {
        this.#doing.delete(act._id);
        if (outcome) this.#results.push({ _id: act._id, attempt: act.attempt, outcome });
        if (this.#chats.get(act.chat) === done) this.#chats.delete(act.chat);
        this.#signal.ring();
      });
    this.#chats.set(act.chat, done);
  }

  /** @returns null if the lane has ended first */
  async #do({ _id, attempt, ...request }: ClaimedAct): Promise<ActOutcome | null> {
    const { driver, clock, mayBegin } = this.#options;
    if (!driver.act || !driver.capabilities.acts.includes(request.act.kind)) {
      return { kind: 'rejected', code: 'unsupported-act', reason: text('actUnsupported') };
    }
    const backoff = new Backoff(FIRST_RETRY_MS, MAX_RETRY_MS);
    let inDoubt = request.inDoubt;
    let cause: Text = '';
    for (let tries = 0; tries < MAX_TRIES; ) {
      while (!mayBegin()) {
        if (this.#ended) return null;
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      const outcome = await driver.act({ ...request, inDoubt });
      if (outcome.kind !== 'in-doubt') return outcome;
      inDoubt = true;
      cause = outcome.cause;
      // A broken connection says nothing about the act.
      if (mayBegin()) tries += 1;
      await sleep(clock, backoff.nextMs());
    }
    return { kind: 'unknown', cause };
  }
}
