import { createHmac } from 'node:crypto';
import { backoffMs } from '@switchyard/backoff';
import type { FaultScript } from '../network/faults.ts';
import type { Clock } from '../time/clock.ts';

export interface WebhookSenderDeps {
  clock: Clock;
  faults: FaultScript;
  account: string;
  url: string;
  appSecret: string;
  /** Wait after the first failed delivery; it doubles with each failure. */
  retryFirstMs: number;
}

const RETRY_MAX_MS = 60 * 60_000;
/** Meta stops retrying after this time. */
const RETRY_PERIOD_MS = 7 * 24 * 60 * 60_000;
/** Maximum time that a webhook waits to be overtaken by another. */
const OVERTAKEN_MS = 1_000;
const ANSWER_TIMEOUT_MS = 10_000;

interface Notice {
  payload: string;
  firstTriedAtMs: number;
  failures: number;
  delivered: () => void;
}

/**
 * Sends signed webhooks to a business's server, and repeats each until it gets a 2xx. Guarantees neither order nor
 * uniqueness.
 */
export class WebhookSender {
  readonly #deps: WebhookSenderDeps;
  readonly #ended = new AbortController();
  readonly #cancels = new Set<() => void>();
  #overtaken: Notice | null = null;

  constructor(deps: WebhookSenderDeps) {
    this.#deps = deps;
  }

  /** @param delivered called once the server has answered */
  add(payload: object, delivered: () => void = () => undefined): void {
    const { clock, faults, account } = this.#deps;
    const notice = { payload: JSON.stringify(payload), firstTriedAtMs: clock.nowMs(), failures: 0, delivered };
    const late = faults.strike(account, 'late-webhook');
    if (late) {
      this.#later(notice, late.delayMs ?? 1_000);
      return;
    }
    if (faults.strike(account, 'reordered-webhook')) {
      this.#overtaken ??= notice;
      if (this.#overtaken === notice) {
        this.#schedule(OVERTAKEN_MS, () => this.#release(notice));
        return;
      }
    }
    const before = this.#overtaken;
    this.#overtaken = null;
    void this.#send(notice).then(() => before && this.#send(before));
    if (faults.strike(account, 'duplicate-webhook')) void this.#send({ ...notice, delivered: () => undefined });
  }

  close(): void {
    this.#ended.abort();
    for (const cancel of this.#cancels) cancel();
  }

  async #send(notice: Notice): Promise<void> {
    const { clock, faults, account, url, appSecret, retryFirstMs } = this.#deps;
    if (this.#ended.signal.aborted) return;
    const signature = createHmac('sha256', appSecret).update(notice.payload).digest('hex');
    const answered = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body: notice.payload,
      signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered && !faults.strike(account, 'lost-webhook-answer')) {
      notice.delivered();
      return;
    }
    notice.failures += 1;
    const waitMs = backoffMs(notice.failures, retryFirstMs, RETRY_MAX_MS);
    if (clock.nowMs() + waitMs - notice.firstTriedAtMs < RETRY_PERIOD_MS) this.#later(notice, waitMs);
  }

  /** Sends the notice if nothing has overtaken it. */
  #release(notice: Notice): void {
    if (this.#overtaken !== notice) return;
    this.#overtaken = null;
    void this.#send(notice);
  }

  #later(notice: Notice, waitMs: number): void {
    this.#schedule(waitMs, () => void this.#send(notice));
  }

  #schedule(waitMs: number, run: () => void): void {
    if (this.#ended.signal.aborted) return;
    const cancel = this.#deps.clock.schedule(waitMs, () => {
      this.#cancels.delete(cancel);
      run();
    });
    this.#cancels.add(cancel);
  }
}
