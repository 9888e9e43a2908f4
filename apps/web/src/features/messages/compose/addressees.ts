/**
 * A recipient as the dialog holds it: the typed text, and the number of the selected contact or group (empty if none).
 */
export interface Addressed {
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

const LOOKS_LIKE_PER_NUMBER = /^[+\d][\d\s()./-]{6,}$/;

/** The distinct recipients that were selected or typed as numbers. */
export function addresseesOf(addressed: readonly Addressed[]): Addressee[] {
  const found = addressed.flatMap(({ to, pickedMobile }) => {
    const name = to.trim();
    if (pickedMobile !== '') return [{ name, mobile: pickedMobile }];
    return LOOKS_LIKE_PER_NUMBER.test(name) ? [{ name, mobile: name }] : [];
  });
  return [...new Map(found.map((addressee) => [addressee.mobile, addressee])).values()];
}
