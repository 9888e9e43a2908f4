import type { EngineStatus } from '@switchyard/contracts/engine-protocol';
import { Backoff } from '../connection/backoff.ts';
import { type EngineServer, ServerRefusal } from '../connection/server-client.ts';
import { type Log, reasonOf } from '../log.ts';

interface LifeEvent {
  event: string;
  state: string;
  details: Record<string, unknown>;
  atMs: number;
}

/** What comes with a status. */
interface StatusFacts {
  qrcode?: string | null;
  qrcodeLifeMs?: number;
  phoneNumber?: string;
}

/** Events kept while the server is away; beyond, the oldest are dropped. */
const MAX_KEPT = 200;
const GATHER_MS = 50;

/** Tells the server the engine's status and the steps of its life, in order, until it has been heard. */
export class EventDesk {
  readonly #server: EngineServer;
  readonly #generation: number;
  readonly #heed: (error: unknown) => boolean;
  readonly #log: Log;
  #events: LifeEvent[] = [];
  #changes: { status?: EngineStatus } & StatusFacts = {};
  #status: EngineStatus = 'initializing';
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(server: EngineServer, generation: number, heed: (error: unknown) => boolean, log: Log) {
    this.#server = server;
    this.#generation = generation;
    this.#heed = heed;
    this.#log = log;
  }

  get status(): EngineStatus {
    return this.#status;
  }

  setStatus(status: EngineStatus, more: StatusFacts = {}): void {
    this.#status = status;
    this.#changes = { ...this.#changes, ...more, status };
    this.#arm();
  }

  life(event: string, details: Record<string, unknown> = {}): void {
    this.#events.push({ event, state: this.#status, details, atMs: Date.now() });
    if (this.#events.length > MAX_KEPT) this.#events.shift();
    this.#arm();
  }

  /** Resolves when everything so far was heard, or after `timeoutMs`. */
  async flush(timeoutMs: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#run();
    await Promise.race([this.#running, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    if (this.#ended || this.#running || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, GATHER_MS);
  }

  #isEmpty(): boolean {
    return this.#events.length === 0 && Object.keys(this.#changes).length === 0;
  }

  #run(): void {
    if (this.#running || this.#ended) return;
    this.#running = this.#tellAll().finally(() => {
      this.#running = null;
      if (!this.#isEmpty()) this.#arm();
    });
  }

  async #tellAll(): Promise<void> {
    const backoff = new Backoff(500, 10_000);
    while (!this.#ended && !this.#isEmpty()) {
      const events = this.#events.splice(0);
      const changes = this.#changes;
      this.#changes = {};
      try {
        await this.#server.events({ generation: this.#generation, events, ...changes });
        backoff.reset();
      } catch (error) {
        if (this.#heed(error)) return;
        if (error instanceof ServerRefusal) {
          this.#log.error('events were refused', { reason: reasonOf(error), events: events.length });
          continue;
        }
        this.#events.unshift(...events);
        this.#changes = { ...changes, ...this.#changes };
        await new Promise((resolve) => setTimeout(resolve, backoff.nextMs()));
      }
    }
  }
}
