import type { BinaryNode, WAMessage } from 'baileys';
import type { DriverOutcome, IncomingMessage, Receipt } from '../driver.ts';

/** WhatsApp's address of a number in E.164 form; a group's id is one already. */
export const jidOf = (address: string): string =>
  address.includes('@') ? address : `${address.replace(/^\+/, '')}@s.whatsapp.net`;

/** WhatsApp's address to E.164; a group's id and a hidden address stay as they are. */
export function addressOf(jid: string): string {
  const [user = '', server] = jid.split('@');
  return server === 's.whatsapp.net' ? `+${user.split(':')[0]}` : jid;
}

/** WhatsApp's code for "this account may not start new chats now". */
export const RESTRICTED = '463';
/** How long a restriction is taken to last when WhatsApp does not say. */
export const UNTOLD_RESTRICTION_MS = 60 * 60_000;

/** What WhatsApp's answer to a sent message means. Undefined: none came. Any stanza under the message's id proves that WhatsApp has it. */
export function outcomeOf(answer: BinaryNode | undefined, waMessageId: string): DriverOutcome {
  if (!answer) return { kind: 'in-doubt', cause: 'WhatsApp did not answer' };
  const code = answer.tag === 'ack' ? answer.attrs.error : undefined;
  if (code === undefined) return { kind: 'accepted', wireId: waMessageId, atMs: timeOf(answer) };
  const rejected = (reason: string, next: 'never' | 'later', afterMs?: number): DriverOutcome => ({
    kind: 'rejected',
    code,
    reason,
    next,
    ...(afterMs === undefined ? {} : { afterMs }),
  });
  switch (code) {
    case RESTRICTED:
      // Sending again soon counts as another attempt to reach out and makes it worse. Known contacts are not held: they may still be written to.
      return rejected('WhatsApp has restricted this account', 'later', UNTOLD_RESTRICTION_MS);
    case '429':
      return rejected('WhatsApp says that there were too many messages', 'later');
    case '479':
      return rejected('WhatsApp could not read the message; the session is built anew', 'later');
    case '404':
      return rejected('the recipient is not on WhatsApp', 'never');
    default:
      return rejected(`WhatsApp refused the message (${code})`, 'never');
  }
}

/** Receipts of messages that we sent; a stanza may carry several ids. Retries and notices between own devices are none. */
export function receiptsOf(stanza: BinaryNode): Receipt[] {
  const { id, type } = stanza.attrs;
  const level = type === undefined ? 2 : type === 'read' || type === 'played' ? 3 : null;
  if (level === null || !id) return [];
  const list = Array.isArray(stanza.content) ? stanza.content.find((child) => child.tag === 'list') : undefined;
  const more = Array.isArray(list?.content) ? list.content.flatMap((item) => item.attrs.id ?? []) : [];
  return [id, ...more].map((waMessageId) => ({ waMessageId, level, atMs: timeOf(stanza) }));
}

/** A message from somebody else; null for our own and for those that say nothing to people. */
export function incomingOf(message: WAMessage): IncomingMessage | null {
  const { key, message: content, messageTimestamp } = message;
  if (key.fromMe || !key.id || !key.remoteJid || !content || content.protocolMessage) return null;
  const text =
    content.conversation ??
    content.extendedTextMessage?.text ??
    content.imageMessage?.caption ??
    content.videoMessage?.caption ??
    content.documentMessage?.caption ??
    '';
  const known = (jid: string, alternative: string | null | undefined) =>
    addressOf(jid.endsWith('@lid') && alternative ? alternative : jid);
  const chat = known(key.remoteJid, key.remoteJidAlt);
  const from = key.participant ? known(key.participant, key.participantAlt) : chat;
  return { waMessageId: key.id, chat, from, kind: 'text', text, atMs: Number(messageTimestamp ?? 0) * 1_000 };
}

const timeOf = (stanza: BinaryNode): number => Number(stanza.attrs.t ?? 0) * 1_000 || Date.now();
