import { text } from '@switchyard/contracts/text/text';
import type { DriverOutcome } from '../driver.ts';
import type { PageSent } from './page/send-message.ts';

/** What could not be begun is tried again after this long. */
const NO_CHAT_AFTER_MS = 30_000;

/** Turns the page's answers into outcomes. */
export class SendOutcomes {
  readonly #isRestricted: () => boolean;
  readonly #nowMs: () => number;

  constructor(isRestricted: () => boolean, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#isRestricted = isRestricted;
  }

  /**
   * What the page's knowledge of an earlier send means. Null: it must be sent (again), under the same id: the page does
   * not know it, or it failed.
   * @param repeatable false: WPP never ends sending under an id that is in the chat already
   */
  ofLevel(id: string, level: number | null, repeatable: boolean): DriverOutcome | null {
    if (level !== null && level < 0 && !repeatable) return this.#refused(`ack ${level}`);
    if (level === null || level < 0) return null;
    if (level > 0) return { kind: 'accepted', wireId: id, atMs: this.#nowMs() };
    // It will send the message by itself; to send it again would be a second one.
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
        return { kind: 'rejected', code: 'no-chat', reason: sent.reason, next: 'later', afterMs: NO_CHAT_AFTER_MS };
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

  #refused(why: string): DriverOutcome {
    if (this.#isRestricted()) {
      return {
        kind: 'rejected',
        code: 'restricted',
        reason: text('whatsappRestricted'),
        next: 'hold-lane',
      };
    }
    return { kind: 'rejected', code: 'refused', reason: text('webCouldNotSend', { code: why }), next: 'never' };
  }
}
