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
  /** The first wait after a delivery that failed; it doubles. */
  retryFirstMs: number;
}

const RETRY_MAX_MS = 60 * 60_000;
/** Meta gives up after this long. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * 60_000;
/** A webhook that is to be overtaken waits this long for one that does. */
const OVERTAKEN_MS = 1_000;
const ANSWER_TIMEOUT_MS = 10_000;

interface Notice {
  payload: string;
  firstTriedAtMs: number;
  failures: number;
  delivered: () => void;
}

/**
 * Tells a business's server what happened: signed, and again until it answers 2xx. Order is not promised, nor that each
 * comes once.
 */
export class WebhookSender {
  readonly #parts: WebhookSenderDeps;
  readonly #ended = new AbortController();
  readonly #cancels = new Set<() => void>();
  #overtaken: Notice | null = null;

  constructor(deps: WebhookSenderDeps) {
    this.#parts = deps;
  }

  /** `delivered` is called once the server has answered. */
  add(payload: object, delivered: () => void = () => undefined): void {
    const { clock, faults, account } = this.#parts;
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
    const { clock, faults, account, url, appSecret, retryFirstMs } = this.#parts;
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
    if (clock.nowMs() + waitMs - notice.firstTriedAtMs < GIVE_UP_AFTER_MS) this.#later(notice, waitMs);
  }

  /** Nothing came that could overtake it. */
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
    const cancel = this.#parts.clock.schedule(waitMs, () => {
      this.#cancels.delete(cancel);
      run();
    });
    this.#cancels.add(cancel);
  }
}
