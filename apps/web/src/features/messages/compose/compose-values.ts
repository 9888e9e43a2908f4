import type { QuotedMessage } from '@switchyard/contracts/messages/body';
import { MAX_MESSAGE_LENGTH, MAX_QUESTION_LENGTH } from '@switchyard/contracts/messages/limits';
import type { Message, MessageDetail, MessageFile } from '@switchyard/contracts/messages/message';
import { variablesOf } from '@switchyard/message-template';
import type { ComposeTarget, Recipient } from '../../../lib/dialogs/compose-target.ts';
import { type Recurring, recurringOf, ruleText } from '../recurrence/rule-shape.ts';
import type { RecipientInput } from './addressees.ts';
import { nextQuarter } from './due-preview.ts';
import { type PollDraft, type PollFault, pollDraftOf, pollFaults, pollOf } from './poll-draft.ts';

/** Form values of the compose dialog. */
export interface ComposeValues {
  /** A contact's name or a number, as typed. */
  to: string;
  /** Number of the contact picked from the list; empty if `to` was typed. */
  pickedMobile: string;
  /** Further recipients, each of whom gets a message of their own. Only for new messages. */
  others: RecipientInput[];
  /** Fill placeholders such as `{name}` for each recipient. Only for new messages. */
  fills: boolean;
  /** Send at this time of day on each recipient's own clock. Only with several recipients. */
  byTheirClock: boolean;
  /** The text, the caption of `file`, or the question of `poll`. */
  message: string;
  /** Attached file; never together with a poll. */
  file: MessageFile | null;
  poll: PollDraft | null;
  /** The message being replied to. */
  quote: QuotedMessage | null;
  date: string;
  time: string;
  zone: string;
  sendNow: boolean;
  /** How the message recurs; null if it does not. */
  recurrence: Recurring | null;
  /** Engine to send through; null leaves the choice to the rule. Only for new messages. */
  engineId: string | null;
}
/** Path of a form value. `attachment` is the file before it has been uploaded. */
export type ComposeField = keyof ComposeValues | 'attachment' | OptionField;
type OptionField = `poll.options.${number}.text`;
/** Text keys of validation errors. */
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

/** Initial values for a new message, at the given date and time or the next quarter of an hour. */
export function newValues(nowMs: number, zone: string, at?: string): ComposeValues {
  const { date, time } = at ? { date: at.slice(0, 10), time: at.slice(11, 16) } : nextQuarter(nowMs, zone);
  const nothing = { to: '', pickedMobile: '', message: '', file: null, poll: null, quote: null };
  return { ...nothing, ...SINGLE_RECIPIENT, date, time, zone, sendNow: false, recurrence: null, engineId: null };
}

/** Defaults for a message to one recipient. */
const SINGLE_RECIPIENT = { others: [], fills: true, byTheirClock: false };

/** Initial values for the dialog. */
export function startValues(target: ComposeTarget, nowMs: number, zone: string): ComposeValues {
  if ('message' in target) return valuesOf(target.message);
  const values = newValues(nowMs, zone, 'at' in target ? target.at : undefined);
  const { date, time } = values;
  if ('again' in target) return { ...valuesOf(target.again), date, time, zone, sendNow: true, recurrence: null };
  if ('copy' in target) return { ...valuesOf(target.copy), date, time, zone, quote: null, recurrence: null };
  if ('to' in target && target.to) return { ...values, to: target.to.name, pickedMobile: target.to.mobile };
  if (!('answers' in target)) return values;
  return { ...values, ...recipientFields(target.answers), quote: target.quote };
}

/** Whether there is input worth keeping as a draft. */
export const hasInput = (values: ComposeValues, start: ComposeValues): boolean =>
  (['to', 'others', 'message', 'file', 'poll'] as const).some(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(start[field]),
  );

