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
import { type DueInput, type DueMoment, isFault, readDueMoment } from './due-moment.ts';
import { type CarryingContext, type MessageExtras, parseExtras } from './message-extras.ts';
import { groupIn, mobileOfWhatsAppId, nameIn } from '../recipients/recipient.ts';

/**
 * What drafts are read against: the workspace, its contacts and files that the drafts may name, and what its engine can
 * send.
 */
export interface DraftContext extends Pick<CarryingContext, 'file'> {
  zone: string;
  country: string;
  nowMs: number;
  contacts: ContactLookup;
  /** A group that an engine of the workspace knows, by its id; through the chosen engine where that knows it. */
  group(id: string, chosenId: string | null): KnownGroup | null;
  numbers: Numbers;
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
  /** E.164, or a group's id. */
  mobile: string;
  /** What sends to it, where it is a group; null: whatever engine the workspace sends with. */
  engine: Pick<KnownGroup, 'engineId' | 'driver'> | null;
}

/** A message that may be stored. */
export interface Draft extends Omit<Recipient, 'engine'>, DueMoment, MessageExtras {
  body: string;
  /** Null: none may be picked, and it waits for one. */
  engineId: string | null;
}

/** Checks a payload as a whole. @returns the draft, or every fault with its field. */
export function readDraft(given: CreateMessage, context: DraftContext): Draft | FieldFault[] {
  const past = given.status === 'pending' ? given.pastDue : 'record';
  const recipient = readRecipient(given, context);
  const number = readNumber(given, recipient, context);
  const carried = parseExtras(given, { ...context, driver: number && !isFault(number) ? number.driver : null });
  const body = readText(given.message, wordsFor(given, carried));
  const due = readDue({ dueDate: given.dueDate, zone: given.zone ?? context.zone, past }, context);
  const faults = [body, recipient, number, due].filter((one) => one !== null && isFault(one));
  if (Array.isArray(carried)) return [...faults, ...carried];
  if (faults.length > 0 || isFault(body) || isFault(recipient) || isFault(due) || (number && isFault(number)))
    return faults;
  const { engine: _engine, ...to } = recipient;
  return { ...to, ...due, ...carried, body: body.text, engineId: number?.id ?? null };
}

/** Which number it goes out through; to a group only through one that is in it. Null: none may be picked. */
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

/** When a message is due; an empty due date means now. @returns the moment, or what is wrong with it */
export const readDue = (input: DueInput, context: Pick<DraftContext, 'nowMs'>): DueMoment | FieldFault =>
  readDueMoment({ ...input, dueDate: input.dueDate?.trim() === '' ? undefined : input.dueDate }, context.nowMs);

/** What words go with: themselves, a file, one that WhatsApp shows without words (a sound, a sticker), or a poll. */
type WordsFor = 'text' | 'file' | 'audio' | 'sticker' | 'poll';

/** The same for an input whose file or poll cannot be read, so that its words are judged all the same. */
export function wordsFor(
  given: Pick<CreateMessage, 'attachment' | 'poll'>,
  carried: MessageExtras | FieldFault[],
): WordsFor {
  const attachment = Array.isArray(carried) ? null : carried.attachment;
  if (given.poll) return 'poll';
  if (!given.attachment) return 'text';
  const media = attachment?.kind === 'media' ? attachment.media : given.attachment.as;
  if (media === 'sticker') return 'sticker';
  return media === 'audio' || media === 'voice' ? 'audio' : 'file';
}

const MISSING: Partial<Record<WordsFor, FaultCode>> = { text: 'noMessage', poll: 'noQuestion' };

/** The words of a message: its text, the caption of its file (may be empty), the question of its poll. */
export function readText(text: string, goesWith: WordsFor): { text: string } | FieldFault {
  const fault = (code: FaultCode, data?: TextData) => faultAt('message', code, data);
  if (text.trim() === '') return MISSING[goesWith] === undefined ? { text: '' } : fault(MISSING[goesWith]);
  if (goesWith === 'audio') return fault('textWithSound');
  if (goesWith === 'sticker') return fault('textWithSticker');
  if (goesWith === 'poll' && text.length > MAX_QUESTION_LENGTH) {
    return fault('questionTooLong', { maximum: MAX_QUESTION_LENGTH, length: text.length });
  }
  if (text.length > MAX_MESSAGE_LENGTH) {
    return fault('messageTooLong', { maximum: MAX_MESSAGE_LENGTH, length: text.length });
  }
  // PostgreSQL cannot store it, and no person ever typed it.
  if (text.includes('\0')) return fault('characters');
  return { text };
}

/**
 * The recipient: by the number, group or WhatsApp id of the first contact entry, else by the workspace's contact of
 * that name.
 */
export function readRecipient(
  given: { contactName?: string | undefined; contactList: ContactEntry[]; engineId?: string | null | undefined },
  { country, contacts, group }: Pick<DraftContext, 'country' | 'contacts' | 'group'>,
): Recipient | FieldFault {
  const entry = cleaned(given.contactList[0] ?? {});
  const groupId = groupIn(entry);
  if (groupId) return readGroup(groupId, group(groupId, given.engineId ?? null));
  const name = (given.contactName ?? '').replaceAll('\0', '').trim() || nameIn(entry);
  const written = entry.mobile?.trim() ?? '';
  if (written !== '') {
    const mobile = readMobile(written, country);
    if (!mobile) return faultAt('contactList.0.mobile', 'mobile', { written });
    return recipient(name, entry, mobile);
  }
  const byId = entry.id ? mobileOfWhatsAppId(entry.id) : null;
  if (byId) return recipient(name, entry, byId);
  if (name === '') return faultAt('contactName', 'recipientMissing');
  const [found, second] = contacts.byName(name);
  if (!found) return faultAt('contactName', 'contactUnknown', { name });
  if (second) return faultAt('contactName', 'contactTwice', { name });
  return recipient(found.name, entry, found.mobile);

  function recipient(contactName: string, from: ContactEntry, mobile: string): Recipient {
    const shown = contactName || contacts.byMobile(mobile)?.name || mobile;
    return { contactName: shown, contactList: [{ ...from, mobile }], mobile, engine: null };
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

function cleaned(entry: ContactEntry): ContactEntry {
  const kept = Object.entries(entry).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(kept.map(([key, value]) => [key, String(value).replaceAll('\0', '')]));
}
