import type { Random } from '../time/random.ts';

/**
 * Kinds of faults. While a message is accepted: `lost-reply` (accepted, but the sender gets no reply),
 * `drop-before-accept`, `drop-after-accept` (the link breaks), `slow-reply` (`delayMs`), `rate-limited`, `unreadable`
 * (Noise: the link breaks, and at the next log-in the recipient's phone requests the message again). Receipts:
 * `late-receipts` (`delayMs` more), `duplicate-receipts`, `reordered-receipts` (read before delivered). Pairing:
 * `expire-qr`. Cloud API: `graph-error` (`code`), `graph-lost-answer` (accepted and reported by webhook, but never
 * answered), `graph-reset-before-accept`, `graph-reset-after-accept`, `failed-status` (accepted, then reported as
 * failed with `code`). Its webhooks: `duplicate-webhook`, `reordered-webhook` (the next one within a second overtakes
 * it), `late-webhook` (`delayMs`), `lost-webhook-answer` (sent, and sent again).
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
  /** The affected account; default: any. */
  account?: string;
  /** How often it happens; default: once. Null: until removed. */
  times?: number | null;
  /** Probability at each opportunity; default: 1. */
  chance?: number;
  delayMs?: number;
  /** Error code of the Cloud API. */
  code?: number;
}

/** The active fault rules, in memory: a restart of the network clears them. */
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

  /** @param accounts removes only these accounts' rules; null for all */
  clear(accounts: readonly string[] | null = null): void {
    this.#rules = accounts === null ? [] : this.#rules.filter(({ account }) => !account || !accounts.includes(account));
  }

  list(): FaultRule[] {
    return this.#rules.map(({ left, ...rule }) => ({ ...rule, times: Number.isFinite(left) ? left : null }));
  }

  /** The first matching rule that takes effect for this account now; it is used up once. */
  strike(account: string, ...kinds: FaultKind[]): FaultRule | null {
    if (this.#rules.length === 0) return null;
    const rule = this.#rules.find(
      (candidate) =>
        kinds.includes(candidate.kind) &&
        (candidate.account === undefined || candidate.account === account) &&
        (candidate.chance === undefined || this.#random.chance(candidate.chance)),
    );
    if (!rule) return null;
    rule.left -= 1;
    if (rule.left <= 0) this.#rules = this.#rules.filter((active) => active !== rule);
    return rule;
  }
}
