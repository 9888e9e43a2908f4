import type { EngineStatus } from '@switchyard/contracts/engine/protocol';
import type { EngineClock } from '../clock.ts';
import type { EngineServer } from '../connection/server-client.ts';
import { type Log, reasonOf } from '../log.ts';
import { BatchSender } from './batch-sender.ts';

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

interface Batch {
  events: LifeEvent[];
  changes: { status?: EngineStatus } & StatusFacts;
}

/** Events kept while the server is away; beyond, the oldest are dropped. */
const MAX_KEPT = 200;
const BATCH_DELAY_MS = 50;

/** Tells the server the engine's status and the steps of its life, in order, until it has been heard. */
export class EventReporter {
  readonly #teller: BatchSender<Batch>;
  #events: LifeEvent[] = [];
  #changes: Batch['changes'] = {};
  #status: EngineStatus = 'initializing';
  readonly #nowMs: () => number;

  constructor(
    server: EngineServer,
    generation: number,
    heed: (error: unknown) => boolean,
    log: Log,
    clock?: EngineClock,
  ) {
    this.#nowMs = server.nowMs;
    this.#teller = new BatchSender<Batch>({
      clock,
      gatherMs: BATCH_DELAY_MS,
      retryMs: [500, 10_000],
      isEmpty: () => this.#events.length === 0 && Object.keys(this.#changes).length === 0,
      take: () => this.#take(),
      tell: async ({ events, changes }) => void (await server.events({ generation, events, ...changes })),
      giveBack: ({ events, changes }) => {
        this.#events.unshift(...events);
        this.#changes = { ...changes, ...this.#changes };
      },
      refused: ({ events }, error) =>
        log.error('events were refused', { reason: reasonOf(error), events: events.length }),
      heed,
    });
  }

  get status(): EngineStatus {
    return this.#status;
  }

  setStatus(status: EngineStatus, more: StatusFacts = {}): void {
    this.#status = status;
    this.#changes = { ...this.#changes, ...more, status };
    this.#teller.arm();
  }

  life(event: string, details: Record<string, unknown> = {}): void {
    this.#events.push({ event, state: this.#status, details, atMs: this.#nowMs() });
    if (this.#events.length > MAX_KEPT) this.#events.shift();
    this.#teller.arm();
  }

  /** Resolves when everything so far was heard, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void> {
    return this.#teller.flush(timeoutMs);
  }

  end(): void {
    this.#teller.end();
  }

  #take(): Batch {
    const batch = { events: this.#events, changes: this.#changes };
    this.#events = [];
    this.#changes = {};
    return batch;
  }
}
