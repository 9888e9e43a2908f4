import { Backoff } from '@switchyard/backoff';
import { type EngineClock, sleep } from '../clock.ts';
import { ServerRefusal } from '../connection/server-answer.ts';
import type { EngineServer } from '../connection/server-client.ts';
import { type Log, reasonOf } from '../log.ts';

export type LeaseLoss = 'lease-lost' | 'unauthorized';
export type Lease = Awaited<ReturnType<EngineServer['lease']>>;

/** Maximum delay between attempts while another process holds the lease; a dead holder's lease expires by itself. */
const HELD_RETRY_MAX_MS = 3_000;

/**
 * Acquires the lane's lease, however long that takes: the server may be unavailable, or the earlier holder's lease may
 * have to expire.
 * @returns the lease, and our own steady time from before the request; null if `isWanted` turned false
 * @throws ServerRefusal if the token is not accepted
 */
export async function acquireLease(
  server: EngineServer,
  request: { holder: string; instanceId: string },
  { log, clock, isWanted }: { log: Log; clock: EngineClock; isWanted(): boolean },
): Promise<{ lease: Lease; askedAtMs: number } | null> {
  const backoff = new Backoff(250, 10_000);
  let lastLogged = '';
  while (isWanted()) {
    const askedAtMs = clock.nowMs();
    try {
      return { lease: await server.lease(request), askedAtMs };
    } catch (error) {
      const isHeld = error instanceof ServerRefusal && error.code === 'LEASE_HELD';
      if (error instanceof ServerRefusal && !isHeld) throw error;
      if (lastLogged !== reasonOf(error)) log.warn('the lease cannot be acquired yet', { reason: reasonOf(error) });
      lastLogged = reasonOf(error);
      const retryAfterMs = isHeld ? (error.data as { retryAfterMs?: number } | undefined)?.retryAfterMs : undefined;
      const waitMs = isHeld ? Math.min(retryAfterMs ?? HELD_RETRY_MAX_MS, HELD_RETRY_MAX_MS) + 50 : backoff.nextMs();
      await sleep(clock, waitMs);
    }
  }
  return null;
}

/** Renews a lease, and knows when it can no longer be sure of it. */
export class LeaseKeeper {
  readonly generation: number;
  readonly #server: EngineServer;
  readonly #clock: EngineClock;
  readonly #onLost: (loss: LeaseLoss) => void;
  readonly #onSure: () => void;
  /** By our own steady clock, counted from before the request: never later than the server's expiry. */
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
    }: { clock: EngineClock; takenAtMs: number; ttlMs: number; onLost: (loss: LeaseLoss) => void; onSure: () => void },
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

  /**
   * False once the lease has not been renewed for so long that another process may hold it: nothing new may be sent.
   */
  isSure(): boolean {
    return !this.#ended && this.#clock.nowMs() < this.#sureUntilMs;
  }

  /** Ends the lease if the error of a call says that it is lost. @returns whether it does */
  handleError(error: unknown): boolean {
    const loss = lossOf(error);
    if (loss === null) return false;
    if (!this.#ended) {
      this.end();
      this.#onLost(loss);
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
    let delayMs = this.#renewMs;
    try {
      await this.#server.renew({ generation: this.generation });
      const wasSure = this.isSure();
      this.#sureUntilMs = askedAtMs + this.#ttlMs;
      if (!wasSure) this.#onSure();
    } catch (error) {
      if (this.handleError(error)) return;
      delayMs = 500 + Math.random() * 1_000;
    }
    if (!this.#ended) this.#cancelTimer = this.#clock.schedule(delayMs, () => void this.#renew());
  }
}

function lossOf(error: unknown): LeaseLoss | null {
  if (!(error instanceof ServerRefusal)) return null;
  if (error.code === 'LEASE_LOST') return 'lease-lost';
  return error.status === 401 ? 'unauthorized' : null;
}
