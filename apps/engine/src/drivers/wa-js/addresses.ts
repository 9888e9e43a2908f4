import { otherForm } from '@switchyard/contracts/number-forms';
import type { FoundNumber } from '../driver.ts';

/** What WhatsApp's answer says of a number. @param wid by which it knows the person; null: it does not */
export function foundAs(number: string, wid: string | null): FoundNumber {
  const other = otherForm(number);
  return wid !== null && other !== null && addressOf(wid) === other
    ? { number, exists: true, address: other }
    : { number, exists: wid !== null };
}

/** `+447700900123` → `447700900123@c.us`; a group's id stays. */
export const widOf = (address: string): string => (address.startsWith('+') ? `${address.slice(1)}@c.us` : address);

/** `447700900123@c.us` → `+447700900123`; a group's id, or a LID whose number WhatsApp does not tell, stays. */
export const addressOf = (wid: string): string => (wid.endsWith('@c.us') ? `+${wid.slice(0, -5)}` : wid);
