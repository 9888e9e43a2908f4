import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import type { FieldFault } from '@switchyard/contracts/errors';
import { MAX_MESSAGE_LENGTH, MAX_QUESTION_LENGTH } from '@switchyard/contracts/messages/limits';
import type { ContactEntry } from '@switchyard/contracts/messages/message';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import { type FaultCode, faultAt } from '@switchyard/contracts/text/faults';
import type { TextData } from '@switchyard/contracts/text/registry';
import { readMobile } from '../../../platform/phone-number.ts';
import type { KnownGroup, SendingEngine } from '../../engines/index.ts';
import type { Numbers } from '../numbers/choose-number.ts';
import { groupIn, mobileOfWhatsAppId, nameIn } from '../recipients/recipient.ts';
import { type DueInput, type DueMoment, isFault, readDueMoment } from './due-moment.ts';
import { type ExtrasContext, type MessageExtras, parseExtras } from './message-extras.ts';

/** What a draft is checked against: the workspace, the contacts and files it may name, and what its engine can send. */
export interface DraftContext extends Pick<ExtrasContext, 'file'> {
  zone: string;
  country: string;
  nowMs: number;
  contacts: ContactLookup;
  /** A group known to an engine of the workspace; through the chosen engine if that one knows it. */
  group(id: string, chosenId: string | null): KnownGroup | null;
  numbers: Numbers;
}

/** Looks up contacts of a workspace by what a draft says about them. */
export interface ContactLookup {
  /** Every contact with this name, ignoring case. */
  byName(name: string): { name: string; mobile: string }[];
  byMobile(mobile: string): { name: string } | null;
}

export interface Recipient {
  contactName: string;
  contactList: ContactEntry[];
  /** E.164, or a group's id. */
  mobile: string;
  /** The engine in the group. Null: the recipient is a person, and any engine may send. */
  engine: Pick<KnownGroup, 'engineId' | 'driver'> | null;
}

/** A valid message, ready to be stored. */
export interface Draft extends Omit<Recipient, 'engine'>, DueMoment, MessageExtras {
  body: string;
  /** Null: no engine may be picked, and the message waits for one. */
  engineId: string | null;
}

/** Validates a payload. @returns the draft, or every fault with its field */
export function readDraft(payload: CreateMessage, context: DraftContext): Draft | FieldFault[] {
  const past = payload.status === 'pending' ? payload.pastDue : 'record';
  const recipient = readRecipient(payload, context);
  const number = readNumber(payload, recipient, context);
  const extras = parseExtras(payload, { ...context, driver: number && !isFault(number) ? number.driver : null });
  const body = readText(payload.message, textRoleOf(payload, extras));
  const due = readDue({ dueDate: payload.dueDate, zone: payload.zone ?? context.zone, past }, context);
  const faults = [body, recipient, number, due].filter((value) => value !== null && isFault(value));
  if (Array.isArray(extras)) return [...faults, ...extras];
  if (faults.length > 0 || isFault(body) || isFault(recipient) || isFault(due) || (number && isFault(number)))
    return faults;
  const { engine: _engine, ...to } = recipient;
  return { ...to, ...due, ...extras, body: body.text, engineId: number?.id ?? null };
}

/** The number to send through; for a group, only one that is in it. Null: none may be picked. */
function readNumber(
  { engineId }: Pick<CreateMessage, 'engineId'>,
  to: Recipient | FieldFault,
  { numbers }: Pick<DraftContext, 'numbers'>,
): SendingEngine | FieldFault | null {
  const chosen = engineId ? numbers.chosen(engineId) : null;
  if (engineId && !chosen) return faultAt('engineId', 'numberUnknown');
  const ofGroup = isFault(to) ? null : to.engine;
  if (chosen && ofGroup && ofGroup.engineId !== chosen.id) return faultAt('engineId', 'numberNotInGroup');
  if (ofGroup) return { id: ofGroup.engineId, driver: ofGroup.driver };
  return chosen ?? numbers.of(isFault(to) ? '' : to.mobile);
}

/** Reads when a message is due; an empty due date means now. @returns the moment, or the fault */
export const readDue = (input: DueInput, context: Pick<DraftContext, 'nowMs'>): DueMoment | FieldFault =>
  readDueMoment({ ...input, dueDate: input.dueDate?.trim() === '' ? undefined : input.dueDate }, context.nowMs);

