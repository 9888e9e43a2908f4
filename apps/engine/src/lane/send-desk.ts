import { setTimeout as delay } from 'node:timers/promises';
import { Backoff } from '@switchyard/backoff';
import type { Outgoing, SendOutcome } from '@switchyard/contracts/engine-protocol';
import type { Driver, DriverOutcome } from '../drivers/driver.ts';

export interface SendDeskOptions {
  driver: Driver;
  /** Sends under way at once, over all chats. */
  concurrency: number;
  nowMs(): number;
  /** Whether a new send may begin now: connected, and sure of the lease. */
  mayBegin(): boolean;
  settled(message: Outgoing, outcome: SendOutcome): void;
  /** Nothing is under way or waiting any more. */
  rested(): void;
}

interface Chat {
  waiting: Outgoing[];
  busy: boolean;
}

/** First and longest wait before a message in doubt is tried again. */
const DOUBT_FIRST_MS = 200;
const DOUBT_MOST_MS = 15_000;

/**
 * Sends claimed messages: those of one chat strictly one after the other, in the order they were claimed, several chats at once.
 * A message in doubt keeps its chat waiting until it is settled.
 */
export class SendDesk {
  readonly #options: SendDeskOptions;
  readonly #chats = new Map<string, Chat>();
  /** Chats with something to send, in the order in which their turn comes. */
  readonly #ready: string[] = [];
  #busy = 0;
  #stopped = false;
  #wakeIdle: (() => void) | null = null;
  /** Messages in doubt that wait until sending is possible again. */
  #pumped: (() => void)[] = [];

  constructor(options: SendDeskOptions) {
    this.#options = options;
  }

  add(message: Outgoing): void {
    const chat = this.#chats.get(message.to) ?? { waiting: [], busy: false };
    this.#chats.set(message.to, chat);
    chat.waiting.push(message);
    if (!chat.busy && chat.waiting.length === 1 && !this.#ready.includes(message.to)) this.#ready.push(message.to);
    this.pump();
  }

  /** Begins what may begin. Call it when `mayBegin` may have become true. */
  pump(): void {
    if (this.#options.mayBegin()) this.#wakePumped();
    while (!this.#stopped && this.#busy < this.#options.concurrency && this.#options.mayBegin()) {
      const to = this.#ready.shift();
      if (to === undefined) return;
      const chat = this.#chats.get(to);
      const message = chat?.waiting.shift();
      if (!chat || !message || chat.busy) continue;
      chat.busy = true;
      // One that only waits for news keeps its chat waiting, and nobody else.
      const weight = message.inDoubt && this.#options.driver.mayHaveLeft?.(message.waMessageId) ? 0 : 1;
      this.#busy += weight;
      void this.#work(message).finally(() => {
        this.#busy -= weight;
        chat.busy = false;
        if (chat.waiting.length > 0) this.#ready.push(to);
        else this.#chats.delete(to);
        if (this.#busy === 0) this.#wakeIdle?.();
        this.pump();
        if (this.#busy === 0) this.#options.rested();
      });
    }
  }

  /** Begins nothing more. @returns the messages that were not touched; those in doubt from an earlier life are not among them. */
  stop(): Outgoing[] {
    this.#stopped = true;
    this.#wakePumped();
    return this.giveBack();
  }

  /** Forgets the messages that were not touched. @returns them. */
  giveBack(): Outgoing[] {
    const untouched: Outgoing[] = [];
    for (const [to, chat] of this.#chats) {
      untouched.push(...chat.waiting.filter((message) => !message.inDoubt));
      chat.waiting = chat.waiting.filter((message) => message.inDoubt);
      if (chat.waiting.length === 0 && !chat.busy) this.#chats.delete(to);
    }
    return untouched;
  }

  /** Resolves when nothing is under way, or after `timeoutMs`. */
  async idle(timeoutMs: number): Promise<void> {
    if (this.#busy === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#wakeIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #wakePumped(): void {
    for (const wake of this.#pumped.splice(0)) wake();
  }

  /** Works one message until its outcome is known. Without an outcome when stopped in doubt: the next lease holder settles it. */
  async #work(message: Outgoing): Promise<void> {
    const { driver, settled } = this.#options;
    let inDoubt = message.inDoubt;
    const backoff = new Backoff(DOUBT_FIRST_MS, DOUBT_MOST_MS);
    for (;;) {
      const outcome = await this.#attempt(message, inDoubt);
      if (outcome.kind !== 'in-doubt') {
        settled(message, outcome);
        return;
      }
      if (driver.capabilities.settles === 'none') {
        // Stopped while it waited for news: the next lease holder waits on.
        if (!this.#stopped) settled(message, { kind: 'unknown', cause: outcome.cause });
        return;
      }
      inDoubt = true;
      if (!this.#stopped) await delay(backoff.nextMs());
      while (!this.#stopped && !this.#options.mayBegin()) {
        await new Promise<void>((resolve) => this.#pumped.push(resolve));
      }
      if (this.#stopped) return;
    }
  }

  async #attempt(message: Outgoing, inDoubt: boolean): Promise<DriverOutcome> {
    const { driver } = this.#options;
    const { waMessageId, to, body, quote = null } = message;
    const { settles } = driver.capabilities;
    if (!driver.capabilities.kinds.includes(body.kind)) {
      const reason = `This engine cannot send a ${body.kind}.`;
      return { kind: 'rejected', code: 'unsupported-kind', reason, next: 'never' };
    }
    if (inDoubt && settles === 'look-up') {
      const levels = await driver.probe?.([waMessageId]).catch(() => null);
      if (!levels) return { kind: 'in-doubt', cause: 'the chat could not be read' };
      if ((levels.get(waMessageId) ?? 0) >= 1)
        return { kind: 'accepted', wireId: waMessageId, atMs: this.#options.nowMs() };
    }
    if (message.verifyContact && !inDoubt && driver.lookUp) {
      const [found] = await driver.lookUp([to]).catch(() => []);
      if (found && !found.exists) {
        return { kind: 'rejected', code: 'not-on-whatsapp', reason: `${to} is not on WhatsApp`, next: 'never' };
      }
    }
    return driver.send({ waMessageId, to, body, quote, inDoubt });
  }
}
