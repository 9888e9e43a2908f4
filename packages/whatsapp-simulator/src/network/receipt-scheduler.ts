import type { AccountStore } from '../store/account-store.ts';
import type { MessageStore } from '../store/message-store.ts';
import type { Clock } from '../time/clock.ts';
import { DueQueue } from '../time/due-queue.ts';
import type { Random } from '../time/random.ts';
import type { FaultScript } from './faults.ts';
import type { Receipt, StoredMessage } from './model.ts';

/** Ranges of the recipients' delays in milliseconds: from accepted to delivered, and from delivered to read. */
export interface ReceiptDelays {
  deliveredMs: readonly [low: number, high: number];
  readMs: readonly [low: number, high: number];
}
export const DEFAULT_DELAYS: ReceiptDelays = { deliveredMs: [40, 400], readMs: [300, 2_500] };

/** Maximum number of receipts stored for a sender that doesn't fetch them; the oldest are dropped. */
const MAX_STORED = 20_000;
/** Number of messages that a restarted network checks for unacknowledged receipts. */
const RESTART_LOOKBACK_ROWS = 200_000;

type Receiver = (receipts: Receipt[], cursor: number) => void;
interface DeviceRef {
  account: string;
  device: string;
}

/** A device's progress, by cursors. */
interface Progress {
  sent: number;
  acknowledged: number;
  /** Null while the device is offline. */
  receiver: Receiver | null;
}

/** An account's receipts, until each device that ever attached has acknowledged them. */
interface Outbox {
  receipts: Receipt[];
  /** The cursor of `receipts[0]`; cursors count receipts since the process started. */
  firstCursor: number;
  devices: Map<string, Progress>;
}

interface ReceiptSchedulerDeps {
  clock: Clock;
  random: Random;
  delays: ReceiptDelays;
  faults: FaultScript;
  messages: MessageStore;
  accounts: AccountStore;
  isOffline: (address: string) => boolean;
}

/** Plans receipts when a message is accepted, and sends them to the sender's devices when they are due. */
export class ReceiptScheduler {
  readonly #due = new DueQueue<{ account: string; receipt: Receipt }>();
  readonly #outboxes = new Map<string, Outbox>();
  #cancelTimer: (() => void) | null = null;
  #timerAtMs = Number.POSITIVE_INFINITY;
  readonly #deps: ReceiptSchedulerDeps;

  constructor(deps: ReceiptSchedulerDeps) {
    this.#deps = deps;
    this.#reload();
  }

  /** Draws when a message will be delivered and read; null while the recipient is offline. */
  plan(from: string, chat: string, acceptedAtMs: number): { deliveredAtMs: number | null; readAtMs: number | null } {
    const { random, delays, faults, isOffline } = this.#deps;
    if (isOffline(chat)) return { deliveredAtMs: null, readAtMs: null };
    const lateMs = faults.strike(from, 'late-receipts')?.delayMs ?? 0;
    // At least 1 ms, so that a cursor based on a time never covers a later receipt of the same time.
    const deliveredAtMs = acceptedAtMs + Math.max(1, random.between(...delays.deliveredMs)) + lateMs;
    return { deliveredAtMs, readAtMs: deliveredAtMs + Math.max(1, random.between(...delays.readMs)) };
  }

  /** Queues a message's planned receipts. */
  schedule(message: Pick<StoredMessage, 'from' | 'chat' | 'id' | 'deliveredAtMs' | 'readAtMs'>): void {
    const { from: account, chat, id, deliveredAtMs, readAtMs } = message;
    if (deliveredAtMs !== null)
      this.#due.add(deliveredAtMs, { account, receipt: { id, chat, level: 2, atMs: deliveredAtMs } });
    if (readAtMs !== null) this.#due.add(readAtMs, { account, receipt: { id, chat, level: 3, atMs: readAtMs } });
    this.#arm();
  }

  /** Sends a device its receipts, starting with those it hasn't acknowledged. */
  attach({ account, device }: DeviceRef, receiver: Receiver): void {
    const outbox = this.#outbox(account);
    const acknowledged = outbox.devices.get(device)?.acknowledged ?? outbox.firstCursor;
    outbox.devices.set(device, { sent: acknowledged, acknowledged, receiver });
    this.#send(outbox);
  }

  detach({ account, device }: DeviceRef): void {
    const progress = this.#outboxes.get(account)?.devices.get(device);
    if (progress) progress.receiver = null;
  }

  /** Drops everything stored for an unlinked device. */
  forget({ account, device }: DeviceRef): void {
    const outbox = this.#outboxes.get(account);
    if (outbox?.devices.delete(device) && outbox.devices.size > 0) this.#drop(account, outbox);
  }

