import { Backoff } from '@switchyard/backoff';
import { DEFINITE_REJECTIONS } from '@switchyard/contracts/engine/constants';
import type { Outgoing, SendOutcome } from '@switchyard/contracts/engine/protocol';
import { otherForm } from '@switchyard/contracts/number-forms';
import { text } from '@switchyard/contracts/text/text';
import { type EngineClock, sleep, within } from '../clock.ts';
import type { Driver, DriverOutcome } from '../drivers/driver.ts';

export interface SendDeskOptions {
  driver: Driver;
  clock: EngineClock;
  /** Sends under way at once, over all chats. */
  concurrency: number;
  nowMs(): number;
  /** Whether a new send may begin now: connected, and sure of the lease. */
  mayBegin(): boolean;
  /**
   * `inDoubt`: WhatsApp may have it whatever the outcome says, because an earlier try of it was never answered.
   * `onWhatsApp`: whether the number is there, where that was asked.
   */
  settled(message: Outgoing, outcome: SendOutcome, inDoubt: boolean, onWhatsApp?: boolean): void;
  /** Not settled: it goes back to the lane. */
  givenBack(messages: Returned[]): void;
  /** Nothing is under way or waiting any more. */
  rested(): void;
}

/** A message that goes back to the lane. */
export interface Returned {
  message: Outgoing;
  /** WhatsApp may have it. */
  inDoubt: boolean;
}

interface Chat {
  waiting: Outgoing[];
  /** The id of the message under way. */
  busy: string | null;
}

/** First and longest wait before a message in doubt is tried again. */
const DOUBT_FIRST_MS = 200;
const DOUBT_MAX_MS = 15_000;

const UNTOLD_FORM = 'WhatsApp did not say by which number it knows them';

/** What WhatsApp said of the recipient of one message. */
interface Asked {
  onWhatsApp?: boolean;
  /** By which number it knows them. */
  address?: string;
}

/** A repeat goes where the first try went, and only a number of two forms leaves open where that was. */
const canBeAsked = (to: string, inDoubt: boolean): boolean => !inDoubt || otherForm(to) !== null;

/**
 * Sends claimed messages: those of one chat strictly one after the other, in the order they were claimed, several chats
 * at once. A message in doubt keeps its chat waiting until it is settled.
 */
export class SendQueue {
  readonly #options: SendDeskOptions;
  readonly #chats = new Map<string, Chat>();
  /** Chats with something to send, in the order in which their turn comes. */
  readonly #ready: string[] = [];
  #busy = 0;
  #stopped = false;
  #wakeIdle: (() => void) | null = null;
  /** Under way, and not to be tried again. */
  readonly #withdrawn = new Set<string>();
  /** Messages in doubt that wait until sending is possible again. */
  #pumped: (() => void)[] = [];

  constructor(options: SendDeskOptions) {
    this.#options = options;
  }

