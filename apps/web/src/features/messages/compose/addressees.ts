/**
 * A recipient as the dialog holds it: the typed text, and the number of the selected contact or group (empty if none).
 */
export interface RecipientInput {
  to: string;
  pickedMobile: string;
}

/** The recipient of a message, as far as a number is known: selected or typed. */
export interface Addressee {
  name: string;
  /** A phone number as typed, or a group id. */
  mobile: string;
}

/** Whether this is a group id. */
export const isGroup = (mobile: string): boolean => mobile.endsWith('@g.us');

const PHONE_NUMBER = /^[+\d][\d\s()./-]{6,}$/;

/** The distinct recipients that were selected or typed as numbers. */
export function addresseesOf(addressed: readonly RecipientInput[]): Addressee[] {
  const found = addressed.flatMap(({ to, pickedMobile }) => {
    const name = to.trim();
    if (pickedMobile !== '') return [{ name, mobile: pickedMobile }];
    return PHONE_NUMBER.test(name) ? [{ name, mobile: name }] : [];
  });
  return [...new Map(found.map((addressee) => [addressee.mobile, addressee])).values()];
}
