import { HOST_RENEWAL_TICK_MS } from '@switchyard/contracts/engine/host';
import { type HostCalls, ServerRefusal } from '../connection/server-client.ts';

interface Waiting {
  token: string;
  generation: number;
  resolve(answer: { ok: true }): void;
  reject(error: unknown): void;
}

/**
 * Renews the leases of a host's engines in one call per tick, each with its engine's own token and its own result. A
 * lease that waits for the tick counts from before the wait, so an engine is never surer of its lease than the server.
 */
export class BatchedRenewals {
  readonly #server: Pick<HostCalls, 'renewMany'>;
  readonly #tickMs: number;
  /** Each host has its own ticks, so that hosts do not all call at the same moment. */
  readonly #firstTickMs = performance.now();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** @param server called with the host's token */
  constructor(server: Pick<HostCalls, 'renewMany'>, tickMs = HOST_RENEWAL_TICK_MS) {
    this.#server = server;
    this.#tickMs = tickMs;
  }

  /** Rejects like `EngineCalls.renew`. */
  renew(token: string, generation: number): Promise<{ ok: true }> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ token, generation, resolve, reject });
      // All engines of a host share its ticks, so that engines once renewed together stay together.
      this.#timer ??= setTimeout(
        () => void this.#send(),
        this.#tickMs - ((performance.now() - this.#firstTickMs) % this.#tickMs),
      );
    });
  }

  async #send(): Promise<void> {
    this.#timer = null;
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      const leases = batch.map(({ token, generation }) => ({ token, generation }));
      const { refusals } = await this.#server.renewMany({ leases });
      for (const [index, { resolve, reject }] of batch.entries()) {
        const refusal = refusals[index];
        if (refusal) reject(new ServerRefusal(refusal.status, refusal.code, refusal.message, null));
        else resolve({ ok: true });
      }
    } catch (error) {
      for (const renewal of batch) renewal.reject(error);
    }
  }
}
