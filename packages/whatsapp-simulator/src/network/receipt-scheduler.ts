import type { AccountStore } from '../store/account-store.ts';
import type { MessageStore } from '../store/message-store.ts';
import type { Clock } from '../time/clock.ts';
import { DueQueue } from '../time/due-queue.ts';
import type { Random } from '../time/random.ts';
import type { FaultScript } from './faults.ts';
import type { Receipt, StoredMessage } from './model.ts';

/** How long recipients take, in milliseconds: from accepted to delivered, and from delivered to read. */
export interface ReceiptDelays {
  deliveredMs: readonly [low: number, high: number];
  readMs: readonly [low: number, high: number];
}
export const DEFAULT_DELAYS: ReceiptDelays = { deliveredMs: [40, 400], readMs: [300, 2_500] };

/** Beyond this many receipts kept for a sender that does not fetch them, the oldest are dropped. */
const MAX_KEPT = 20_000;
/** How far back a restarted network looks for receipts that nobody has acknowledged. */
const RESTART_LOOKBACK_ROWS = 200_000;

type Receiver = (receipts: Receipt[], cursor: number) => void;
/** A device, by its account. */
interface Hearer {
  account: string;
  device: string;
}

/** How far one device of the account is, by cursors. */
interface Progress {
  told: number;
  acknowledged: number;
  /** Null while the device is away. */
  receiver: Receiver | null;
}

/** An account's receipts, until each of its devices that ever asked has acknowledged them. */
interface Outbox {
  kept: Receipt[];
  /** The cursor of `kept[0]`; cursors count receipts from the start of the process. */
  firstCursor: number;
  devices: Map<string, Progress>;
}

interface ReceiptDeskDeps {
  clock: Clock;
  random: Random;
  delays: ReceiptDelays;
  faults: FaultScript;
  messages: MessageStore;
  accounts: AccountStore;
  isOffline: (address: string) => boolean;
}

/** Plans receipts when a message is accepted and tells the sender's devices when their moment has come. */
export class ReceiptScheduler {
  readonly #due = new DueQueue<{ account: string; receipt: Receipt }>();
  readonly #outboxes = new Map<string, Outbox>();
  #cancelTimer: (() => void) | null = null;
  #timerAtMs = Number.POSITIVE_INFINITY;
  readonly #parts: ReceiptDeskDeps;

  constructor(deps: ReceiptDeskDeps) {
    this.#parts = deps;
    this.#reload();
  }

  /** Draws when a message will be delivered and read; null while the recipient is offline. */
  plan(from: string, chat: string, acceptedAtMs: number): { deliveredAtMs: number | null; readAtMs: number | null } {
    const { random, delays, faults, isOffline } = this.#parts;
    if (isOffline(chat)) return { deliveredAtMs: null, readAtMs: null };
    const lateMs = faults.strike(from, 'late-receipts')?.delayMs ?? 0;
    // At least 1 ms, so that a cursor which is a moment never covers a receipt of the same moment that comes later.
    const deliveredAtMs = acceptedAtMs + Math.max(1, random.between(...delays.deliveredMs)) + lateMs;
    return { deliveredAtMs, readAtMs: deliveredAtMs + Math.max(1, random.between(...delays.readMs)) };
  }

  /** Queues what was planned. */
  schedule(message: Pick<StoredMessage, 'from' | 'chat' | 'id' | 'deliveredAtMs' | 'readAtMs'>): void {
    const { from: account, chat, id, deliveredAtMs, readAtMs } = message;
    if (deliveredAtMs !== null)
      this.#due.add(deliveredAtMs, { account, receipt: { id, chat, level: 2, atMs: deliveredAtMs } });
    if (readAtMs !== null) this.#due.add(readAtMs, { account, receipt: { id, chat, level: 3, atMs: readAtMs } });
    this.#arm();
  }

  /** A device wants to hear receipts, beginning with those it has not acknowledged. */
  attach({ account, device }: Hearer, receiver: Receiver): void {
    const outbox = this.#outbox(account);
    const acknowledged = outbox.devices.get(device)?.acknowledged ?? outbox.firstCursor;
    outbox.devices.set(device, { told: acknowledged, acknowledged, receiver });
    this.#tell(outbox);
  }

  detach({ account, device }: Hearer): void {
    const progress = this.#outboxes.get(account)?.devices.get(device);
    if (progress) progress.receiver = null;
  }

  /** The device is unlinked: nothing is kept for it. */
  forget({ account, device }: Hearer): void {
    const outbox = this.#outboxes.get(account);
    if (outbox?.devices.delete(device) && outbox.devices.size > 0) this.#drop(account, outbox);
  }