  add(message: Outgoing): void {
    const chat = this.#chats.get(message.to) ?? { waiting: [], busy: null };
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
      chat.busy = message._id;
      // One that only waits for news keeps its chat waiting, and nobody else.
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
        if (this.#busy === 0) this.#options.rested();
      });
    }
  }

  /**
   * Begins nothing more and gives back what was not touched; what is under way follows when it is settled or given up.
   */
  stop(): void {
    this.#stopped = true;
    this.#wakePumped();
    this.giveBack();
  }

  /** Gives back the messages that were not touched in this life. */
  giveBack(): void {
    this.#giveBackIf(() => true);
  }

  /** Gives back those of these that were not touched; those under way are not tried again. */
  withdraw(ids: readonly string[]): void {
    for (const { busy } of this.#chats.values()) if (busy !== null && ids.includes(busy)) this.#withdrawn.add(busy);
    this.#wakePumped();
    this.#giveBackIf(({ _id }) => ids.includes(_id));
  }

  #giveBackIf(isReturned: (message: Outgoing) => boolean): void {
    const untouched: Returned[] = [];
    for (const [to, chat] of this.#chats) {
      const { true: returned = [], false: kept = [] } = Object.groupBy(chat.waiting, (one) => `${isReturned(one)}`);
      untouched.push(...returned.map((message) => ({ message, inDoubt: message.inDoubt })));
      chat.waiting = kept;
      if (!chat.busy && kept.length === 0) this.#chats.delete(to);
    }
    if (untouched.length > 0) this.#options.givenBack(untouched);
  }

  /** Resolves when nothing is under way, or after `timeoutMs`. */
  async idle(timeoutMs: number): Promise<void> {
    if (this.#busy === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#wakeIdle = resolve;
    });
    await within(this.#options.clock, idle, timeoutMs);
  }

  #wakePumped(): void {
    for (const wake of this.#pumped.splice(0)) wake();
  }

  /**
   * Works one message until its outcome is known, or sending is over. Once in doubt it stays so, whatever is said of a
   * repeat.
   */
  async #work(message: Outgoing): Promise<void> {
    const { driver, clock, settled, givenBack } = this.#options;
    const isLost = driver.capabilities.settles === 'none';
    let inDoubt = message.inDoubt && driver.mayHaveLeft?.(message.waMessageId) !== false;
    const backoff = new Backoff(DOUBT_FIRST_MS, DOUBT_MAX_MS);
    const asked: Asked = {};
    for (;;) {
      const outcome = await this.#attempt(message, inDoubt, asked);
      if (outcome === null) {
        givenBack([{ message, inDoubt }]);
        return;
      }
      if (outcome.kind !== 'in-doubt') {
        const wasNeverTaken = outcome.kind === 'rejected' && DEFINITE_REJECTIONS.includes(outcome.code);
        if (asked.onWhatsApp === undefined) settled(message, outcome, inDoubt && !wasNeverTaken);
        else settled(message, outcome, inDoubt && !wasNeverTaken, asked.onWhatsApp);
        return;
      }
      inDoubt = true;
      if (isLost && !this.#stopped) {
        settled(message, { kind: 'unknown', cause: outcome.cause }, true);
        return;
      }
      if (!this.#stopped) await sleep(clock, backoff.nextMs());
    }
  }

  /** Resolves when sending is possible. @returns false: it is over, for all or for this one. */
  async #mayGoOn({ _id }: Outgoing): Promise<boolean> {
    const isOver = () => this.#stopped || this.#withdrawn.has(_id);
    while (!isOver() && !this.#options.mayBegin()) {
      await new Promise<void>((resolve) => this.#pumped.push(resolve));
    }
    return !isOver();
  }

  /**
   * One try. Null: sending was over before anything left.
   * @param asked is told whether the number is on WhatsApp, if that is asked
   */
  async #attempt(message: Outgoing, inDoubt: boolean, asked: Asked): Promise<DriverOutcome | null> {
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
    if (message.verifyContact && !isGroup && driver.lookUp && asked.address === undefined && canBeAsked(to, inDoubt)) {
      const [found] = await driver.lookUp([to]).catch(() => []);
      // To the other form of a number it would be another message: neither the first try nor a repeat goes to a guess.
      if (inDoubt && !found?.exists) return { kind: 'in-doubt', cause: UNTOLD_FORM };
      if (!found && otherForm(to) !== null) {
        return { kind: 'rejected', code: 'number-unanswered', reason: UNTOLD_FORM, next: 'later' };
      }
      if (found) asked.onWhatsApp = found.exists;
      if (found?.exists) asked.address = found.address ?? to;
      if (found && !found.exists) {
        return {
          kind: 'rejected',
          code: 'not-on-whatsapp',
          reason: text('notOnWhatsapp', { number: to }),
          next: 'never',
        };
      }
    }
    // The questions took their time: the lease may be another's by now.
    if (!(await this.#mayGoOn(message))) return null;
    return driver.send({ waMessageId, to: asked.address ?? to, body, quote, inDoubt });
  }
}
