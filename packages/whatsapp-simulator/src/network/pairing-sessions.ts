import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import type { FaultScript } from './faults.ts';

/** Lifetimes of QR codes as in WhatsApp Web: the first a minute, later ones 20 s, six in all. */
const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;
const MAX_QR_CODES = 6;
const CODE_LIFE_MS = 180_000;
const CODE_LETTERS = '123456789ABCDEFGHJKLMNPQRSTVWXYZ';

export interface PairingListener {
  qr(text: string, expiresInMs: number): void;
  /** The phone accepted: the device is linked to this account. */
  paired(account: string): void;
  /** The last code was not used. */
  expired(): void;
}

interface Attempt {
  device: string;
  listener: PairingListener;
  qr: string | null;
  shown: number;
  code: { text: string; number: string } | null;
  cancelTimer: () => void;
}

/** Devices waiting for their code to be scanned, or typed into a phone. */
export class PairingSessions {
  readonly #attempts = new Map<string, Attempt>();
  readonly #clock: Clock;
  readonly #faults: FaultScript;

  constructor(clock: Clock, faults: FaultScript) {
    this.#clock = clock;
    this.#faults = faults;
  }

  /** Starts showing codes to a device; an earlier attempt ends. */
  begin(device: string, listener: PairingListener): void {
    this.cancel(device);
    const attempt: Attempt = { device, listener, qr: null, shown: 0, code: null, cancelTimer: () => undefined };
    this.#attempts.set(device, attempt);
    this.#showNext(attempt);
  }

  cancel(device: string): void {
    this.#attempts.get(device)?.cancelTimer();
    this.#attempts.delete(device);
  }

  /** A code of eight letters to type into the phone of `number`; null if the device is not pairing. */
  codeFor(device: string, number: string): { text: string; lifeMs: number } | null {
    const attempt = this.#attempts.get(device);
    if (!attempt) return null;
    const text = Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
    attempt.code = { text, number };
    attempt.cancelTimer();
    attempt.cancelTimer = this.#clock.schedule(CODE_LIFE_MS, () => this.#expire(attempt));
    // The current QR code stays valid beside it.
    if (attempt.qr !== null) attempt.listener.qr(attempt.qr, CODE_LIFE_MS);
    return { text, lifeMs: CODE_LIFE_MS };
  }

  /** A phone scanned this text. @returns the device; null if the code is not shown now */
  takeQr(text: string): string | null {
    return this.#take((attempt) => attempt.qr === text);
  }

  /** This code was typed into the phone of `number`. @returns the device; null if it is not its code */
  takeCode(number: string, code: string): string | null {
    const plain = code.replaceAll('-', '').toUpperCase();
    return this.#take((attempt) => attempt.code?.text === plain && attempt.code.number === number);
  }

  /** Notifies the device, after its link was stored. */
  confirm(device: string, account: string): void {
    const attempt = this.#attempts.get(device);
    this.cancel(device);
    attempt?.listener.paired(account);
  }

  close(): void {
    for (const attempt of this.#attempts.values()) attempt.cancelTimer();
    this.#attempts.clear();
  }

  #take(matches: (attempt: Attempt) => boolean): string | null {
    for (const attempt of this.#attempts.values()) if (matches(attempt)) return attempt.device;
    return null;
  }

  #showNext(attempt: Attempt): void {
    if (attempt.shown >= MAX_QR_CODES) {
      this.#expire(attempt);
      return;
    }
    const isExpired = this.#faults.strike(attempt.device, 'expire-qr') !== null;
    const lifeMs = isExpired ? 0 : attempt.shown === 0 ? FIRST_QR_MS : NEXT_QR_MS;
    attempt.shown += 1;
    attempt.qr = `simulated-whatsapp,${randomBytes(24).toString('base64url')}`;
    attempt.listener.qr(attempt.qr, lifeMs);
    attempt.cancelTimer = this.#clock.schedule(lifeMs, () => this.#showNext(attempt));
  }

  #expire(attempt: Attempt): void {
    if (this.#attempts.get(attempt.device) !== attempt) return;
    this.cancel(attempt.device);
    attempt.listener.expired();
  }
}
