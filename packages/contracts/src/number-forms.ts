/**
 * Countries in which a number has two forms: the dialled one, and the one WhatsApp has kept from before the country
 * changed its numbering. Local digits after the group are unchanged.
 */
export const NUMBER_FORMS: readonly { long: RegExp; short: RegExp; prefix: string; added: string }[] = [
  // Brazil's ninth digit of mobile numbers, after the area code.
  { long: /^\+55(\d\d)9([6-9]\d{7})$/, short: /^\+55(\d\d)([6-9]\d{7})$/, prefix: '+55', added: '9' },
  // Mexico's 1 and Argentina's 9, before the area code.
  { long: /^\+521()(\d{10})$/, short: /^\+52()(\d{10})$/, prefix: '+52', added: '1' },
  { long: /^\+549()(\d{10})$/, short: /^\+54()(\d{10})$/, prefix: '+54', added: '9' },
];

/** Returns the other form of a number (E.164), or null if it has only one. */
export function otherForm(number: string): string | null {
  for (const { long, short, prefix, added } of NUMBER_FORMS) {
    const [, area, local] = long.exec(number) ?? [];
    if (local !== undefined) return `${prefix}${area}${local}`;
    const [, shortArea, shortLocal] = short.exec(number) ?? [];
    if (shortLocal !== undefined) return `${prefix}${shortArea}${added}${shortLocal}`;
  }
  return null;
}

/** Returns all forms of a number, the given one first. */
export const formsOf = (number: string): string[] => [number, ...[otherForm(number)].filter((form) => form !== null)];
