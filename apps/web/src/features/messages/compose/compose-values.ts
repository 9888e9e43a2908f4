import { MAX_MESSAGE_LENGTH, type Message } from '@switchyard/contracts/messages';
import { nextQuarter } from './due-preview.ts';

/** What the compose dialog holds. */
export interface ComposeValues {
  /** A contact's name or a number, as typed. */
  to: string;
  /** The number of the contact that was picked from the list; empty when `to` was typed. */
  pickedMobile: string;
  message: string;
  date: string;
  time: string;
  zone: string;
  sendNow: boolean;
}
export type ComposeField = 'to' | 'message' | 'date' | 'time' | 'zone';
/** Keys of the texts that say what is missing. */
export type ComposeFault =
  | 'contactMissing'
  | 'messageMissing'
  | 'messageTooLong'
  | 'dateMissing'
  | 'timeMissing'
  | 'zoneUnknown';

/** Values for a new message, at a chosen date and time or the next quarter of an hour. */
export function newValues(nowMs: number, zone: string, at?: string): ComposeValues {
  const { date, time } = at ? { date: at.slice(0, 10), time: at.slice(11, 16) } : nextQuarter(nowMs, zone);
  return { to: '', pickedMobile: '', message: '', date, time, zone, sendNow: false };
}

/** Values of a message that is edited, in the zone it was meant in. */
export function valuesOf(message: Message): ComposeValues {
  const mobile = message.contactList[0]?.mobile ?? '';
  return {
    to: message.contactName || mobile,
    pickedMobile: message.contactName ? mobile : '',
    message: message.message,
    date: message.dueLocal.slice(0, 10),
    time: message.dueLocal.slice(11),
    zone: message.zone,
    sendNow: false,
  };
}

/** What can be said without asking the server. */
export function composeFaults(values: ComposeValues): Partial<Record<ComposeField, ComposeFault>> {
  return {
    ...(values.to.trim() === '' ? { to: 'contactMissing' as const } : {}),
    ...(values.message.trim() === '' ? { message: 'messageMissing' as const } : {}),
    ...(values.message.length > MAX_MESSAGE_LENGTH ? { message: 'messageTooLong' as const } : {}),
    ...(values.date === '' ? { date: 'dateMissing' as const } : {}),
    ...(values.time === '' ? { time: 'timeMissing' as const } : {}),
    ...(values.zone === '' ? { zone: 'zoneUnknown' as const } : {}),
  };
}

/** The part of `create` and `update` that both take. */
export function payloadOf(values: ComposeValues) {
  return {
    ...recipientOf(values.to.trim(), values.pickedMobile),
    message: values.message,
    dueDate: `${values.date}T${values.time}`,
    zone: values.zone,
    pastDue: values.sendNow ? ('send-now' as const) : ('refuse' as const),
  };
}

/** Which field a fault of the server belongs to. */
export function fieldOf(serverField: string): ComposeField | undefined {
  if (serverField.startsWith('contact')) return 'to';
  if (serverField === 'message' || serverField === 'zone') return serverField;
  return serverField.startsWith('due') ? 'date' : undefined;
}

function recipientOf(to: string, pickedMobile: string) {
  if (pickedMobile !== '') return { contactName: to, contactList: [{ mobile: pickedMobile, name: to }] };
  return /^[+\d\s().-]+$/.test(to) ? { contactList: [{ mobile: to }] } : { contactName: to, contactList: [] };
}
