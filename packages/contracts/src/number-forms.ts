/**
 * Where one person's number has two forms: what is written, and what WhatsApp has kept from before numbers there were
 * changed. Local digits after the group stay.
 */
export const NUMBER_FORMS: readonly { long: RegExp; short: RegExp; prefix: string; added: string }[] = [
  // Brazil's ninth digit of mobiles; the area code stands before it.
  { long: /^\+55(\d\d)9([6-9]\d{7})$/, short: /^\+55(\d\d)([6-9]\d{7})$/, prefix: '+55', added: '9' },
  // Mexico's 1 and Argentina's 9 stand before the area code.
  { long: /^\+521()(\d{10})$/, short: /^\+52()(\d{10})$/, prefix: '+52', added: '1' },
  { long: /^\+549()(\d{10})$/, short: /^\+54()(\d{10})$/, prefix: '+54', added: '9' },
];

/** The other form of a person's number, E.164; null: it has one form only. */
export function otherForm(number: string): string | null {
  for (const { long, short, prefix, added } of NUMBER_FORMS) {
    const [, area, local] = long.exec(number) ?? [];
    if (local !== undefined) return `${prefix}${area}${local}`;
    const [, shortArea, shortLocal] = short.exec(number) ?? [];
    if (shortLocal !== undefined) return `${prefix}${shortArea}${added}${shortLocal}`;
  }
  return null;
}

/** A person's number in each of its forms, as given first. */
export const formsOf = (number: string): string[] => [number, ...[otherForm(number)].filter((form) => form !== null)];
