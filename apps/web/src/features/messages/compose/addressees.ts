/**
 * A recipient as the dialog holds one: what was typed, and the number of the contact or the group that was picked;
 * empty where none was.
 */
export interface Addressed {
  to: string;
  pickedMobile: string;
}

/** Whom a message is for, as far as it is a number: as it was picked or typed. */
export interface Addressee {
  name: string;
  /** A number as it was written, or a group's id. */
  mobile: string;
}

/** A group's id. */
export const isGroup = (mobile: string): boolean => mobile.endsWith('@g.us');

const LOOKS_LIKE_PER_NUMBER = /^[+\d][\d\s()./-]{6,}$/;

/** Who is addressed: picked from the list, or typed as a number; each once. */
export function addresseesOf(addressed: readonly Addressed[]): Addressee[] {
  const found = addressed.flatMap(({ to, pickedMobile }) => {
    const name = to.trim();
    if (pickedMobile !== '') return [{ name, mobile: pickedMobile }];
    return LOOKS_LIKE_PER_NUMBER.test(name) ? [{ name, mobile: name }] : [];
  });
  return [...new Map(found.map((one) => [one.mobile, one])).values()];
}
