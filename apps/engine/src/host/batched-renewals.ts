import { HOST_RENEWAL_TICK_MS } from '@switchyard/contracts/engine/host';
import { type HostCalls, ServerRefusal } from '../connection/server-client.ts';

interface Waiting {
  token: string;
  generation: number;
  resolve(answer: { ok: true }): void;
  reject(error: unknown): void;
}

/**
 * The lease renewals of a host's engines, in one call a tick: each with its engine's own token, each answered for
 * itself. A lease that waits for the tick counts from before the wait, so nobody is ever surer of one than the server.
 */
export class BatchedRenewals {
  readonly #server: Pick<HostCalls, 'renewMany'>;
  readonly #tickMs: number;
  /** Each host has its own ticks, so that they do not all come at one moment. */
  readonly #firstTickMs = performance.now();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** @param server speaks with the host's token */
  constructor(server: Pick<HostCalls, 'renewMany'>, tickMs = HOST_RENEWAL_TICK_MS) {
    this.#server = server;
    this.#tickMs = tickMs;
  }

  /** Rejects as `EngineCalls.renew` does. */
  renew(token: string, generation: number): Promise<{ ok: true }> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ token, generation, resolve, reject });
      // Ticks are the same for all of a host, so that engines that were once renewed together stay together.
      this.#timer ??= setTimeout(
        () => void this.#tell(),
        this.#tickMs - ((performance.now() - this.#firstTickMs) % this.#tickMs),
      );
    });
  }

  async #tell(): Promise<void> {
    this.#timer = null;
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      const leases = asked.map(({ token, generation }) => ({ token, generation }));
      const { refusals } = await this.#server.renewMany({ leases });
      for (const [at, { resolve, reject }] of asked.entries()) {
        const refusal = refusals[at];
        if (refusal) reject(new ServerRefusal(refusal.status, refusal.code, refusal.message, null));
        else resolve({ ok: true });
      }
    } catch (error) {
      for (const one of asked) one.reject(error);
    }
  }
}
