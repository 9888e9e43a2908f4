import { Backoff } from '@switchyard/backoff';
import { type EngineClock, sleep } from '../clock.ts';
import { ServerRefusal } from '../connection/server-answer.ts';
import type { EngineServer } from '../connection/server-client.ts';
import { type Log, reasonOf } from '../log.ts';

export type LeaseLoss = 'lease-lost' | 'unauthorized';
export type Lease = Awaited<ReturnType<EngineServer['lease']>>;

/** Asks again this often while another holder has the lane; its lease ends by itself when it is dead. */
const HELD_RETRY_MAX_MS = 3_000;

/**
 * Takes the lane's lease, however long that takes: the server may be away, the earlier holder's lease may have to end.
 * @returns the lease, and our own steady clock from before the question; null when `isWanted` turned false.
 * @throws ServerRefusal when the token is not accepted.
 */
export async function acquireLease(
  server: EngineServer,
  asks: { holder: string; instanceId: string },
  { log, clock, isWanted }: { log: Log; clock: EngineClock; isWanted(): boolean },
): Promise<{ lease: Lease; askedAtMs: number } | null> {
  const backoff = new Backoff(250, 10_000);
  let told = '';
  while (isWanted()) {
    const askedAtMs = clock.nowMs();
    try {
      return { lease: await server.lease(asks), askedAtMs };
    } catch (error) {
      const held = error instanceof ServerRefusal && error.code === 'LEASE_HELD';
      if (error instanceof ServerRefusal && !held) throw error;
      if (told !== reasonOf(error)) log.warn('the lease is not to be had yet', { reason: reasonOf(error) });
      told = reasonOf(error);
      const retryAfterMs = held ? (error.data as { retryAfterMs?: number } | undefined)?.retryAfterMs : undefined;
      const waitMs = held ? Math.min(retryAfterMs ?? HELD_RETRY_MAX_MS, HELD_RETRY_MAX_MS) + 50 : backoff.nextMs();
      await sleep(clock, waitMs);
    }
  }
  return null;
}

/** Keeps a lease alive, and knows when it can no longer be sure of it. */
export class LeaseKeeper {
  readonly generation: number;
  readonly #server: EngineServer;
  readonly #clock: EngineClock;
  readonly #onLost: (why: LeaseLoss) => void;
  readonly #onSure: () => void;
  /** By our own steady clock, counted from before the question: never later than the server's idea of it. */
  #sureUntilMs: number;
  readonly #ttlMs: number;
  #cancelTimer: () => void;
  #ended = false;

  constructor(
    server: EngineServer,
    generation: number,
    {
      clock,
      takenAtMs,
      ttlMs,
      onLost,
      onSure,
    }: { clock: EngineClock; takenAtMs: number; ttlMs: number; onLost: (why: LeaseLoss) => void; onSure: () => void },
  ) {
    this.#server = server;
    this.#clock = clock;
    this.generation = generation;
    this.#onLost = onLost;
    this.#onSure = onSure;
    this.#ttlMs = ttlMs;
    this.#sureUntilMs = takenAtMs + ttlMs;
    this.#cancelTimer = clock.schedule(this.#renewMs, () => void this.#renew());
  }

  get #renewMs(): number {
    return this.#ttlMs / 3;
  }

  /** False once the lease was not renewed for so long that another process may hold it: nothing new may be sent. */
  isSure(): boolean {
    return !this.#ended && this.#clock.nowMs() < this.#sureUntilMs;
  }

  /** A refusal that any call met: does it end the lease? */
  heed(error: unknown): boolean {
    const why = lossOf(error);
    if (why === null) return false;
    if (!this.#ended) {
      this.end();
      this.#onLost(why);
    }
    return true;
  }

  hasEnded(): boolean {
    return this.#ended;
  }

  end(): void {
    this.#ended = true;
    this.#cancelTimer();
  }

  async #renew(): Promise<void> {
    const askedAtMs = this.#clock.nowMs();
    let again = this.#renewMs;
    try {
      await this.#server.renew({ generation: this.generation });
      const wasSure = this.isSure();
      this.#sureUntilMs = askedAtMs + this.#ttlMs;
      if (!wasSure) this.#onSure();
    } catch (error) {
      if (this.heed(error)) return;
      again = 500 + Math.random() * 1_000;
    }
    if (!this.#ended) this.#cancelTimer = this.#clock.schedule(again, () => void this.#renew());
  }
}

function lossOf(error: unknown): LeaseLoss | null {
  if (!(error instanceof ServerRefusal)) return null;
  if (error.code === 'LEASE_LOST') return 'lease-lost';
  return error.status === 401 ? 'unauthorized' : null;
}
