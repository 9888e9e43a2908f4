import type { LanePacing } from '@switchyard/contracts/messages/lane';
import type { PacedMessage } from './paced-lane.ts';

/** A lane without hints polls this often; until then nothing can have woken it. */
const POLL_MS = 15_000;
/** Tolerance for rounding to milliseconds and minutes. */
const GRACE_MS = 150;
const MINUTE_MS = 60_000;
const FAR_MS = 30 * 24 * 60 * MINUTE_MS;

type Kind = 'known' | 'fresh' | 'reply';
const KINDS: readonly Kind[] = ['known', 'fresh', 'reply'];

interface WaitingMessage extends PacedMessage {
  /** When it may be sent, judged by time alone. */
  fromMs: number;
}

const nextMinute = (ms: number) => (Math.floor(ms / MINUTE_MS) + 1) * MINUTE_MS;

/** Wall-clock times of zones, from the runtime's calendar; cached per minute. */
class WallClocks {
  readonly #formats = new Map<string, Intl.DateTimeFormat>();
  readonly #known = new Map<string, { date: string; time: string }>();

  at(ms: number, zone: string): { date: string; time: string } {
    const minute = Math.floor(ms / MINUTE_MS);
    const key = `${minute} ${zone}`;
    let wall = this.#known.get(key);
    if (!wall) {
      let format = this.#formats.get(zone);
      if (!format) {
        const parts = {
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          hour: '2-digit',
          minute: '2-digit',
        } as const;
        format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...parts });
        this.#formats.set(zone, format);
      }
      const [date = '', time = ''] = format.format(minute * MINUTE_MS).split(' ');
      wall = { date, time };
      this.#known.set(key, wall);
    }
    return wall;
  }
}
const wallClocks = new WallClocks();

/**
 * Checks a lane against its rules, restated here independently of the product: every claimed message must be allowed,
 * and no sendable message may wait longer than one poll. Shares no code with the claim.
 */
export class PacingJudge {
  readonly faults: string[] = [];
  /** Messages that a bucket allowed, and those it could also have allowed while some were waiting. */
  readonly used = { sent: 0, lost: 0 };
  readonly #rules: LanePacing;
  readonly #zone: string;
  readonly #known: Set<string>;
  readonly #waiting = new Map<string, WaitingMessage>();
  readonly #underWay = new Map<string, PacedMessage>();
  readonly #sentOn = new Map<string, number>();
  readonly #tokens: Record<Kind, number> = { known: 0, fresh: 0, reply: 0 };
  readonly #freeSinceMs: Record<Kind, number | null> = { known: null, fresh: null, reply: null };
  /** When the last message that was no reply was sent. */
  #lastMs: number | null = null;
  #restriction: { scope: 'new' | 'all'; untilMs: number } | null = null;
  #nowMs: number;

  constructor(nowMs: number, rules: LanePacing, zone: string, known: readonly string[]) {
    this.#nowMs = nowMs;
    this.#rules = rules;
    this.#zone = zone;
    this.#known = new Set(known);
  }

  get isDone(): boolean {
    return this.#waiting.size + this.#underWay.size === 0;
  }

  added(messages: readonly PacedMessage[]): void {
    for (const message of messages) this.#waiting.set(message.id, { ...message, fromMs: message.dueMs });
  }

  restricted(scope: 'new' | 'all', untilMs: number): void {
    this.#restriction = { scope, untilMs };
    this.#look();
  }

