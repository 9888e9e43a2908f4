import type { QuotedMessage } from '@switchyard/contracts/messages/body';
import { MAX_MESSAGE_LENGTH, MAX_QUESTION_LENGTH } from '@switchyard/contracts/messages/limits';
import type { Message, MessageDetail, MessageFile } from '@switchyard/contracts/messages/message';
import { variablesOf } from '@switchyard/message-template';
import type { ComposeTarget, Recipient } from '../../../lib/dialogs/compose-target.ts';
import { type Recurring, recurringOf, ruleText } from '../recurrence/rule-shape.ts';
import type { Addressed } from './addressees.ts';
import { nextQuarter } from './due-preview.ts';
import { type PollDraft, type PollFault, pollDraftOf, pollFaults, pollOf } from './poll-draft.ts';

/** What the compose dialog holds. */
export interface ComposeValues {
  /** A contact's name or a number, as typed. */
  to: string;
  /** The number of the contact that was picked from the list; empty when `to` was typed. */
  pickedMobile: string;
  /** Who else gets it, each as a message of their own; of new messages only. */
  others: Addressed[];
  /** `{name}` and its like are filled for each recipient; of new messages only. */
  fills: boolean;
  /** The time of day is meant by each recipient's own clock, where there are several. */
  byTheirClock: boolean;
  /** The text, the caption of `file`, the question of `poll`. */
  message: string;
  /** A file that goes with it; never together with a poll. */
  file: MessageFile | null;
  poll: PollDraft | null;
  /** What it answers. */
  quote: QuotedMessage | null;
  date: string;
  time: string;
  zone: string;
  sendNow: boolean;
  /** How it recurs; null: it does not. */
  recurrence: Recurring | null;
  /** The number that it goes out through; null: by the rule. Of new messages only. */
  engineId: string | null;
}
/** A value of the dialog, by its path; `attachment` is the file before it is one. */
export type ComposeField = keyof ComposeValues | 'attachment' | OptionField;
type OptionField = `poll.options.${number}.text`;
/** Keys of the texts that say what is missing. */
export type ComposeFault =
  | 'contactMissing'
  | 'messageMissing'
  | 'messageTooLong'
  | 'questionMissing'
  | 'questionTooLong'
  | 'audioHasNoText'
  | 'stickerHasNoText'
  | PollFault
  | 'dateMissing'
  | 'timeMissing'
  | 'zoneUnknown';

/** Values for a new message, at a chosen date and time or the next quarter of an hour. */
export function newValues(nowMs: number, zone: string, at?: string): ComposeValues {
  const { date, time } = at ? { date: at.slice(0, 10), time: at.slice(11, 16) } : nextQuarter(nowMs, zone);
  const nothing = { to: '', pickedMobile: '', message: '', file: null, poll: null, quote: null };
  return { ...nothing, ...ALONE, date, time, zone, sendNow: false, recurrence: null, engineId: null };
}

/** One message for one recipient. */
const ALONE = { others: [], fills: true, byTheirClock: false };

/** Values that the dialog opens with. */
export function startValues(composed: ComposeTarget, nowMs: number, zone: string): ComposeValues {
  if ('message' in composed) return valuesOf(composed.message);
  const fresh = newValues(nowMs, zone, 'at' in composed ? composed.at : undefined);
  const { date, time } = fresh;
  if ('again' in composed) return { ...valuesOf(composed.again), date, time, zone, sendNow: true, recurrence: null };
  if ('copy' in composed) return { ...valuesOf(composed.copy), date, time, zone, quote: null, recurrence: null };
  if ('to' in composed && composed.to) return { ...fresh, to: composed.to.name, pickedMobile: composed.to.mobile };
  if (!('answers' in composed)) return fresh;
  return { ...fresh, ...whom(composed.answers), quote: composed.quote };
}

/** Whether somebody has written anything that would be missed. */
export const isWritten = (values: ComposeValues, start: ComposeValues): boolean =>
  (['to', 'others', 'message', 'file', 'poll'] as const).some(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(start[field]),
  );

/** Values of a message that is edited, in the zone it was meant in. */
export function valuesOf(message: Message & Partial<Pick<MessageDetail, 'series'>>): ComposeValues {
  const { series } = message;
  return {
    ...whom(message),
    ...ALONE,
    message: message.message,
    file: message.attachment,
    poll: message.poll && pollDraftOf(message.poll),
    quote: message.quote,
    date: message.dueLocal.slice(0, 10),
    time: message.dueLocal.slice(11),
    zone: message.zone,
    sendNow: false,
    recurrence: series ? recurringOf(series.rule, series.slot.slice(0, 10)) : null,
    engineId: null,
  };
}

function whom({ contactName, contactList }: Recipient): Pick<ComposeValues, 'to' | 'pickedMobile'> {
  const mobile = contactList[0]?.mobile ?? '';
  return { to: contactName || mobile, pickedMobile: contactName ? mobile : '' };
}

