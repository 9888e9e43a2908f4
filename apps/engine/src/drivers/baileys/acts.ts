import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { type ChatModification, proto, type WAMessageKey } from 'baileys';
import type { ActRequest } from '../driver.ts';
import { jidOf } from './addresses.ts';

/** The form of an act at WhatsApp: a message, or a patch of the state that the account's devices share. */
type WhatsAppAct =
  | { message: proto.IMessage; attributes: Record<string, string> }
  | { patch: ChatModification; isRead: boolean };

/** By which others know that a message changes another. */
const EDITED = { edit: '1' };
const DELETED = { edit: '7' };
const PINNED = { edit: '2' };

export const keyOf = (chat: string, { waMessageId: id, fromMe, writer }: ActMessage): WAMessageKey => {
  const remoteJid = jidOf(chat);
  const participant = !fromMe && remoteJid.endsWith('@g.us') ? writer : null;
  return { remoteJid, id, fromMe, ...(participant === null ? {} : { participant: jidOf(participant) }) };
};

/** Null if the act needs a message and names none. */
export function toWhatsAppAct({ chat, act, message, latest }: ActRequest, nowMs: number): WhatsAppAct | null {
  const lastMessages = latest.slice(0, 1).map((latestMessage) => ({
    key: keyOf(chat, latestMessage),
    messageTimestamp: Math.floor(latestMessage.atMs / 1_000),
  }));
  const patch = (change: ChatModification, isRead = false) => ({ patch: change, isRead });
  switch (act.kind) {
    case 'read':
      return patch({ markRead: act.isRead, lastMessages }, act.isRead);
    case 'archive':
      return patch({ archive: act.isArchived, lastMessages });
    case 'pin':
      return patch({ pin: act.isPinned });
    case 'mute':
      return patch({ mute: act.untilMs });
  }
  if (!message) return null;
  const key = keyOf(chat, message);
  const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;
  switch (act.kind) {
    case 'react':
      return { message: { reactionMessage: { key, text: act.emoji, senderTimestampMs: nowMs } }, attributes: {} };
    case 'edit': {
      const protocolMessage = {
        ...{ key, type: MESSAGE_EDIT, timestampMs: nowMs },
        editedMessage: { conversation: act.text },
      };
      return { message: { protocolMessage }, attributes: EDITED };
    }
    case 'delete':
      return { message: { protocolMessage: { key, type: REVOKE } }, attributes: DELETED };
    case 'pin-message': {
      const { PIN_FOR_ALL, UNPIN_FOR_ALL } = proto.Message.PinInChatMessage.Type;
      const type = act.isPinned ? PIN_FOR_ALL : UNPIN_FOR_ALL;
      const pinInChatMessage = { key, type, senderTimestampMs: nowMs };
      const messageContextInfo = { messageAddOnDurationInSecs: act.isPinned ? act.seconds : 0 };
      return { message: { pinInChatMessage, messageContextInfo }, attributes: PINNED };
    }
    case 'star': {
      const messages = [{ id: message.waMessageId, fromMe: message.fromMe }];
      return patch({ star: { messages, star: act.isStarred } });
    }
  }
}