/**
 * What a message's text belongs to: itself, a file, a file that WhatsApp shows without text (audio, sticker), or a
 * poll.
 */
type TextRole = 'text' | 'file' | 'audio' | 'sticker' | 'poll';

/** Also works if the file or poll has faults, so that the text is still validated. */
export function textRoleOf(
  payload: Pick<CreateMessage, 'attachment' | 'poll'>,
  extras: MessageExtras | FieldFault[],
): TextRole {
  const attachment = Array.isArray(extras) ? null : extras.attachment;
  if (payload.poll) return 'poll';
  if (!payload.attachment) return 'text';
  const media = attachment?.kind === 'media' ? attachment.media : payload.attachment.as;
  if (media === 'sticker') return 'sticker';
  return media === 'audio' || media === 'voice' ? 'audio' : 'file';
}

const MISSING: Partial<Record<TextRole, FaultCode>> = { text: 'noMessage', poll: 'noQuestion' };

/** Validates a message's text: its body, the caption of its file (may be empty) or the question of its poll. */
export function readText(text: string, role: TextRole): { text: string } | FieldFault {
  const fault = (code: FaultCode, data?: TextData) => faultAt('message', code, data);
  if (text.trim() === '') return MISSING[role] === undefined ? { text: '' } : fault(MISSING[role]);
  if (role === 'audio') return fault('textWithSound');
  if (role === 'sticker') return fault('textWithSticker');
  if (role === 'poll' && text.length > MAX_QUESTION_LENGTH) {
    return fault('questionTooLong', { maximum: MAX_QUESTION_LENGTH, length: text.length });
  }
  if (text.length > MAX_MESSAGE_LENGTH) {
    return fault('messageTooLong', { maximum: MAX_MESSAGE_LENGTH, length: text.length });
  }
  // PostgreSQL cannot store NUL, and nobody types it.
  if (text.includes('\0')) return fault('characters');
  return { text };
}

/** Reads the recipient: by number, group or WhatsApp id of the first contact entry, else by the name of a contact. */
export function readRecipient(
  payload: { contactName?: string | undefined; contactList: ContactEntry[]; engineId?: string | null | undefined },
  { country, contacts, group }: Pick<DraftContext, 'country' | 'contacts' | 'group'>,
): Recipient | FieldFault {
  const entry = withoutEmptyFields(payload.contactList[0] ?? {});
  const groupId = groupIn(entry);
  if (groupId) return readGroup(groupId, group(groupId, payload.engineId ?? null));
  const name = (payload.contactName ?? '').replaceAll('\0', '').trim() || nameIn(entry);
  const written = entry.mobile?.trim() ?? '';
  if (written !== '') {
    const mobile = readMobile(written, country);
    if (!mobile) return faultAt('contactList.0.mobile', 'mobile', { written });
    return toRecipient(name, entry, mobile);
  }
  const byId = entry.id ? mobileOfWhatsAppId(entry.id) : null;
  if (byId) return toRecipient(name, entry, byId);
  if (name === '') return faultAt('contactName', 'recipientMissing');
  const [found, second] = contacts.byName(name);
  if (!found) return faultAt('contactName', 'contactUnknown', { name });
  if (second) return faultAt('contactName', 'contactTwice', { name });
  return toRecipient(found.name, entry, found.mobile);

  function toRecipient(contactName: string, from: ContactEntry, mobile: string): Recipient {
    const displayName = contactName || contacts.byMobile(mobile)?.name || mobile;
    return { contactName: displayName, contactList: [{ ...from, mobile }], mobile, engine: null };
  }
}

function readGroup(id: string, group: KnownGroup | null): Recipient | FieldFault {
  const field = 'contactList.0.mobile';
  if (!group) return faultAt(field, 'groupUnknown', { group: id });
  const { groups, shownName } = driverFacts(group.driver);
  const name = group.subject ?? id;
  if (!groups) return faultAt(field, 'cannotSendToGroups', { name, engine: shownName });
  if (!group.canWrite) return faultAt(field, 'groupClosed', { name });
  return { contactName: name, contactList: [{ mobile: id, name }], mobile: id, engine: group };
}

function withoutEmptyFields(entry: ContactEntry): ContactEntry {
  const filled = Object.entries(entry).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(filled.map(([key, value]) => [key, String(value).replaceAll('\0', '')]));
}
