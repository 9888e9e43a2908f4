import { otherForm } from '@switchyard/contracts/number-forms';
import type { FoundNumber } from '../driver.ts';

/**
 * What WhatsApp's answer says of the numbers that were asked about: it knows some people by another form of their
 * number, and leaves out whom it does not know.
 */
export function foundOf(numbers: readonly string[], knownJids: readonly string[]): FoundNumber[] {
  const known = new Set(knownJids.map(addressOf));
  return numbers.map((number) => {
    const other = otherForm(number);
    if (known.has(number) || other === null || !known.has(other)) return { number, exists: known.has(number) };
    return { number, exists: true, address: other };
  });
}

/** WhatsApp's address of a number in E.164 form; a group's id is one already. */
export const jidOf = (address: string): string =>
  address.includes('@') ? address : `${address.replace(/^\+/, '')}@s.whatsapp.net`;

/** WhatsApp's address to E.164; a group's id and a hidden address stay as they are. */
export function addressOf(jid: string): string {
  const [user = '', server] = jid.split('@');
  return server === 's.whatsapp.net' ? `+${user.split(':')[0]}` : jid;
}
