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

/** Details of a status. */
interface StatusDetails {
  qrcode?: string | null;
  qrcodeLifeMs?: number;
  phoneNumber?: string;
}

interface Batch {
  events: LifeEvent[];
  changes: { status?: EngineStatus } & StatusDetails;
}

/** Maximum events stored while the server is unavailable; beyond that, the oldest are dropped. */
const MAX_EVENTS = 200;
const BATCH_DELAY_MS = 50;

/** Reports the engine's status and the steps of its life cycle to the server, in order, until they are accepted. */
export class EventReporter {
  readonly #sender: BatchSender<Batch>;
  #events: LifeEvent[] = [];
  #changes: Batch['changes'] = {};
  #status: EngineStatus = 'initializing';
  readonly #nowMs: () => number;

  constructor(
    server: EngineServer,
    generation: number,
    handleError: (error: unknown) => boolean,
    log: Log,
    clock?: EngineClock,
  ) {
    this.#nowMs = server.nowMs;
    this.#sender = new BatchSender<Batch>({
      clock,
      batchDelayMs: BATCH_DELAY_MS,
      retryMs: [500, 10_000],
      isEmpty: () => this.#events.length === 0 && Object.keys(this.#changes).length === 0,
      take: () => this.#take(),
      send: async ({ events, changes }) => void (await server.events({ generation, events, ...changes })),
      giveBack: ({ events, changes }) => {
        this.#events.unshift(...events);
        this.#changes = { ...changes, ...this.#changes };
      },
      refused: ({ events }, error) =>
        log.error('events were refused', { reason: reasonOf(error), events: events.length }),
      handleError,
    });
  }

  get status(): EngineStatus {
    return this.#status;
  }

  setStatus(status: EngineStatus, more: StatusDetails = {}): void {
    this.#status = status;
    this.#changes = { ...this.#changes, ...more, status };
    this.#sender.arm();
  }

  life(event: string, details: Record<string, unknown> = {}): void {
    this.#events.push({ event, state: this.#status, details, atMs: this.#nowMs() });
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
    this.#sender.arm();
  }

  /** Resolves when everything so far was accepted, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void> {
    return this.#sender.flush(timeoutMs);
  }

  end(): void {
    this.#sender.end();
  }

  #take(): Batch {
    const batch = { events: this.#events, changes: this.#changes };
    this.#events = [];
    this.#changes = {};
    return batch;
  }
}
