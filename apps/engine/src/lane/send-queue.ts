import { Backoff } from '@switchyard/backoff';
import { DEFINITE_REJECTIONS } from '@switchyard/contracts/engine/constants';
import type { Outgoing, SendOutcome } from '@switchyard/contracts/engine/protocol';
import { otherForm } from '@switchyard/contracts/number-forms';
import { text } from '@switchyard/contracts/text/text';
import { type EngineClock, sleep, waitAtMost } from '../clock.ts';
import type { Driver, DriverOutcome } from '../drivers/driver.ts';

export interface SendQueueOptions {
  driver: Driver;
  clock: EngineClock;
  /** Maximum concurrent sends across all chats. */
  concurrency: number;
  nowMs(): number;
  /** Whether a new send may start now: connected, and sure of the lease. */
  mayBegin(): boolean;
  /**
   * @param inDoubt WhatsApp may have the message whatever the outcome, because an earlier attempt was never answered
   * @param onWhatsApp whether the number is on WhatsApp, if that was checked
   */
  onSettled(message: Outgoing, outcome: SendOutcome, inDoubt: boolean, onWhatsApp?: boolean): void;
  /** Unsettled messages that are returned to the lane. */
  onReturned(messages: Returned[]): void;
  /** Nothing is in progress or waiting any more. */
  onIdle(): void;
}

/** A message that is returned to the lane. */
export interface Returned {
  message: Outgoing;
  /** WhatsApp may have it. */
  inDoubt: boolean;
}

interface Chat {
  waiting: Outgoing[];
  /** Id of the message in progress. */
  busy: string | null;
}

/** Bounds of the delay before a message in doubt is retried. */
const MIN_DOUBT_RETRY_MS = 200;
const MAX_DOUBT_RETRY_MS = 15_000;

const UNKNOWN_FORM = 'WhatsApp did not say by which number it knows them';

/** WhatsApp's information about a message's recipient. */
interface RecipientCheck {
  onWhatsApp?: boolean;
  /** The number under which WhatsApp knows the recipient. */
  address?: string;
}

/**
 * Whether to look up the recipient. A retry must go to the same address as the first attempt, which is only ambiguous
 * for a number with two forms.
 */
const shouldLookUp = (to: string, inDoubt: boolean): boolean => !inDoubt || otherForm(to) !== null;

/**
 * Sends claimed messages: strictly in order of their claim within a chat, several chats at once. A message in doubt
 * blocks its chat until it is settled.
 */
export class SendQueue {
  readonly #options: SendQueueOptions;
  readonly #chats = new Map<string, Chat>();
  /** Chats with something to send, in turn order. */
  readonly #ready: string[] = [];
  #busy = 0;
  #stopped = false;
  #wakeIdle: (() => void) | null = null;
  /** Messages in progress that must not be retried. */
  readonly #withdrawn = new Set<string>();
  /** Messages in doubt that wait until sending is possible again. */
  #pumped: (() => void)[] = [];

  constructor(options: SendQueueOptions) {
    this.#options = options;
  }

