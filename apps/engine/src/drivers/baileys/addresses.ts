import { otherForm } from '@switchyard/contracts/number-forms';
import type { FoundNumber } from '../driver.ts';

/**
 * Interprets WhatsApp's response about phone numbers: it knows some people by another form of their number, and omits
 * unknown ones.
 */
export function toFoundNumbers(numbers: readonly string[], knownJids: readonly string[]): FoundNumber[] {
  const knownNumbers = new Set(knownJids.map(addressOf));
  return numbers.map((number) => {
    const alternative = otherForm(number);
    if (knownNumbers.has(number) || alternative === null || !knownNumbers.has(alternative))
      return { number, exists: knownNumbers.has(number) };
    return { number, exists: true, address: alternative };
  });
}

/** WhatsApp's address of a number in E.164 form; a group's id is one already. */
export const jidOf = (address: string): string =>
  address.includes('@') ? address : `${address.replace(/^\+/, '')}@s.whatsapp.net`;

/** Converts WhatsApp's address to E.164; a group's id and a hidden address stay as they are. */
export function addressOf(jid: string): string {
  const [user = '', server] = jid.split('@');
  return server === 's.whatsapp.net' ? `+${user.split(':')[0]}` : jid;
}
