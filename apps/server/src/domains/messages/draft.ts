import type { FieldFault } from '@switchyard/contracts/errors';
import { type ContactEntry, type CreateMessage, MAX_MESSAGE_LENGTH } from '@switchyard/contracts/messages';
import { type DueInput, type DueMoment, isFault, readDueMoment } from './due-moment.ts';
import { mobileOfWhatsAppId, nameIn, readMobile } from './recipient.ts';

/** What drafts are read against: the workspace, and its contacts that the drafts may name. */
export interface DraftContext {
  zone: string;
  country: string;
  nowMs: number;
  contacts: ContactLookup;
}

/** Contacts of a workspace, found by what drafts say about them. */
export interface ContactLookup {
  /** Every contact of this name, upper or lower case alike. */
  byName(name: string): { name: string; mobile: string }[];
  byMobile(mobile: string): { name: string } | null;
}

export interface Recipient {
  contactName: string;
  contactList: ContactEntry[];
  /** E.164. */
  mobile: string;
}

/** A message that may be stored. */
export interface Draft extends Recipient, DueMoment {
  body: string;
}

/** Checks a payload as a whole. @returns the draft, or every fault with its field. */
export function readDraft(given: CreateMessage, context: DraftContext): Draft | FieldFault[] {
  const past = given.status === 'pending' ? given.pastDue : 'record';
  const body = readText(given.message);
  const recipient = readRecipient(given, context);
  const due = readDue({ dueDate: given.dueDate, zone: given.zone ?? context.zone, past }, context);
  const faults = [body, recipient, due].filter((one) => isFault(one));
  if (faults.length > 0 || isFault(body) || isFault(recipient) || isFault(due)) return faults;
  return { ...recipient, ...due, body: body.text };
}

export const readDue = (input: DueInput, context: Pick<DraftContext, 'nowMs'>): DueMoment | FieldFault =>
  readDueMoment({ ...input, dueDate: input.dueDate?.trim() === '' ? undefined : input.dueDate }, context.nowMs);

export function readText(text: string): { text: string } | FieldFault {
  if (text.trim() === '') return { field: 'message', message: 'Write a message.' };
  if (text.length > MAX_MESSAGE_LENGTH) {
    return { field: 'message', message: `A message has at most 65,535 characters; this one has ${text.length}.` };
  }
  // PostgreSQL cannot store it, and no person ever typed it.
  if (text.includes('\0')) return { field: 'message', message: 'The message contains a NUL character.' };
  return { text };
}

/** The recipient: by the number or WhatsApp id of the first contact entry, else by the workspace's contact of that name. */
export function readRecipient(
  given: { contactName?: string | undefined; contactList: ContactEntry[] },
  { country, contacts }: Pick<DraftContext, 'country' | 'contacts'>,
): Recipient | FieldFault {
  const entry = cleaned(given.contactList[0] ?? {});
  const name = (given.contactName ?? '').replaceAll('\0', '').trim() || nameIn(entry);
  const written = entry.mobile?.trim() ?? '';
  if (written !== '') {
    const mobile = readMobile(written, country);
    if (!mobile) return { field: 'contactList.0.mobile', message: `"${written}" is not a phone number.` };
    return recipient(name, entry, mobile);
  }
  const byId = entry.id ? mobileOfWhatsAppId(entry.id) : null;
  if (byId) return recipient(name, entry, byId);
  if (name === '') return { field: 'contactName', message: 'Give a contact name or a mobile number.' };
  const [found, second] = contacts.byName(name);
  if (!found) return { field: 'contactName', message: `There is no contact named "${name}". Add a mobile number.` };
  if (second)
    return { field: 'contactName', message: `More than one contact is named "${name}". Add a mobile number.` };
  return recipient(found.name, entry, found.mobile);

  function recipient(contactName: string, from: ContactEntry, mobile: string): Recipient {
    const shown = contactName || contacts.byMobile(mobile)?.name || mobile;
    return { contactName: shown, contactList: [{ ...from, mobile }], mobile };
  }
}

function cleaned(entry: ContactEntry): ContactEntry {
  const kept = Object.entries(entry).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(kept.map(([key, value]) => [key, String(value).replaceAll('\0', '')]));
}
