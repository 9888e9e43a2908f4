import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { Db } from '../../platform/database/database.ts';
import { readMobile } from '../../platform/phone-number.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { mobileOfWhatsAppId } from '../messages/index.ts';
import { findWorkspace } from '../workspaces/index.ts';

/** WhatsApp's id for one of our chats (E.164, or a group's id). */
export const toJid = (chat: string): string => (chat.startsWith('+') ? `${chat.slice(1)}@c.us` : chat);

/** Converts what programs call a chat, a number or a chat id, to our form; null if it is neither. */
export function parseChat(address: string, country: string): string | null {
  const written = address.trim();
  if (written.includes('@')) return isGroupId(written) ? written : mobileOfWhatsAppId(written);
  return readMobile(written, country);
}

/** The country for numbers without a prefix. */
export async function countryOf(db: Db, workspaceId: string): Promise<string> {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Refusal('NOT_FOUND');
  return workspace.country;
}

/** The same for a caller of the workspace. @throws Refusal `INVALID` at the field */
export async function readChatAddress(db: Db, workspaceId: string, field: string, address: string): Promise<string> {
  const chat = parseChat(address, await countryOf(db, workspaceId));
  if (chat === null) throw invalid([faultAt(field, 'mobile', { written: address })]);
  return chat;
}

/** A message by its chat and WhatsApp id. */
interface MessageKey {
  chat: string;
  waMessageId: string;
}

const KEY = /^(?:true|false)_([^_]+)_([^_]+)(?:_.+)?$/;

/** Parses a message's WhatsApp key, or its bare id with a separate chat; null if it is neither. */
export function parseMessageKey(address: string, chatId: string | undefined, country: string): MessageKey | null {
  const [, remote = chatId, waMessageId = address] = KEY.exec(address) ?? [];
  const chat = remote === undefined ? null : parseChat(remote, country);
  return chat === null ? null : { chat, waMessageId };
}

/** The parts of a key, and the complete key. */
export function presentKey(key: MessageKey, by: { fromMe: boolean; author: string | null }) {
  const remote = toJid(key.chat);
  const participant = isGroupId(key.chat) && by.author !== null ? toJid(by.author) : undefined;
  const whole = [String(by.fromMe), remote, key.waMessageId, ...(participant ? [participant] : [])].join('_');
  return { fromMe: by.fromMe, remote, id: key.waMessageId, _serialized: whole, ...(participant && { participant }) };
}
