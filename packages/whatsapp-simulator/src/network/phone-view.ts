import { isPrivate, isWritten } from './body.ts';
import type { ChatBook } from './chat-book.ts';
import { type ChatState, isGroupId, type StoredMessage } from './model.ts';

/** A message as a phone shows it. */
interface ViewedMessage {
  id: string;
  from: string;
  /** As it says now; empty: it was deleted. */
  text: string;
  isEdited: boolean;
  isDeleted: boolean;
  isStarred: boolean;
  isPinned: boolean;
  /** By who reacted; what was taken back is left out. */
  reactions: Record<string, string>;
}

/** A chat as a phone shows it. */
export interface PhoneView {
  /** Oldest first. */
  messages: ViewedMessage[];
  state: ChatState;
  /** The owner is shown to be typing there. */
  isTyping: boolean;
}

/** Whether a message is of this chat, as the phone of `owner` sees it. */
export const isOfChat = ({ from, chat: to }: StoredMessage, owner: string, chat: string): boolean =>
  isGroupId(chat) ? to === chat : from === owner ? to === chat : from === chat && to === owner;

/** @param news all that happened, newest first */
export function phoneView(news: readonly StoredMessage[], owner: string, chat: string, chats: ChatBook): PhoneView {
  const shown = new Map<string, ViewedMessage>();
  for (const message of news.toReversed()) {
    const { id, from, body } = message;
    if (body.kind === 'star' && from === owner && body.chat === chat) {
      const starred = shown.get(body.quotedId);
      if (starred) starred.isStarred = body.isStarred;
    }
    if (isPrivate(body) || !isOfChat(message, owner, chat)) continue;
    if (isWritten(body)) {
      const fresh = { isEdited: false, isDeleted: false, isStarred: false, isPinned: false, reactions: {} };
      shown.set(id, { id, from, text: body.text, ...fresh });
      continue;
    }
    const about = shown.get(body.quotedId ?? '');
    if (!about) continue;
    if (body.kind === 'edit') Object.assign(about, { text: body.text, isEdited: true });
    else if (body.kind === 'deletion') Object.assign(about, { text: '', isDeleted: true });
    else if (body.kind === 'message-pin') about.isPinned = body.isPinned;
    else if (body.kind === 'reaction' && body.text !== '') about.reactions[from] = body.text;
    else if (body.kind === 'reaction') delete about.reactions[from];
  }
  return { messages: [...shown.values()], state: chats.stateOf(owner, chat), isTyping: chats.isTyping(owner, chat) };
}
