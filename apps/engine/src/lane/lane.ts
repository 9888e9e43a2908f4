import { Backoff } from '@switchyard/backoff';
import { FALLBACK_POLL_MS, HOLDING_REPORT_MS } from '@switchyard/contracts/engine/constants';
import type { EngineStatus, Outgoing } from '@switchyard/contracts/engine/protocol';
import { type EngineClock, systemClock, waitAtMost } from '../clock.ts';
import type { EngineServer } from '../connection/server-client.ts';
import type { CreateDriver, Driver, DriverEvent } from '../drivers/driver.ts';
import { type Log, reasonOf } from '../log.ts';
import { EventReporter } from '../reports/event-reporter.ts';
import { IncomingReporter } from '../reports/incoming-reporter.ts';
import { ResultReporter } from '../reports/result-reporter.ts';
import { ActQueue } from './act-queue.ts';
import { acquireLease, type Lease, LeaseKeeper, type LeaseLoss } from './lease-keeper.ts';
import { SendQueue } from './send-queue.ts';
import { Signal } from './signal.ts';
import { storedCredentials } from './stored-credentials.ts';

export interface LaneOptions {
  engineId: string;
  /** The pod's name: the lease's holder. */
  holder: string;
  /** A UUID, unique to the process (and to the lane within it). */
  instanceId: string;
  server: EngineServer;
  createDriver: CreateDriver;
  log: Log;
  /** Default: the machine's. */
  clock?: EngineClock;
  /** Maximum concurrent sends; default 16. */
  concurrency?: number;
  /** Maximum rows per claim; default 100. At most twice as many are held. */
  claimLimit?: number;
  /** Batching delay of the first result while more are in progress; default 40 ms. */
  batchDelayMs?: number;
  /** Called once the lease is taken, so that the broker can be informed. */
  onLease?(generation: number): void;
}

/** A connection lost for longer returns its claimed rows. */
const RETURN_AFTER_MS = 5_000;
/** How long an unanswered claim may still be carried out. */
const LATE_CLAIM_MS = 60_000;

/** Why a lane ended. `overfull`: while the server was unavailable, more arrived than the process can hold. */
export type LaneEnd = 'stopped' | LeaseLoss | 'overfull';

export interface Lane {
  /** Resolves when the lane has ended and its driver is stopped. */
  readonly done: Promise<LaneEnd>;
  readonly generation: number | null;
  readonly status: EngineStatus;
  /** The active driver, for commands; null before the lease. */
  readonly driver: Driver | null;
  /** Something may be due earlier than the lane knows. */
  poke(): void;
  /** Acts on chats may be waiting. */
  pokeActs(): void;
  /** Finishes sends in progress, returns untouched messages, reports, and releases the lease; within `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Works one engine's lane (docs/mechanisms/lane.md) until it is stopped or its lease is lost. Has no global state, so
 * that a process may have any number.
 */
export function createLane(options: LaneOptions): Lane {
  return new RunningLane(options);
}

class RunningLane implements Lane {
  readonly done: Promise<LaneEnd>;
  readonly #options: LaneOptions;
  readonly #claimLimit: number;
  readonly #clock: EngineClock;
  readonly #signal: Signal;
  /** Claimed and not yet reported, by id. */
  readonly #held = new Map<string, Outgoing>();
  #lease: LeaseKeeper | null = null;
  #driver: Driver | null = null;
  #sends: SendQueue | null = null;
  #acts: ActQueue | null = null;
  #reports: ResultReporter | null = null;
  #events: EventReporter | null = null;
  #messages: IncomingReporter | null = null;
  /** Rows may be `sending` without being held here: from an earlier run, or from a lost response. */
  #mustResume = true;
  #askAtMs = 0;
  /** Something may be due at the next claim; otherwise the lane only claims because of the fallback poll. */
  #isExpecting = true;
  /** Poked since the held rows were last sent to the server: a person may have settled one of them. */
  #isPoked = false;
  /** When the held rows were last sent to the server. */
  #sentHoldingAtMs = 0;
  /** Time of the last unanswered claim. */
  #unansweredAtMs = Number.NEGATIVE_INFINITY;
  /** When the status was last seen to be `connected`. */
  #connectedAtMs = 0;
  /** The last reported reason of the driver's status; null for none. */
  #reportedReason: string | null = null;
  readonly #backoff = new Backoff(250, 10_000);
  #end: LaneEnd | null = null;
  #graceMs = 4_000;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#signal = new Signal(this.#clock);
    this.#claimLimit = options.claimLimit ?? 100;
    this.done = this.#run();
  }