  add(message: Outgoing): void {
    const chat = this.#chats.get(message.to) ?? { waiting: [], busy: null };
    this.#chats.set(message.to, chat);
    chat.waiting.push(message);
    if (!chat.busy && chat.waiting.length === 1 && !this.#ready.includes(message.to)) this.#ready.push(message.to);
    this.pump();
  }

  /** Starts whatever may start. To be called when `mayBegin` may have become true. */
  pump(): void {
    if (this.#options.mayBegin()) this.#wakePumped();
    while (!this.#stopped && this.#busy < this.#options.concurrency && this.#options.mayBegin()) {
      const to = this.#ready.shift();
      if (to === undefined) return;
      const chat = this.#chats.get(to);
      const message = chat?.waiting.shift();
      if (!chat || !message || chat.busy) continue;
      chat.busy = message._id;
      // A message that only awaits a status blocks its chat, but takes no capacity.
      const weight = message.inDoubt && this.#options.driver.mayHaveLeft?.(message.waMessageId) ? 0 : 1;
      this.#busy += weight;
      void this.#work(message).finally(() => {
        this.#busy -= weight;
        chat.busy = null;
        this.#withdrawn.delete(message._id);
        if (chat.waiting.length > 0) this.#ready.push(to);
        else this.#chats.delete(to);
        if (this.#busy === 0) this.#wakeIdle?.();
        this.pump();
        if (this.#busy === 0) this.#options.onIdle();
      });
    }
  }

  /**
   * Starts nothing more and returns untouched messages; those in progress follow when they are settled or abandoned.
   */
  stop(): void {
    this.#stopped = true;
    this.#wakePumped();
    this.giveBack();
  }

  /** Returns the messages that this run has not touched. */
  giveBack(): void {
    this.#giveBackIf(() => true);
  }

  /** Returns the untouched ones of these messages; those in progress are not retried. */
  withdraw(ids: readonly string[]): void {
    for (const { busy } of this.#chats.values()) if (busy !== null && ids.includes(busy)) this.#withdrawn.add(busy);
    this.#wakePumped();
    this.#giveBackIf(({ _id }) => ids.includes(_id));
  }

  #giveBackIf(isReturned: (message: Outgoing) => boolean): void {
    const untouched: Returned[] = [];
    for (const [to, chat] of this.#chats) {
      const { true: returned = [], false: kept = [] } = Object.groupBy(
        chat.waiting,
        (message) => `${isReturned(message)}`,
      );
      untouched.push(...returned.map((message) => ({ message, inDoubt: message.inDoubt })));
      chat.waiting = kept;
      if (!chat.busy && kept.length === 0) this.#chats.delete(to);
    }
    if (untouched.length > 0) this.#options.onReturned(untouched);
  }

  /** Resolves when nothing is in progress, or after `timeoutMs`. */
  async idle(timeoutMs: number): Promise<void> {
    if (this.#busy === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#wakeIdle = resolve;
    });
    await waitAtMost(this.#options.clock, idle, timeoutMs);
  }

  #wakePumped(): void {
    for (const wake of this.#pumped.splice(0)) wake();
  }

  /**
   * Processes a message until its outcome is known or sending has ended. Once in doubt it stays so, whatever a retry
   * says.
   */
  async #work(message: Outgoing): Promise<void> {
    const { driver, clock, onSettled, onReturned } = this.#options;
    const isLost = driver.capabilities.settles === 'none';
    let inDoubt = message.inDoubt && driver.mayHaveLeft?.(message.waMessageId) !== false;
    const backoff = new Backoff(MIN_DOUBT_RETRY_MS, MAX_DOUBT_RETRY_MS);
    const recipient: RecipientCheck = {};
    for (;;) {
      const outcome = await this.#attempt(message, inDoubt, recipient);
      if (outcome === null) {
        onReturned([{ message, inDoubt }]);
        return;
      }
      if (outcome.kind !== 'in-doubt') {
        const wasNeverTaken = outcome.kind === 'rejected' && DEFINITE_REJECTIONS.includes(outcome.code);
        if (recipient.onWhatsApp === undefined) onSettled(message, outcome, inDoubt && !wasNeverTaken);
        else onSettled(message, outcome, inDoubt && !wasNeverTaken, recipient.onWhatsApp);
        return;
      }
      inDoubt = true;
      if (isLost && !this.#stopped) {
        onSettled(message, { kind: 'unknown', cause: outcome.cause }, true);
        return;
      }
      if (!this.#stopped) await sleep(clock, backoff.nextMs());
    }
  }

  /** Resolves when sending is possible. @returns false if it has ended, for all messages or for this one */
  async #mayGoOn({ _id }: Outgoing): Promise<boolean> {
    const isOver = () => this.#stopped || this.#withdrawn.has(_id);
    while (!isOver() && !this.#options.mayBegin()) {
      await new Promise<void>((resolve) => this.#pumped.push(resolve));
    }
    return !isOver();
  }

  /**
   * Makes one attempt. Returns null if sending ended before anything was sent.
   * @param recipient updated with the result of the recipient's look-up, if there is one
   */
  async #attempt(message: Outgoing, inDoubt: boolean, recipient: RecipientCheck): Promise<DriverOutcome | null> {
    const { driver } = this.#options;
    const { waMessageId, to, body, quote = null } = message;
    const { settles } = driver.capabilities;
    if (!(await this.#mayGoOn(message))) return null;
    if (!driver.capabilities.kinds.includes(body.kind)) {
      return { kind: 'rejected', code: 'unsupported-kind', reason: text('actUnsupported'), next: 'never' };
    }
    if (inDoubt && settles === 'look-up') {
      const levels = await driver.probe?.([waMessageId]).catch(() => null);
      if (!levels) return { kind: 'in-doubt', cause: 'the chat could not be read' };
      if ((levels.get(waMessageId) ?? 0) >= 1)
        return { kind: 'accepted', wireId: waMessageId, atMs: this.#options.nowMs() };
    }
    const isGroup = to.endsWith('@g.us');
    const needsCheck = message.verifyContact && !isGroup && recipient.address === undefined;
    if (needsCheck && driver.lookUp && shouldLookUp(to, inDoubt)) {
      const [found] = await driver.lookUp([to]).catch(() => []);
      // The other form of a number would be a different recipient: neither a first attempt nor a retry may guess.
      if (inDoubt && !found?.exists) return { kind: 'in-doubt', cause: UNKNOWN_FORM };
      if (!found && otherForm(to) !== null) {
        return { kind: 'rejected', code: 'number-unanswered', reason: UNKNOWN_FORM, next: 'later' };
      }
      if (found) recipient.onWhatsApp = found.exists;
      if (found?.exists) recipient.address = found.address ?? to;
      if (found && !found.exists) {
        return {
          kind: 'rejected',
          code: 'not-on-whatsapp',
          reason: text('notOnWhatsapp', { number: to }),
          next: 'never',
        };
      }
    }
    // The look-ups took time, and another process may have the lease by now.
    if (!(await this.#mayGoOn(message))) return null;
    return driver.send({ waMessageId, to: recipient.address ?? to, body, quote, inDoubt });
  }
}
