import { type Text, text } from '@switchyard/contracts/text/text';
import type { BinaryNode } from 'baileys';
import type { DriverOutcome, Receipt } from '../driver.ts';

/** WhatsApp's code for "this account may not start new chats now". */
export const RESTRICTED = '463';
/** Assumed duration of a restriction if WhatsApp gives none. */
export const DEFAULT_RESTRICTION_MS = 60 * 60_000;

/**
 * Interprets WhatsApp's answer to a sent message; undefined if none arrived. Any stanza with the message's id proves
 * that WhatsApp has the message.
 */
export function outcomeOf(answer: BinaryNode | undefined, waMessageId: string): DriverOutcome {
  if (!answer) return { kind: 'in-doubt', cause: text('whatsappSilent') };
  const code = answer.tag === 'ack' ? answer.attrs.error : undefined;
  if (code === undefined) return { kind: 'accepted', wireId: waMessageId, atMs: timeOf(answer) };
  const rejected = (reason: Text, next: 'never' | 'later', afterMs?: number): DriverOutcome => ({
    kind: 'rejected',
    code,
    reason,
    next,
    ...(afterMs === undefined ? {} : { afterMs }),
  });
  switch (code) {
    case RESTRICTED:
      // Another attempt to reach out soon would make it worse. Known contacts are not held, because they may still be
      // written to.
      return rejected(text('whatsappRestricted'), 'later', DEFAULT_RESTRICTION_MS);
    case '429':
      return rejected(text('whatsappTooMany'), 'later');
    case '479':
      return rejected('WhatsApp could not read the message; the session is built anew', 'later');
    case '404':
      return rejected(text('numberNotOnWhatsapp'), 'never');
    default:
      return rejected(text('whatsappRefused', { code }), 'never');
  }
}

/**
 * Receipts of messages that we sent; a stanza may contain several ids. Retry requests and notices between own devices
 * are not receipts.
 */
export function receiptsOf(stanza: BinaryNode): Receipt[] {
  const { id, type } = stanza.attrs;
  const level = type === undefined ? 2 : type === 'read' || type === 'played' ? 3 : null;
  if (level === null || !id) return [];
  const list = Array.isArray(stanza.content) ? stanza.content.find((child) => child.tag === 'list') : undefined;
  const more = Array.isArray(list?.content) ? list.content.flatMap((item) => item.attrs.id ?? []) : [];
  return [id, ...more].map((waMessageId) => ({ waMessageId, level, atMs: timeOf(stanza) }));
}

const timeOf = (stanza: BinaryNode): number => Number(stanza.attrs.t ?? 0) * 1_000 || Date.now();