/** Form values for editing a message, in the message's own zone. */
export function valuesOf(message: Message & Partial<Pick<MessageDetail, 'series'>>): ComposeValues {
  const { series } = message;
  return {
    ...recipientFields(message),
    ...SINGLE_RECIPIENT,
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

function recipientFields({ contactName, contactList }: Recipient): Pick<ComposeValues, 'to' | 'pickedMobile'> {
  const mobile = contactList[0]?.mobile ?? '';
  return { to: contactName || mobile, pickedMobile: contactName ? mobile : '' };
}

/** Errors that the client can find without the server, by field. */
export function composeFaults(values: ComposeValues): Record<string, ComposeFault> {
  return {
    ...(values.to.trim() === '' && values.others.length === 0 ? { to: 'contactMissing' as const } : {}),
    ...textFault(values),
    ...(values.poll && Object.fromEntries(pollFaults(values.poll).map(([at, fault]) => [optionField(at), fault]))),
    ...(values.date === '' && !values.sendNow ? { date: 'dateMissing' as const } : {}),
    ...(values.time === '' && !values.sendNow ? { time: 'timeMissing' as const } : {}),
    ...(values.zone === '' ? { zone: 'zoneUnknown' as const } : {}),
  };
}

/** Maximum length of the text, which depends on whether it goes with a poll. */
export const maxTextLength = ({ poll }: Pick<ComposeValues, 'poll'>): number =>
  poll ? MAX_QUESTION_LENGTH : MAX_MESSAGE_LENGTH;

function textFault({ message, file, poll }: ComposeValues): { message?: ComposeFault } {
  const isEmpty = message.trim() === '';
  if (poll && isEmpty) return { message: 'questionMissing' };
  if (poll && message.length > maxTextLength({ poll })) return { message: 'questionTooLong' };
  const reason = file && noTextReason(file);
  if (reason && !isEmpty) return { message: reason };
  if (!file && isEmpty) return { message: 'messageMissing' };
  return message.length > MAX_MESSAGE_LENGTH ? { message: 'messageTooLong' } : {};
}

/** Explains why a file cannot have text; null if it can. WhatsApp shows audio and stickers without any. */
export function noTextReason({ media }: Pick<MessageFile, 'media'>): 'audioHasNoText' | 'stickerHasNoText' | null {
  if (media === 'sticker') return 'stickerHasNoText';
  return media === 'audio' || media === 'voice' ? 'audioHasNoText' : null;
}

/** Path of a poll option's field. */
export const optionField = (index: number): OptionField => `poll.options.${index}.text`;

/** The part of the payload that `create` and `update` share. */
export function payloadOf(values: ComposeValues) {
  return {
    ...recipientOf(values.to.trim(), values.pickedMobile),
    message: values.message,
    attachment: values.file && { fileId: values.file.fileId, ...sendAsOf(values.file) },
    poll: values.poll && pollOf(values.poll),
    ...(values.quote ? { quote: values.quote } : {}),
    ...(values.engineId ? { engineId: values.engineId } : {}),
    dueDate: values.sendNow ? 'now' : `${values.date}T${values.time}`,
    zone: values.zone,
    pastDue: 'refuse' as const,
    ...(values.recurrence && !values.sendNow ? { recurrence: { rule: ruleText(values.recurrence, values.date) } } : {}),
  };
}

/** All recipients as selected or typed. */
export const allRecipients = ({ others, to, pickedMobile }: Pick<ComposeValues, 'others' | 'to' | 'pickedMobile'>) => [
  ...others,
  ...(to.trim() === '' ? [] : [{ to, pickedMobile }]),
];

/** Whether placeholders are filled for each recipient. */
export const fillsPlaceholders = ({ fills, quote, message }: ComposeValues): boolean =>
  fills && quote === null && variablesOf(message).length > 0;

/** Payload of one message per recipient, or null when there is a single message to send as written. */
export function multiRecipientPayload(values: ComposeValues) {
  const fill = fillsPlaceholders(values);
  if (values.others.length === 0 && !fill) return null;
  const {
    contactName: _name,
    contactList: _list,
    quote: _quote,
    ...payload
  } = { contactName: '', quote: null, ...payloadOf(values) };
  return {
    ...payload,
    recipients: allRecipients(values).map((recipient) => recipientOf(recipient.to.trim(), recipient.pickedMobile)),
    fill,
    byTheirClock: values.byTheirClock && values.others.length > 0 && !values.sendNow,
  };
}

/** The form field that a server error belongs to. */
export function formField(
  serverField: string,
  { others }: Pick<ComposeValues, 'others'> = SINGLE_RECIPIENT,
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

/** Only files to be shown as a voice message or sticker need `as`; all others go by their own type. */
const sendAsOf = ({ media }: MessageFile) => (media === 'voice' || media === 'sticker' ? { as: media } : {});

function recipientOf(to: string, pickedMobile: string) {
  if (pickedMobile !== '') return { contactName: to, contactList: [{ mobile: pickedMobile, name: to }] };
  return /^[+\d\s().-]+$/.test(to) ? { contactList: [{ mobile: to }] } : { contactName: to, contactList: [] };
}
