import { text } from '@switchyard/contracts/text/text';
import type { DriverOutcome } from '../driver.ts';
import type { PageSent } from './page/send-message.ts';

/** Delay before retrying a send that could not be started. */
const NO_CHAT_RETRY_MS = 30_000;

/** Converts the page's answers to outcomes. */
export class SendOutcomes {
  readonly #isRestricted: () => boolean;
  readonly #nowMs: () => number;

  constructor(isRestricted: () => boolean, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#isRestricted = isRestricted;
  }

  /**
   * Interprets the page's level of an earlier send. Null if it must be sent (again) with the same id, because the page
   * does not know it or it failed.
   * @param repeatable false if WPP would never finish sending with an id that is already in the chat
   */
  ofLevel(id: string, level: number | null, repeatable: boolean): DriverOutcome | null {
    if (level !== null && level < 0 && !repeatable) return this.#refused(`ack ${level}`);
    if (level === null || level < 0) return null;
    if (level > 0) return { kind: 'accepted', wireId: id, atMs: this.#nowMs() };
    // The page will send the message by itself; sending it again would duplicate it.
    return { kind: 'in-doubt', cause: 'WhatsApp Web has the message and has not been able to send it yet' };
  }

  ofSent(id: string, to: string, sent: PageSent): DriverOutcome {
    switch (sent.kind) {
      case 'absent':
        return {
          kind: 'rejected',
          code: 'not-on-whatsapp',
          reason: text('notOnWhatsapp', { number: to }),
          next: 'never',
        };
      case 'no-chat':
        return { kind: 'rejected', code: 'no-chat', reason: sent.reason, next: 'later', afterMs: NO_CHAT_RETRY_MS };
      case 'late':
        return { kind: 'in-doubt', cause: 'the page was too slow' };
      case 'sent':
        break;
    }
    if (sent.result === 'OK' || sent.ack >= 1) {
      return { kind: 'accepted', wireId: id, atMs: sent.atSeconds === null ? this.#nowMs() : sent.atSeconds * 1_000 };
    }
    if (sent.ack === 0 && (sent.result === null || sent.result === 'ERROR_NETWORK')) {
      return { kind: 'in-doubt', cause: 'WhatsApp Web could not reach WhatsApp' };
    }
    return this.#refused(sent.result ?? `ack ${sent.ack}`);
  }

  #refused(code: string): DriverOutcome {
    if (this.#isRestricted()) {
      return {
        kind: 'rejected',
        code: 'restricted',
        reason: text('whatsappRestricted'),
        next: 'hold-lane',
      };
    }
    return { kind: 'rejected', code: 'refused', reason: text('webCouldNotSend', { code }), next: 'never' };
  }
}
