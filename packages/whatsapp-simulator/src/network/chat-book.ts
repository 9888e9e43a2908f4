import type { ChatState, Group } from './model.ts';

/**
 * What the owners of phones have not read yet, of accounts that had a device linked since the process began. Of others
 * nothing is known.
 */
export class ChatBook {
  readonly #settings = new Map<string, Map<string, ChatState>>();
  readonly #typing = new Set<string>();
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

  markUnread(account: string, chat: string): ChatState | null {
    const counts = this.#unread.get(account);
    if (!counts) return null;
    const unread = Math.max(1, counts.get(chat) ?? 0);
    counts.set(chat, unread);
    return { chat, unread };
  }

  /** What the owner has set for a chat. @returns all that is set of it */
  set(account: string, { chat, isArchived, isPinned, mutedUntilMs }: ChatState): ChatState {
    const known = this.#settings.get(account) ?? new Map<string, ChatState>();
    this.#settings.set(account, known);
    const state = {
      ...(known.get(chat) ?? { chat }),
      ...(isArchived === undefined ? {} : { isArchived }),
      ...(isPinned === undefined ? {} : { isPinned }),
      ...(mutedUntilMs === undefined ? {} : { mutedUntilMs }),
    };
    known.set(chat, state);
    return state;
  }

  settingsOf(account: string): ChatState[] {
    return [...(this.#settings.get(account)?.values() ?? [])];
  }

  /** All that is known of one chat. */
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

/** A group as one of its members, or one who was, is told of it. */
export function groupState(group: Group, account: string): ChatState {
  const { id: chat, subject, participants, owner, admins, isAnnouncement } = group;
  const isLeft = !participants.includes(account);
  const mayWrite = !isLeft && (!isAnnouncement || owner === account || admins.includes(account));
  return { chat, subject, size: participants.length, mayWrite, isLeft };
}
