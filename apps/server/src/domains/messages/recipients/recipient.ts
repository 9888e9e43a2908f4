import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { ContactEntry } from '@switchyard/contracts/messages/message';

/** The number inside a WhatsApp id of a person (`447700900123@c.us`), as E.164. */
export function mobileOfWhatsAppId(id: string): string | null {
  const [, digits] = /^(\d{7,15})@(?:c\.us|s\.whatsapp\.net)$/.exec(id) ?? [];
  return digits ? `+${digits}` : null;
}

/** The group that a contact entry names in place of a number. Null: it names none. */
export function groupIn({ mobile, id }: ContactEntry): string | null {
  const written = mobile?.trim() || (id?.trim() ?? '');
  return isGroupId(written) ? written : null;
}

/** The best available name in a contact entry. */
export function nameIn(entry: ContactEntry): string {
  const full = [entry.firstName, entry.lastName].filter(Boolean).join(' ');
  return (entry.name || entry.formattedTitle || full).trim();
}
