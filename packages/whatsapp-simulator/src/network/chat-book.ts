import type { ChatState, Group } from './model.ts';

/**
 * Unread counts and settings of chats, of accounts that had a device linked since the process began. Others are
 * untracked.
 */
export class ChatBook {
  readonly #settings = new Map<string, Map<string, ChatState>>();
  readonly #typing = new Set<string>();
  readonly #unread = new Map<string, Map<string, number>>();

  /** Counts the account's messages from now on. */
  follow(account: string): void {
    if (!this.#unread.has(account)) this.#unread.set(account, new Map());
  }

  /** Counts a message to the account. Returns null if the account is not followed. */
  arrived(account: string, chat: string): ChatState | null {
    const counts = this.#unread.get(account);
    if (!counts) return null;
    const unread = (counts.get(chat) ?? 0) + 1;
    counts.set(chat, unread);
    return { chat, unread };
  }

  /** Returns null if the account is not followed. */
  read(account: string, chat: string): ChatState | null {
    const counts = this.#unread.get(account);
    if (!counts) return null;
    counts.set(chat, 0);
    return { chat, unread: 0 };
  }

  markUnread(account: string, chat: string): ChatState | null {
    const counts = this.#unread.get(account);
    if (!counts) return null;
    const unread = Math.max(1, counts.get(chat) ?? 0);
    counts.set(chat, unread);
    return { chat, unread };
  }

  /** Changes the owner's settings for a chat. @returns all of its settings */
  set(account: string, { chat, isArchived, isPinned, mutedUntilMs }: ChatState): ChatState {
    const settings = this.#settings.get(account) ?? new Map<string, ChatState>();
    this.#settings.set(account, settings);
    const state = {
      ...(settings.get(chat) ?? { chat }),
      ...(isArchived === undefined ? {} : { isArchived }),
      ...(isPinned === undefined ? {} : { isPinned }),
      ...(mutedUntilMs === undefined ? {} : { mutedUntilMs }),
    };
    settings.set(chat, state);
    return state;
  }

  settingsOf(account: string): ChatState[] {
    return [...(this.#settings.get(account)?.values() ?? [])];
  }

  /** Everything known about one chat. */
  stateOf(account: string, chat: string): ChatState {
    const unread = this.#unread.get(account)?.get(chat);
    return { ...(this.#settings.get(account)?.get(chat) ?? { chat }), ...(unread === undefined ? {} : { unread }) };
  }

  setTyping(account: string, chat: string, isTyping: boolean): void {
    if (isTyping) this.#typing.add(`${account} ${chat}`);
    else this.#typing.delete(`${account} ${chat}`);
  }

  isTyping(account: string, chat: string): boolean {
    return this.#typing.has(`${account} ${chat}`);
  }

  unreadOf(account: string): ChatState[] {
    return [...(this.#unread.get(account) ?? [])].map(([chat, unread]) => ({ chat, unread }));
  }
}

/** A group's state for one of its members, or a former one. */
export function groupState(group: Group, account: string): ChatState {
  const { id: chat, subject, participants, owner, admins, isAnnouncement } = group;
  const isLeft = !participants.includes(account);
  const mayWrite = !isLeft && (!isAnnouncement || owner === account || admins.includes(account));
  return { chat, subject, size: participants.length, mayWrite, isLeft };
}