/** What can be said without asking the server, by field. */
export function composeFaults(values: ComposeValues): Record<string, ComposeFault> {
  return {
    ...(values.to.trim() === '' && values.others.length === 0 ? { to: 'contactMissing' as const } : {}),
    ...wordsFault(values),
    ...(values.poll && Object.fromEntries(pollFaults(values.poll).map(([at, fault]) => [optionField(at), fault]))),
    ...(values.date === '' && !values.sendNow ? { date: 'dateMissing' as const } : {}),
    ...(values.time === '' && !values.sendNow ? { time: 'timeMissing' as const } : {}),
    ...(values.zone === '' ? { zone: 'zoneUnknown' as const } : {}),
  };
}

/** Most characters of the words, by what they go with. */
export const maxWords = ({ poll }: Pick<ComposeValues, 'poll'>): number =>
  poll ? MAX_QUESTION_LENGTH : MAX_MESSAGE_LENGTH;

function wordsFault({ message, file, poll }: ComposeValues): { message?: ComposeFault } {
  const isEmpty = message.trim() === '';
  if (poll && isEmpty) return { message: 'questionMissing' };
  if (poll && message.length > maxWords({ poll })) return { message: 'questionTooLong' };
  const silent = file && noTextWith(file);
  if (silent && !isEmpty) return { message: silent };
  if (!file && isEmpty) return { message: 'messageMissing' };
  return message.length > MAX_MESSAGE_LENGTH ? { message: 'messageTooLong' } : {};
}

/** Of a file that WhatsApp shows without words: what is to be said of that. */
export function noTextWith({ media }: Pick<MessageFile, 'media'>): 'audioHasNoText' | 'stickerHasNoText' | null {
  if (media === 'sticker') return 'stickerHasNoText';
  return media === 'audio' || media === 'voice' ? 'audioHasNoText' : null;
}

/** The field of one option of the poll. */
export const optionField = (place: number): OptionField => `poll.options.${place}.text`;

/** The part of `create` and `update` that both take. */
export function payloadOf(values: ComposeValues) {
  return {
    ...recipientOf(values.to.trim(), values.pickedMobile),
    message: values.message,
    attachment: values.file && { fileId: values.file.fileId, ...asOf(values.file) },
    poll: values.poll && pollOf(values.poll),
    ...(values.quote ? { quote: values.quote } : {}),
    ...(values.engineId ? { engineId: values.engineId } : {}),
    dueDate: values.sendNow ? 'now' : `${values.date}T${values.time}`,
    zone: values.zone,
    pastDue: 'refuse' as const,
    ...(values.recurrence && !values.sendNow ? { recurrence: { rule: ruleText(values.recurrence, values.date) } } : {}),
  };
}

/** All who get it, as they were picked or typed. */
export const addressed = ({ others, to, pickedMobile }: Pick<ComposeValues, 'others' | 'to' | 'pickedMobile'>) => [
  ...others,
  ...(to.trim() === '' ? [] : [{ to, pickedMobile }]),
];

/** Whether its words are filled for each recipient. */
export const isFilled = ({ fills, quote, message }: ComposeValues): boolean =>
  fills && quote === null && variablesOf(message).length > 0;

/** The payload of one message for each recipient; null: it is one message, as it is written. */
export function severalOf(values: ComposeValues) {
  const fill = isFilled(values);
  if (values.others.length === 0 && !fill) return null;
  const {
    contactName: _name,
    contactList: _list,
    quote: _quote,
    ...letter
  } = { contactName: '', quote: null, ...payloadOf(values) };
  return {
    ...letter,
    recipients: addressed(values).map((one) => recipientOf(one.to.trim(), one.pickedMobile)),
    fill,
    byTheirClock: values.byTheirClock && values.others.length > 0 && !values.sendNow,
  };
}

/** Which field a fault of the server belongs to. */
export function fieldOf(
  serverField: string,
  { others }: Pick<ComposeValues, 'others'> = ALONE,
): ComposeField | undefined {
  const recipient = /^recipients\.(\d+)/.exec(serverField);
  if (recipient) return Number(recipient[1]) < others.length ? 'others' : 'to';
  if (serverField.startsWith('contact') || serverField === 'recipients') return 'to';
  const option = /^poll\.options\.(\d+)$/.exec(serverField);
  if (option) return optionField(Number(option[1]));
  if (serverField.startsWith('poll')) return 'poll';
  if (serverField.startsWith('attachment')) return 'attachment';
  if (serverField.startsWith('recurrence')) return 'recurrence';
  if (serverField === 'message' || serverField === 'zone' || serverField === 'engineId') return serverField;
  return serverField.startsWith('due') ? 'date' : undefined;
}

/** A file goes as what it is, unless it is to be shown in one of the other ways. */
const asOf = ({ media }: MessageFile) => (media === 'voice' || media === 'sticker' ? { as: media } : {});

function recipientOf(to: string, pickedMobile: string) {
  if (pickedMobile !== '') return { contactName: to, contactList: [{ mobile: pickedMobile, name: to }] };
  return /^[+\d\s().-]+$/.test(to) ? { contactList: [{ mobile: to }] } : { contactName: to, contactList: [] };
}