  /** Advances time with the lane working. */
  passTo(nowMs: number): void {
    for (const kind of KINDS) {
      const freeMs = this.#freeFrom(kind, this.#nowMs, nowMs);
      if (freeMs !== null && freeMs <= nowMs) this.#freeSinceMs[kind] ??= freeMs;
      const since = this.#freeSinceMs[kind];
      if (since !== null && nowMs - since > POLL_MS + GRACE_MS && this.#freeFrom(kind, nowMs, nowMs) !== null)
        this.#fault(nowMs, `a ${kind} message waited ${nowMs - since} ms while it could go`);
      this.#refill(kind, nowMs);
    }
    this.#nowMs = nowMs;
    this.#look();
  }

  /** Advances time with the lane offline: nothing could have been sent. */
  wasAwayTo(nowMs: number): void {
    for (const kind of KINDS) {
      this.#refill(kind, nowMs, false);
      this.#freeSinceMs[kind] = null;
    }
    this.#nowMs = nowMs;
    this.#look();
  }

  /** The lane has claimed these now. */
  took(ids: readonly string[]): void {
    for (const id of ids) {
      const message = this.#waiting.get(id);
      if (!message) {
        this.#fault(this.#nowMs, 'it took what does not wait');
        continue;
      }
      const kind = this.#kindOf(message);
      if (message.fromMs > this.#nowMs) this.#fault(this.#nowMs, 'it took what is not due');
      if (!message.isExempt && this.#isQuiet(this.#nowMs, message.zone))
        this.#fault(this.#nowMs, `quiet hours in ${message.zone} were broken`);
      if (this.#isRestricted(kind, this.#nowMs)) this.#fault(this.#nowMs, `a restriction of ${kind} was broken`);
      if (this.#roomToday(this.#nowMs) < 1) this.#fault(this.#nowMs, 'the daily cap was broken');
      if (kind !== 'reply') {
        if (this.#lastMs !== null && this.#nowMs < this.#lastMs + this.#gapMs('gapFromSeconds'))
          this.#fault(this.#nowMs, 'the gap between messages was broken');
        this.#lastMs = this.#nowMs;
      }
      if (this.#perMinute(kind) !== null) {
        this.#tokens[kind] -= 1;
        this.used.sent += 1;
        if (this.#tokens[kind] < -0.001)
          this.#fault(this.#nowMs, `the pace of ${kind} was broken: ${this.#tokens[kind]}`);
      }
      this.#waiting.delete(id);
      this.#underWay.set(id, message);
    }
    for (const kind of KINDS) this.#freeSinceMs[kind] = null;
    this.#look();
  }

  /**
   * The outcome of a claimed message.
   * @param againMs it returns to the lane, deferred until then; null if it is final
   */
  settled(id: string, isSent: boolean, againMs: number | null): void {
    const message = this.#underWay.get(id);
    if (!message) throw new Error('settled what is not under way');
    this.#underWay.delete(id);
    if (isSent) {
      this.#known.add(message.to);
      const { date } = wallClocks.at(this.#nowMs, this.#zone);
      const sent = (this.#sentOn.get(date) ?? 0) + 1;
      this.#sentOn.set(date, sent);
      if (this.#rules.dailyCap !== null && sent > this.#rules.dailyCap)
        this.#fault(this.#nowMs, 'the daily cap was passed');
    } else if (againMs !== null) this.#waiting.set(id, { ...message, isReply: false, fromMs: againMs });
    this.#look();
  }

  /** When a message can be sent next; null if none can for a month. */
  nextFreeMs(): number | null {
    const next = KINDS.flatMap((kind) => this.#freeFrom(kind, this.#nowMs, this.#nowMs + FAR_MS) ?? []);
    return next.length === 0 ? null : Math.min(...next);
  }

  #look(): void {
    for (const kind of KINDS) {
      const isFree = this.#freeFrom(kind, this.#nowMs, this.#nowMs) !== null;
      this.#freeSinceMs[kind] = isFree ? (this.#freeSinceMs[kind] ?? this.#nowMs) : null;
    }
  }

  #refill(kind: Kind, nowMs: number, isThere = true): void {
    const perMinute = this.#perMinute(kind);
    if (perMinute === null) return;
    const capacity = Math.max(this.#rules.burst, 1);
    const full = this.#tokens[kind] + ((nowMs - this.#nowMs) / MINUTE_MS) * perMinute;
    const since = this.#freeSinceMs[kind];
    // A bucket that overflows while messages wait has lost capacity.
    if (isThere && full > capacity && since !== null)
      this.used.lost += Math.min(
        full - capacity,
        (Math.max(0, nowMs - Math.max(since, this.#nowMs)) / MINUTE_MS) * perMinute,
      );
    this.#tokens[kind] = Math.min(capacity, full);
  }

  /** The first time in a range at which a message of this kind may be sent; null if none. */
  #freeFrom(kind: Kind, fromMs: number, toMs: number): number | null {
    let startMs = fromMs;
    if (this.#isRestricted(kind, startMs)) startMs = this.#restriction?.untilMs ?? startMs;
    const perMinute = this.#perMinute(kind);
    const lacking = 1 - this.#tokens[kind];
    if (perMinute !== null && lacking > 0) startMs = Math.max(startMs, this.#nowMs + (lacking / perMinute) * MINUTE_MS);
    // Only the lane knows which gap was drawn; none exceeds the maximum.
    if (kind !== 'reply' && this.#lastMs !== null)
      startMs = Math.max(startMs, this.#lastMs + this.#gapMs('gapToSeconds'));
    const isFullAt = (atMs: number) => this.#roomToday(atMs) < 1;
    while (startMs <= toMs && isFullAt(startMs)) startMs = nextMinute(startMs);
    let best: number | null = null;
    for (const message of this.#waiting.values()) {
      if (this.#kindOf(message) !== kind) continue;
      let atMs = Math.max(startMs, message.fromMs);
      while (atMs <= toMs && (best === null || atMs < best)) {
        if (!isFullAt(atMs) && (message.isExempt || !this.#isQuiet(atMs, message.zone))) {
          best = atMs;
          break;
        }
        atMs = nextMinute(atMs);
      }
    }
    return best;
  }

  #gapMs(end: 'gapFromSeconds' | 'gapToSeconds'): number {
    return (this.#rules[end] ?? 0) * 1_000;
  }

  #kindOf({ to, isReply }: PacedMessage): Kind {
    if (isReply) return 'reply';
    return this.#known.has(to) ? 'known' : 'fresh';
  }

  #perMinute(kind: Kind): number | null {
    if (kind === 'reply') return this.#rules.repliesPerMinute ?? null;
    return kind === 'known' ? this.#rules.knownPerMinute : this.#rules.newPerMinute;
  }

  #isRestricted(kind: Kind, atMs: number): boolean {
    if (!this.#restriction || this.#restriction.untilMs <= atMs) return false;
    return this.#restriction.scope === 'all' || kind === 'fresh';
  }

  #roomToday(atMs: number): number {
    if (this.#rules.dailyCap === null) return Number.POSITIVE_INFINITY;
    return this.#rules.dailyCap - (this.#sentOn.get(wallClocks.at(atMs, this.#zone).date) ?? 0) - this.#underWay.size;
  }

  #isQuiet(atMs: number, zone: string): boolean {
    const { quietFrom, quietTo } = this.#rules;
    if (quietFrom === null || quietTo === null || quietFrom === quietTo) return false;
    const { time } = wallClocks.at(atMs, zone);
    return quietFrom < quietTo ? quietFrom <= time && time < quietTo : quietFrom <= time || time < quietTo;
  }

  #fault(atMs: number, what: string): void {
    this.faults.push(`${new Date(atMs).toISOString()} ${what}`);
  }
}