  acknowledge({ account, device }: DeviceRef, cursor: number): void {
    const outbox = this.#outbox(account);
    const progress = outbox.devices.get(device);
    if (!progress || cursor <= progress.acknowledged) return;
    progress.acknowledged = Math.min(cursor, endOf(outbox));
    this.#drop(account, outbox);
  }

  /** Drops what every device has acknowledged. */
  #drop(account: string, outbox: Outbox): void {
    const until = Math.min(...[...outbox.devices.values()].map(({ acknowledged }) => acknowledged));
    const count = until - outbox.firstCursor;
    const last = outbox.receipts[count - 1];
    if (count <= 0 || !last) return;
    cutOff(outbox, count);
    const row = this.#deps.accounts.find(account);
    if (row && last.atMs > row.receiptsUntilMs) {
      this.#deps.accounts.save({ ...row, receiptsUntilMs: last.atMs });
    }
  }

  close(): void {
    this.#cancelTimer?.();
  }

  #outbox(account: string): Outbox {
    const existing = this.#outboxes.get(account);
    if (existing) return existing;
    const outbox: Outbox = { receipts: [], firstCursor: 0, devices: new Map() };
    this.#outboxes.set(account, outbox);
    return outbox;
  }

  #arm(): void {
    const nextMs = this.#due.nextMs();
    if (nextMs === null || nextMs >= this.#timerAtMs) return;
    this.#cancelTimer?.();
    this.#timerAtMs = nextMs;
    // Receipts within 20 ms are sent together: under load one wake-up serves hundreds.
    const waitMs = Math.max(nextMs - this.#deps.clock.nowMs(), 0);
    this.#cancelTimer = this.#deps.clock.schedule(waitMs < 20 ? waitMs : waitMs + 20, () => this.#emitDue());
  }

  #emitDue(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    const nowMs = this.#deps.clock.nowMs();
    const touched = new Set<Outbox>();
    for (let next = this.#due.takeDue(nowMs); next; next = this.#due.takeDue(nowMs)) {
      const { account, receipt } = next.item;
      if (this.#deps.isOffline(receipt.chat)) continue;
      const outbox = this.#outbox(account);
      outbox.receipts.push(receipt);
      if (this.#deps.faults.strike(account, 'duplicate-receipts')) outbox.receipts.push(receipt);
      if (this.#deps.faults.strike(account, 'reordered-receipts')) reorder(outbox, receipt);
      touched.add(outbox);
    }
    for (const outbox of touched) {
      const excess = outbox.receipts.length - MAX_STORED;
      if (excess > 0) cutOff(outbox, excess);
      this.#send(outbox);
    }
    this.#arm();
  }

  #send(outbox: Outbox): void {
    const end = endOf(outbox);
    for (const progress of outbox.devices.values()) {
      if (!progress.receiver || progress.sent === end) continue;
      const news = outbox.receipts.slice(progress.sent - outbox.firstCursor);
      progress.sent = end;
      progress.receiver(news, end);
    }
  }

  /** After a restart: restores planned receipts, and those that are past but not acknowledged. */
  #reload(): void {
    const nowMs = this.#deps.clock.nowMs();
    const acknowledged = new Map<string, number>();
    const missed: { account: string; receipt: Receipt }[] = [];
    let rows = 0;
    for (const message of this.#deps.messages.newestFirst()) {
      if (++rows > RESTART_LOOKBACK_ROWS) break;
      const account = message.from;
      if (!acknowledged.has(account))
        acknowledged.set(account, this.#deps.accounts.find(account)?.receiptsUntilMs ?? 0);
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
    missed.sort((left, right) => left.receipt.atMs - right.receipt.atMs);
    for (const { account, receipt } of missed) this.#outbox(account).receipts.push(receipt);
    this.#arm();
  }
}

const endOf = ({ firstCursor, receipts }: Outbox): number => firstCursor + receipts.length;

/** Drops the oldest receipts, even for devices that haven't received them. */
function cutOff(outbox: Outbox, count: number): void {
  outbox.receipts.splice(0, count);
  outbox.firstCursor += count;
  for (const progress of outbox.devices.values()) {
    progress.sent = Math.max(progress.sent, outbox.firstCursor);
    progress.acknowledged = Math.max(progress.acknowledged, outbox.firstCursor);
  }
}

/** Sends a message's read receipt before its delivery receipt. */
function reorder(outbox: Outbox, receipt: Receipt): void {
  if (receipt.level === 2) outbox.receipts.splice(-1, 1, { ...receipt, level: 3 }, receipt);
}
