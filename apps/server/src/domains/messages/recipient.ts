import { isGroupId } from '@switchyard/contracts/group-id';
import type { ContactEntry } from '@switchyard/contracts/message';
import { toE164 } from '../../platform/phone-number.ts';

/**
 * A recipient's number as people write it, as E.164. Without a country prefix it is a number of `country` (ISO 3166); digits that are no number there
 * but are one with their own country prefix (a spreadsheet has eaten the plus sign) count as that.
 * @returns null when it cannot be a phone number.
 */
export function readMobile(text: string, country: string): string | null {
  const local = toE164(text, country);
  if (local) return local;
  const digits = text.replace(/[\s().-]/g, '');
  return /^[1-9]\d{9,14}$/.test(digits) ? toE164(`+${digits}`, country) : null;
}

/** The number inside a WhatsApp id of a person (`447700900123@c.us`), as E.164. */
export function mobileOfWhatsAppId(id: string): string | null {
  const [, digits] = /^(\d{7,15})@(?:c\.us|s\.whatsapp\.net)$/.exec(id) ?? [];
  return digits ? `+${digits}` : null;
}

/** The group that an entry names in place of a number; null: it names none. */
export function groupIn({ mobile, id }: ContactEntry): string | null {
  const written = mobile?.trim() || (id?.trim() ?? '');
  return isGroupId(written) ? written : null;
}

/** The best name in a contact entry. */
export function nameIn(entry: ContactEntry): string {
  const full = [entry.firstName, entry.lastName].filter(Boolean).join(' ');
  return (entry.name || entry.formattedTitle || full).trim();
}
