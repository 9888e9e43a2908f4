import { Backoff } from '@switchyard/backoff';
import { FALLBACK_POLL_MS, HOLDING_REPORT_MS } from '@switchyard/contracts/engine/constants';
import type { EngineStatus, Outgoing } from '@switchyard/contracts/engine/protocol';
import { type EngineClock, systemClock, within } from '../clock.ts';
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
  /** A UUID, new for each process (and lane of it). */
  instanceId: string;
  server: EngineServer;
  createDriver: CreateDriver;
  log: Log;
  /** Default: the machine's. */
  clock?: EngineClock;
  /** Sends under way at once; default 16. */
  concurrency?: number;
  /** Rows of one claim; default 100. Twice as many are held at most. */
  claimLimit?: number;
  /** How long a first result waits for company before it is reported, while more is under way; default 40 ms. */
  gatherMs?: number;
  /** The lease was taken: now the broker may be told. */
  onLease?(generation: number): void;
}

/** A connection that is gone for longer gives its claimed rows back. */
const GIVE_BACK_AFTER_MS = 5_000;
/** A claim that was not answered may be carried out for so long after. */
const LATE_CLAIM_MS = 60_000;

/** Why a lane ended. `overfull`: while the server was away, more came in than the process should keep. */
export type LaneEnd = 'stopped' | LeaseLoss | 'overfull';

export interface Lane {
  /** Resolves when the lane has ended and its driver is stopped. */
  readonly done: Promise<LaneEnd>;
  readonly generation: number | null;
  readonly status: EngineStatus;
  /** The live driver, for commands; null before the lease. */
  readonly driver: Driver | null;
  /** Something may be due earlier than the lane knows. */
  poke(): void;
  /** Acts on chats may be waiting. */
  askForActs(): void;
  /** Finishes what is under way, gives back what was not touched, reports, releases the lease; within `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Works one engine's lane (docs/mechanisms/lane.md) until it is stopped or its lease is lost. No globals: any number in
 * one process.
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
  /** Rows may be in `sending` that we do not hold: left by an earlier life, or in an answer that was lost. */
  #mustResume = true;
  #askAtMs = 0;
  /** Something may be due when the lane asks next; otherwise it asks only because it has slept for long. */
  #isExpecting = true;
  /** Poked since the server was last told which rows are held: perhaps one of them was settled by a person. */
  #isPoked = false;
  /** When the server was last told which rows are held. */
  #toldHoldingAtMs = 0;
  /** When a claim was last not answered. */
  #unansweredAtMs = Number.NEGATIVE_INFINITY;
  /** When the status was last seen to be `connected`. */
  #connectedAtMs = 0;
  /** Why the driver's status is what it is, as was last told; null: without a reason. */
  #toldReason: string | null = null;
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

