import { otherForm } from '@switchyard/contracts/number-forms';
import type { FoundNumber } from '../driver.ts';

/** Interprets WhatsApp's answer about a number. @param wid WhatsApp's id of the person; null if it knows none */
export function toFoundNumber(number: string, wid: string | null): FoundNumber {
  const alternative = otherForm(number);
  return wid !== null && alternative !== null && addressOf(wid) === alternative
    ? { number, exists: true, address: alternative }
    : { number, exists: wid !== null };
}

/** `+447700900123` → `447700900123@c.us`; a group's id is unchanged. */
export const widOf = (address: string): string => (address.startsWith('+') ? `${address.slice(1)}@c.us` : address);

/** `447700900123@c.us` → `+447700900123`; a group's id, or a LID whose number is hidden, is unchanged. */
export const addressOf = (wid: string): string => (wid.endsWith('@c.us') ? `+${wid.slice(0, -5)}` : wid);
