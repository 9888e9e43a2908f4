import type { Random } from '../time/random.ts';

/**
 * What can be made to go wrong. While a message is taken in: `lost-reply` (accepted, the sender is never told),
 * `drop-before-accept`, `drop-after-accept` (the link breaks), `slow-reply` (`delayMs`), `rate-limited`, `unreadable`
 * (Noise: the link breaks, and at the next log-in the recipient's phone asks for the message again). Receipts:
 * `late-receipts` (`delayMs` more), `duplicate-receipts`, `reordered-receipts` (read is told before delivered).
 * Pairing: `expire-qr`. Cloud API: `graph-error` (`code`), `graph-lost-answer` (taken and told by webhook, never
 * answered), `graph-reset-before-accept`, `graph-reset-after-accept`, `failed-status` (taken, then told as failed with
 * `code`). Its webhooks: `duplicate-webhook`, `reordered-webhook` (the next one of the same second overtakes it),
 * `late-webhook` (`delayMs`), `lost-webhook-answer` (told, and told again).
 */
export const FAULT_KINDS = [
  'lost-reply',
  'drop-before-accept',
  'drop-after-accept',
  'slow-reply',
  'rate-limited',
  'unreadable',
  'late-receipts',
  'duplicate-receipts',
  'reordered-receipts',
  'expire-qr',
  'graph-error',
  'graph-lost-answer',
  'graph-reset-before-accept',
  'graph-reset-after-accept',
  'failed-status',
  'duplicate-webhook',
  'reordered-webhook',
  'late-webhook',
  'lost-webhook-answer',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultRule {
  kind: FaultKind;
  /** The account it happens to; left out: any. */
  account?: string;
  /** How often it happens; left out: once. `null`: until removed. */
  times?: number | null;
  /** Probability of each chance it gets; left out: 1. */
  chance?: number;
  delayMs?: number;
  /** Error of the Cloud API. */
  code?: number;
}

/** The script of faults. Rules are kept in memory: a restart of the network heals it. */
export class FaultScript {
  readonly #random: Random;
  #rules: (FaultRule & { left: number })[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  add(rule: FaultRule): void {
    const times = rule.times === undefined ? 1 : (rule.times ?? Number.POSITIVE_INFINITY);
    this.#rules.push({ ...rule, left: times });
  }

  /** @param accounts removes the rules of these only; null: all */
  clear(accounts: readonly string[] | null = null): void {
    this.#rules = accounts === null ? [] : this.#rules.filter(({ account }) => !account || !accounts.includes(account));
  }

  list(): FaultRule[] {
    return this.#rules.map(({ left, ...rule }) => ({ ...rule, times: Number.isFinite(left) ? left : null }));
  }

  /** The first rule of one of these kinds that strikes this account now; it is used up once. */
  strike(account: string, ...kinds: FaultKind[]): FaultRule | null {
    if (this.#rules.length === 0) return null;
    const rule = this.#rules.find(
      (one) =>
        kinds.includes(one.kind) &&
        (one.account === undefined || one.account === account) &&
        (one.chance === undefined || this.#random.chance(one.chance)),
    );
    if (!rule) return null;
    rule.left -= 1;
    if (rule.left <= 0) this.#rules = this.#rules.filter((one) => one !== rule);
    return rule;
  }
}
