import { isPrivate, isWritten } from './body.ts';
import type { ChatBook } from './chat-book.ts';
import { type ChatState, isGroupId, type StoredMessage } from './model.ts';

/** A message as shown on a phone. */
interface ViewedMessage {
  id: string;
  from: string;
  /** Its current text; empty if it was deleted. */
  text: string;
  isEdited: boolean;
  isDeleted: boolean;
  isStarred: boolean;
  isPinned: boolean;
  /** By reacting account; removed reactions are missing. */
  reactions: Record<string, string>;
}

/** A chat as shown on a phone. */
export interface PhoneView {
  /** Oldest first. */
  messages: ViewedMessage[];
  state: ChatState;
  /** Whether the chat shows that the owner is typing. */
  isTyping: boolean;
}

/** Whether a message belongs to this chat on the phone of `owner`. */
export const isOfChat = ({ from, chat: to }: StoredMessage, owner: string, chat: string): boolean =>
  isGroupId(chat) ? to === chat : from === owner ? to === chat : from === chat && to === owner;

/** @param news everything that happened, newest first */
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