  askForActs(): void {
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
      const taken = await acquireLease(
        server,
        { holder, instanceId },
        {
          log,
          clock: this.#clock,
          isWanted: () => this.#end === null,
        },
      );
      if (!taken) return this.#end ?? 'stopped';
      this.#begin(taken.lease, taken.askedAtMs);
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
    const { server, log, engineId, createDriver, gatherMs = 40, concurrency = 16 } = this.#options;
    const lease = new LeaseKeeper(server, generation, {
      clock: this.#clock,
      takenAtMs,
      ttlMs,
      onLost: (why) => this.#lose(why),
      onSure: () => this.#wake(),
    });
    const heed = (error: unknown) => lease.heed(error);
    this.#lease = lease;
    this.#events = new EventReporter(server, generation, heed, log, this.#clock);
    this.#messages = new IncomingReporter({
      server,
      generation,
      heed,
      log,
      clock: this.#clock,
      full: () => this.#lose('overfull'),
    });
    this.#reports = new ResultReporter({
      server,
      generation,
      gatherMs,
      log,
      clock: this.#clock,
      heed,
      reported: (rows) => {
        // A row that was claimed again while the answer was under way is ours again.
        for (const { _id, attempt } of rows) if (this.#held.get(_id)?.attempt === attempt) this.#held.delete(_id);
        this.#signal.ring();
      },
    });
    const driver = createDriver({
      engineId,
      phoneNumber,
      log,
      emit: (event) => this.#hear(event),
      nowMs: server.nowMs,
      credentials: storedCredentials(server, lease, this.#clock),
      inbox: (taken) =>
        server.inbox({ generation, taken }).catch((error: unknown) => {
          lease.heed(error);
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
      settled: ({ _id, attempt, waMessageId }, outcome, inDoubt, onWhatsApp) =>
        this.#reports?.result({ _id, attempt, waMessageId, outcome, inDoubt, onWhatsApp }),
      givenBack: (returned) =>
        this.#reports?.giveBack(
          returned.map(({ message: { _id, attempt, waMessageId }, inDoubt }) => ({
            _id,
            attempt,
            waMessageId,
            inDoubt,
          })),
        ),
      rested: () => this.#reports?.hurry(),
    });
    this.#acts = new ActQueue({
      ...{ server, generation, driver, heed, log },
      clock: this.#clock,
      mayBegin: () => this.#end === null && this.status === 'connected' && lease.isSure(),
    });
    log.info('took the lane', { generation });
    this.#options.onLease?.(generation);
  }

  /** One turn: claim if that makes sense now, else sleep until it may. */
  async #step(): Promise<void> {
    const room = 2 * this.#claimLimit - this.#held.size;
    const waitMs = this.#askAtMs - this.#clock.nowMs();
    const ready = this.status === 'connected' && this.#lease?.isSure();
    if (!ready) await this.#sitOut();
    else if (room < this.#claimLimit / 2 && !this.#mustTellHolding()) await this.#signal.wait(FALLBACK_POLL_MS);
    else if (waitMs > 0) await this.#signal.wait(waitMs);
    else await this.#ask(Math.max(1, Math.min(room, this.#claimLimit)));
  }

  /** Not connected: what was not touched goes back to the lane unless the connection returns soon. */
  async #sitOut(): Promise<void> {
    await this.#signal.wait(GIVE_BACK_AFTER_MS);
    if (this.#end !== null || this.status === 'connected') return;
    if (this.#clock.nowMs() - this.#connectedAtMs < GIVE_BACK_AFTER_MS) return;
    this.#sends?.giveBack();
  }

  async #ask(limit: number): Promise<void> {
    const { server, log } = this.#options;
    const generation = this.#lease?.generation ?? 0;
    const resume = this.#mustResume || this.#mustTellHolding();
    const idle = !resume && !this.#isExpecting;
    // A poke during the question sets these again.
    this.#isExpecting = false;
    this.#askAtMs = Number.POSITIVE_INFINITY;
    try {
      const held = [...this.#held.values()];
      const holding = resume
        ? { holding: held.map((one) => one._id), holdingAttempts: held.map((one) => one.attempt) }
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
        this.#toldHoldingAtMs = this.#clock.nowMs();
      }
      const nextMs = resume ? 0 : Math.min(answer.nextInMs ?? FALLBACK_POLL_MS, FALLBACK_POLL_MS);
      if (nextMs < FALLBACK_POLL_MS) this.#isExpecting = true;
      this.#askAtMs = Math.min(this.#askAtMs, this.#clock.nowMs() + nextMs);
      this.#backoff.reset();
    } catch (error) {
      if (this.#lease?.heed(error)) return;
      // The answer may have been lost with rows in it.
      this.#mustResume = true;
      this.#unansweredAtMs = this.#clock.nowMs();
      if (this.#backoff.isFirst()) log.warn('no claim', { reason: reasonOf(error) });
      this.#askAtMs = Math.min(this.#askAtMs, this.#clock.nowMs() + this.#backoff.nextMs());
    }
  }

  /** A claim whose answer was lost may be carried out later still, so it is looked for again for a while. */
  #mustTellHolding(): boolean {
    const nowMs = this.#clock.nowMs();
    const isEarly = nowMs - this.#unansweredAtMs < LATE_CLAIM_MS || (this.#isPoked && this.#held.size > 0);
    const afterMs = isEarly ? FALLBACK_POLL_MS : HOLDING_REPORT_MS;
    return nowMs - this.#toldHoldingAtMs >= afterMs;
  }

  #hear(event: DriverEvent): void {
    switch (event.kind) {
      case 'status': {
        const before = this.status;
        // The same status for another reason is news, too: "not set up yet" becomes "Invalid OAuth access token".
        const changed = event.status !== before || (event.reason ?? this.#toldReason) !== this.#toldReason;
        if (this.status === 'connected') this.#connectedAtMs = this.#clock.nowMs();
        const { qrcode, qrcodeLifeMs, phoneNumber } = event;
        this.#events?.setStatus(event.status, {
          ...(qrcode === undefined ? {} : { qrcode }),
          ...(qrcodeLifeMs === undefined ? {} : { qrcodeLifeMs }),
          ...(phoneNumber === undefined ? {} : { phoneNumber }),
        });
        if (changed) {
          const why = event.reason ? { reason: event.reason } : {};
          this.#toldReason = event.reason ?? null;
          this.#events?.life('appStateChanged', { from: before, ...why });
          this.#options.log.info(event.status, why);
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

  /** Another process has the lane, the token was revoked, or the server was away for too long: not one more send. */
  #lose(why: Exclude<LaneEnd, 'stopped'>): void {
    if (this.#end !== null) return;
    this.#end = why;
    this.#sends?.stop();
    this.#acts?.end();
    this.#options.log.warn(why);
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
      await Promise.all([this.#reports, this.#events, this.#messages].map((desk) => desk?.flush(leftMs())));
      const released = server.release({ generation: this.#lease?.generation ?? 0 }).catch(() => undefined);
      await within(this.#clock, released, leftMs());
    }
    this.#acts?.end();
    this.#lease?.end();
    for (const desk of [this.#reports, this.#events, this.#messages]) desk?.end();
    log.info('gave up the lane', { why: this.#end, unsettled: this.#held.size });
  }
}