  get generation(): number | null {
    return this.#lease?.generation ?? null;
  }

  get status(): EngineStatus {
    return this.#events?.status ?? 'initializing';
  }

  get driver(): Driver | null {
    return this.#driver;
  }

  poke(): void {
    this.#isPoked = true;
    this.#isExpecting = true;
    this.#askAtMs = 0;
    this.#signal.ring();
  }

  pokeActs(): void {
    this.#acts?.ask();
  }

  async stop(graceMs = 4_000): Promise<void> {
    this.#graceMs = graceMs;
    this.#end ??= 'stopped';
    this.#signal.ring();
    await this.done;
  }

  async #run(): Promise<LaneEnd> {
    const { server, holder, instanceId, log, engineId } = this.#options;
    try {
      const acquired = await acquireLease(
        server,
        { holder, instanceId },
        {
          log,
          clock: this.#clock,
          isWanted: () => this.#end === null,
        },
      );
      if (!acquired) return this.#end ?? 'stopped';
      this.#begin(acquired.lease, acquired.askedAtMs);
    } catch (error) {
      log.error('the server does not accept this engine', { reason: reasonOf(error), engineId });
      return 'unauthorized';
    }
    await this.#driver?.start().catch((error: unknown) => {
      log.error('the driver did not start', { reason: reasonOf(error) });
      this.#events?.setStatus('error');
      this.#events?.life('session_error', { reason: reasonOf(error) });
    });
    while (this.#end === null) await this.#step();
    await this.#finish();
    return this.#end;
  }

  #begin({ generation, ttlMs, engine: { phoneNumber } }: Lease, takenAtMs: number): void {
    const { server, log, engineId, createDriver, batchDelayMs = 40, concurrency = 16 } = this.#options;
    const lease = new LeaseKeeper(server, generation, {
      clock: this.#clock,
      takenAtMs,
      ttlMs,
      onLost: (loss) => this.#lose(loss),
      onSure: () => this.#wake(),
    });
    const handleError = (error: unknown) => lease.handleError(error);
    this.#lease = lease;
    this.#events = new EventReporter(server, generation, handleError, log, this.#clock);
    this.#messages = new IncomingReporter({
      server,
      generation,
      handleError,
      log,
      clock: this.#clock,
      full: () => this.#lose('overfull'),
    });
    this.#reports = new ResultReporter({
      server,
      generation,
      batchDelayMs,
      log,
      clock: this.#clock,
      handleError,
      reported: (rows) => {
        // A row claimed again during the request is ours again.
        for (const { _id, attempt } of rows) if (this.#held.get(_id)?.attempt === attempt) this.#held.delete(_id);
        this.#signal.ring();
      },
    });
    const driver = createDriver({
      engineId,
      phoneNumber,
      log,
      emit: (event) => this.#onDriverEvent(event),
      nowMs: server.nowMs,
      credentials: storedCredentials(server, lease, this.#clock),
      inbox: (taken) =>
        server.inbox({ generation, taken }).catch((error: unknown) => {
          lease.handleError(error);
          throw error;
        }),
      file: (fileId) => server.file({ generation, fileId }),
      preview: async (fileId) => (await server.preview({ generation, fileId })).preview,
      content: async (waMessageId) => (await server.content({ generation, waMessageId })).body,
    });
    this.#driver = driver;
    this.#sends = new SendQueue({
      driver,
      clock: this.#clock,
      concurrency,
      nowMs: server.nowMs,
      mayBegin: () => this.#end === null && this.status === 'connected' && lease.isSure(),
      onSettled: ({ _id, attempt, waMessageId }, outcome, inDoubt, onWhatsApp) =>
        this.#reports?.result({ _id, attempt, waMessageId, outcome, inDoubt, onWhatsApp }),
      onReturned: (returned) =>
        this.#reports?.giveBack(
          returned.map(({ message: { _id, attempt, waMessageId }, inDoubt }) => ({
            _id,
            attempt,
            waMessageId,
            inDoubt,
          })),
        ),
      onIdle: () => this.#reports?.hurry(),
    });
    this.#acts = new ActQueue({
      ...{ server, generation, driver, handleError, log },
      clock: this.#clock,
      mayBegin: () => this.#end === null && this.status === 'connected' && lease.isSure(),
    });
    log.info('took the lane', { generation });
    this.#options.onLease?.(generation);
  }

  /** One step: claims if possible now, otherwise sleeps until it may be. */
  async #step(): Promise<void> {
    const headroom = 2 * this.#claimLimit - this.#held.size;
    const waitMs = this.#askAtMs - this.#clock.nowMs();
    const ready = this.status === 'connected' && this.#lease?.isSure();
    if (!ready) await this.#waitForConnection();
    else if (headroom < this.#claimLimit / 2 && !this.#mustSendHolding()) await this.#signal.wait(FALLBACK_POLL_MS);
    else if (waitMs > 0) await this.#signal.wait(waitMs);
    else await this.#claim(Math.max(1, Math.min(headroom, this.#claimLimit)));
  }

  /** Not connected: untouched messages are returned to the lane unless the connection returns soon. */
  async #waitForConnection(): Promise<void> {
    await this.#signal.wait(RETURN_AFTER_MS);
    if (this.#end !== null || this.status === 'connected') return;
    if (this.#clock.nowMs() - this.#connectedAtMs < RETURN_AFTER_MS) return;
    this.#sends?.giveBack();
  }

  async #claim(limit: number): Promise<void> {
    const { server, log } = this.#options;
    const generation = this.#lease?.generation ?? 0;
    const resume = this.#mustResume || this.#mustSendHolding();
    const idle = !resume && !this.#isExpecting;
    // A poke during the request sets these again.
    this.#isExpecting = false;
    this.#askAtMs = Number.POSITIVE_INFINITY;
    try {
      const heldRows = [...this.#held.values()];
      const holding = resume
        ? { holding: heldRows.map(({ _id }) => _id), holdingAttempts: heldRows.map(({ attempt }) => attempt) }
        : {};
      const answer = await server.claim({ generation, limit, resume, ...holding, ...(idle ? { idle } : {}) });
      if (answer.over) this.#sends?.withdraw(answer.over);
      for (const message of answer.messages) {
        if (this.#held.get(message._id)?.attempt === message.attempt) continue;
        this.#held.set(message._id, message);
        this.#sends?.add(message);
      }
      if (resume && !answer.moreInDoubt) {
        this.#mustResume = false;
        this.#isPoked = false;
        this.#sentHoldingAtMs = this.#clock.nowMs();
      }
      const nextMs = resume ? 0 : Math.min(answer.nextInMs ?? FALLBACK_POLL_MS, FALLBACK_POLL_MS);
      if (nextMs < FALLBACK_POLL_MS) this.#isExpecting = true;
      this.#askAtMs = Math.min(this.#askAtMs, this.#clock.nowMs() + nextMs);
      this.#backoff.reset();
    } catch (error) {
      if (this.#lease?.handleError(error)) return;
      // The lost response may have contained rows.
      this.#mustResume = true;
      this.#unansweredAtMs = this.#clock.nowMs();
      if (this.#backoff.isFirst()) log.warn('no claim', { reason: reasonOf(error) });
      this.#askAtMs = Math.min(this.#askAtMs, this.#clock.nowMs() + this.#backoff.nextMs());
    }
  }

  /** A claim whose response was lost may be carried out later, so the held rows are sent again for a while. */
  #mustSendHolding(): boolean {
    const nowMs = this.#clock.nowMs();
    const isEarly = nowMs - this.#unansweredAtMs < LATE_CLAIM_MS || (this.#isPoked && this.#held.size > 0);
    const afterMs = isEarly ? FALLBACK_POLL_MS : HOLDING_REPORT_MS;
    return nowMs - this.#sentHoldingAtMs >= afterMs;
  }

  #onDriverEvent(event: DriverEvent): void {
    switch (event.kind) {
      case 'status': {
        const before = this.status;
        // The same status with another reason must be reported too: "not set up yet" becomes "Invalid OAuth access
        // token".
        const changed = event.status !== before || (event.reason ?? this.#reportedReason) !== this.#reportedReason;
        if (this.status === 'connected') this.#connectedAtMs = this.#clock.nowMs();
        const { qrcode, qrcodeLifeMs, phoneNumber } = event;
        this.#events?.setStatus(event.status, {
          ...(qrcode === undefined ? {} : { qrcode }),
          ...(qrcodeLifeMs === undefined ? {} : { qrcodeLifeMs }),
          ...(phoneNumber === undefined ? {} : { phoneNumber }),
        });
        if (changed) {
          const details = event.reason ? { reason: event.reason } : {};
          this.#reportedReason = event.reason ?? null;
          this.#events?.life('appStateChanged', { from: before, ...details });
          this.#options.log.info(event.status, details);
        }
        this.#wake();
        break;
      }
      case 'life':
        this.#events?.life(event.event, event.details);
        break;
      case 'receipts':
        this.#reports?.receipts(event.receipts, event.taken);
        break;
      case 'failures':
        this.#reports?.failures(event.failures, event.taken);
        break;
      case 'messages':
        this.#messages?.add(event.messages, event.taken);
        break;
      case 'changes':
        this.#messages?.addChanges(event.changes, event.taken);
        break;
      case 'chats':
        this.#messages?.addChats(event.chats);
        break;
      case 'restriction':
        this.#reports?.restriction({ scope: event.scope, untilMs: event.untilMs, lifted: event.lifted });
        break;
    }
  }

  #wake(): void {
    this.#sends?.pump();
    this.#acts?.wake();
    this.#signal.ring();
  }

  /**
   * Another process has the lane, the token was revoked, or the server was unavailable for too long: nothing more may
   * be sent.
   */
  #lose(end: Exclude<LaneEnd, 'stopped'>): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.#sends?.stop();
    this.#acts?.end();
    this.#options.log.warn(end);
    this.#signal.ring();
  }

  async #finish(): Promise<void> {
    const { server, log } = this.#options;
    const stopped = this.#end === 'stopped';
    const deadlineMs = this.#clock.nowMs() + (stopped ? this.#graceMs : 0);
    const leftMs = () => Math.max(0, deadlineMs - this.#clock.nowMs());
    this.#sends?.stop();
    if (stopped) await this.#sends?.idle(leftMs() * 0.6);
    await this.#driver?.stop(stopped ? 'drain' : 'kill').catch((error: unknown) => {
      log.warn('the driver did not stop cleanly', { reason: reasonOf(error) });
    });
    if (stopped) {
      this.#events?.setStatus('disconnected');
      await this.#acts?.flush(leftMs());
      await Promise.all([this.#reports, this.#events, this.#messages].map((reporter) => reporter?.flush(leftMs())));
      const released = server.release({ generation: this.#lease?.generation ?? 0 }).catch(() => undefined);
      await waitAtMost(this.#clock, released, leftMs());
    }
    this.#acts?.end();
    this.#lease?.end();
    for (const reporter of [this.#reports, this.#events, this.#messages]) reporter?.end();
    log.info('released the lane', { why: this.#end, unsettled: this.#held.size });
  }
}