  acknowledge({ account, device }: Hearer, cursor: number): void {
    const outbox = this.#outbox(account);
    const progress = outbox.devices.get(device);
    if (!progress || cursor <= progress.acknowledged) return;
    progress.acknowledged = Math.min(cursor, endOf(outbox));
    this.#drop(account, outbox);
  }

  /** Lets go what every device has acknowledged. */
  #drop(account: string, outbox: Outbox): void {
    const until = Math.min(...[...outbox.devices.values()].map(({ acknowledged }) => acknowledged));
    const count = until - outbox.firstCursor;
    const last = outbox.kept[count - 1];
    if (count <= 0 || !last) return;
    cutOff(outbox, count);
    const row = this.#parts.accounts.find(account);
    if (row && last.atMs > row.receiptsUntilMs) {
      this.#parts.accounts.save({ ...row, receiptsUntilMs: last.atMs });
    }
  }

  close(): void {
    this.#cancelTimer?.();
  }

  #outbox(account: string): Outbox {
    const known = this.#outboxes.get(account);
    if (known) return known;
    const outbox: Outbox = { kept: [], firstCursor: 0, devices: new Map() };
    this.#outboxes.set(account, outbox);
    return outbox;
  }

  #arm(): void {
    const nextMs = this.#due.nextMs();
    if (nextMs === null || nextMs >= this.#timerAtMs) return;
    this.#cancelTimer?.();
    this.#timerAtMs = nextMs;
    // Receipts of 20 ms travel together: under load one wake-up serves hundreds.
    const waitMs = Math.max(nextMs - this.#parts.clock.nowMs(), 0);
    this.#cancelTimer = this.#parts.clock.schedule(waitMs < 20 ? waitMs : waitMs + 20, () => this.#emitDue());
  }

  #emitDue(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    const nowMs = this.#parts.clock.nowMs();
    const touched = new Set<Outbox>();
    for (let next = this.#due.takeDue(nowMs); next; next = this.#due.takeDue(nowMs)) {
      const { account, receipt } = next.item;
      if (this.#parts.isOffline(receipt.chat)) continue;
      const outbox = this.#outbox(account);
      outbox.kept.push(receipt);
      if (this.#parts.faults.strike(account, 'duplicate-receipts')) outbox.kept.push(receipt);
      if (this.#parts.faults.strike(account, 'reordered-receipts')) reorder(outbox, receipt);
      touched.add(outbox);
    }
    for (const outbox of touched) {
      const excess = outbox.kept.length - MAX_KEPT;
      if (excess > 0) cutOff(outbox, excess);
      this.#tell(outbox);
    }
    this.#arm();
  }

  #tell(outbox: Outbox): void {
    const end = endOf(outbox);
    for (const progress of outbox.devices.values()) {
      if (!progress.receiver || progress.told === end) continue;
      const news = outbox.kept.slice(progress.told - outbox.firstCursor);
      progress.told = end;
      progress.receiver(news, end);
    }
  }

  /** After a restart: receipts still to come, and those that had come but were not acknowledged. */
  #reload(): void {
    const nowMs = this.#parts.clock.nowMs();
    const acknowledged = new Map<string, number>();
    const missed: { account: string; receipt: Receipt }[] = [];
    let rows = 0;
    for (const message of this.#parts.messages.newestFirst()) {
      if (++rows > RESTART_LOOKBACK_ROWS) break;
      const account = message.from;
      if (!acknowledged.has(account))
        acknowledged.set(account, this.#parts.accounts.find(account)?.receiptsUntilMs ?? 0);
      for (const [level, atMs] of [
        [2, message.deliveredAtMs],
        [3, message.readAtMs],
      ] as const) {
        if (atMs === null || atMs <= (acknowledged.get(account) ?? 0)) continue;
        const item = { account, receipt: { id: message.id, chat: message.chat, level, atMs } };
        if (atMs > nowMs) this.#due.add(atMs, item);
        else missed.push(item);
      }
    }
    missed.sort((one, other) => one.receipt.atMs - other.receipt.atMs);
    for (const { account, receipt } of missed) this.#outbox(account).kept.push(receipt);
    this.#arm();
  }
}

const endOf = ({ firstCursor, kept }: Outbox): number => firstCursor + kept.length;

/** Lets the oldest receipts go, whoever has not heard them. */
function cutOff(outbox: Outbox, count: number): void {
  outbox.kept.splice(0, count);
  outbox.firstCursor += count;
  for (const progress of outbox.devices.values()) {
    progress.told = Math.max(progress.told, outbox.firstCursor);
    progress.acknowledged = Math.max(progress.acknowledged, outbox.firstCursor);
  }
}

/** Tells a message's read receipt before its delivered one. */
function reorder(outbox: Outbox, receipt: Receipt): void {
  if (receipt.level === 2) outbox.kept.splice(-1, 1, { ...receipt, level: 3 }, receipt);
}
