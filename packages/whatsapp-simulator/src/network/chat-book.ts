import type { ChatState, Group } from './model.ts';

/** What the owners of phones have not read yet, of accounts that had a device linked since the process began. Of others nothing is known. */
export class ChatBook {
  readonly #unread = new Map<string, Map<string, number>>();

  /** From now on the account's messages are counted. */
  follow(account: string): void {
    if (!this.#unread.has(account)) this.#unread.set(account, new Map());
  }

  /** A message has come for the account. Null: the account is not followed. */
  arrived(account: string, chat: string): ChatState | null {
    const counts = this.#unread.get(account);
    if (!counts) return null;
    const unread = (counts.get(chat) ?? 0) + 1;
    counts.set(chat, unread);
    return { chat, unread };
  }

  /** Null: the account is not followed. */
  read(account: string, chat: string): ChatState | null {
    const counts = this.#unread.get(account);
    if (!counts) return null;
    counts.set(chat, 0);
    return { chat, unread: 0 };
  }

  unreadOf(account: string): ChatState[] {
    return [...(this.#unread.get(account) ?? [])].map(([chat, unread]) => ({ chat, unread }));
  }
}

/** A group as one of its members, or one who was, is told of it. */
export function groupState(group: Group, account: string): ChatState {
  const { id: chat, subject, participants, owner, isAnnouncement } = group;
  const isLeft = !participants.includes(account);
  const mayWrite = !isLeft && (!isAnnouncement || owner === account);
  return { chat, subject, size: participants.length, mayWrite, isLeft };
}
