import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '@switchyard/backoff';
import type { ChatUpdate } from '@switchyard/contracts/engine/protocol';
import { areJidsSameUser, type BaileysEventMap, type GroupMetadata, type WASocket } from 'baileys';
import { reasonOf } from '../../log.ts';
import type { DriverContext } from '../driver.ts';
import { addressOf } from './addresses.ts';
import type { StoredAuthState } from './auth-state.ts';

/** Baileys itself waits for a minute. */
const ANSWER_MS = 15_000;

/** Reports groups, stars, and what the owner has read on the phone, as WhatsApp reports them to this device. */
export class ChatWatch {
  readonly #context: DriverContext;
  readonly #state: StoredAuthState;
  readonly #socket: WASocket;
  /** Unread counts of chats whose count is known, because the phone reported it or all was read. */
  readonly #unread: Map<string, number>;

  /** @param unread survives reconnects */
  constructor(context: DriverContext, state: StoredAuthState, socket: WASocket, unread: Map<string, number>) {
    this.#context = context;
    this.#state = state;
    this.#socket = socket;
    this.#unread = unread;
    socket.ev.on('groups.upsert', (groups) => this.#reportGroups(groups));
    socket.ev.on('groups.update', (groups) => {
      const whole = groups.filter(isWhole);
      this.#reportGroups(whole);
      for (const { id } of groups) if (id && !whole.some((group) => group.id === id)) this.#reload(id);
    });
    socket.ev.on('group-participants.update', ({ id, action, participants }) => {
      const isGone =
        action === 'remove' && participants.some((participant) => this.#isMe(participant.id, participant.phoneNumber));
      if (isGone) this.#report([{ chat: id, isLeft: true, mayWrite: false }]);
      else this.#reload(id);
    });
    socket.ev.on('messages.update', (updates) => {
      for (const { key, update } of updates)
        if (typeof update.starred === 'boolean') void this.#reportStar(key, update.starred);
    });
    socket.ev.on('chats.update', (updates) => {
      // Baileys counts incoming messages itself, each time from 0, so only the reset to 0 is used.
      for (const { id, unreadCount, ...update } of updates) {
        if (id && (unreadCount === 0 || unreadCount === null)) void this.#reportAllRead(id);
        if (id) void this.#reportSettings(id, update);
      }
    });
  }

  /** Requests and reports all groups; retried for as long as the connection lives. */
  async begin(): Promise<void> {
    for (let failures = 0; this.#socket.ws.isOpen; failures += 1) {
      try {
        const unanswered = delay(ANSWER_MS, undefined, { ref: false }).then(() =>
          Promise.reject(new Error('no answer')),
        );
        const groups = await Promise.race([this.#socket.groupFetchAllParticipating(), unanswered]);
        this.#reportGroups(Object.values(groups));
        return;
      } catch (error) {
        this.#context.log.warn('the groups could not be read', { reason: reasonOf(error) });
      }
      await delay(backoffMs(failures + 1, 1_000, 60_000), undefined, { ref: false });
    }
  }

  /** Updates a chat's unread count: incoming messages count until the owner writes there. */
  countMessage(chat: string, fromMe: boolean): void {
    if (fromMe) this.#reportUnread(chat, 0);
    else if (this.#unread.has(chat)) this.#reportUnread(chat, (this.#unread.get(chat) ?? 0) + 1);
  }

  /** Reports the owner's settings for a chat, as far as the update contains them. */
  async #reportSettings(
    jid: string,
    { archived, pinned, muteEndTime }: BaileysEventMap['chats.update'][number],
  ): Promise<void> {
    if (archived === undefined && pinned === undefined && muteEndTime === undefined) return;
    const settings = {
      ...(typeof archived === 'boolean' ? { isArchived: archived } : {}),
      ...(pinned === undefined ? {} : { isPinned: Boolean(pinned) }),
      ...(muteEndTime === undefined ? {} : { mutedUntilMs: muteEndTime === null ? null : Number(muteEndTime) }),
    };
    this.#report([{ chat: await this.#addressOf(jid), ...settings }]);
  }

  async #reportAllRead(jid: string): Promise<void> {
    this.#reportUnread(await this.#addressOf(jid), 0);
  }

  #reportUnread(chat: string, unread: number): void {
    if (this.#unread.get(chat) === unread) return;
    this.#unread.set(chat, unread);
    this.#report([{ chat, unread }]);
  }

  async #reportStar(
    key: { remoteJid?: string | null; id?: string | null; fromMe?: boolean | null },
    isStarred: boolean,
  ): Promise<void> {
    if (!key.remoteJid || !key.id) return;
    const chat = await this.#addressOf(key.remoteJid);
    const own = addressOf(this.#state.creds.me?.id ?? '');
    const writer = key.fromMe ? { writer: own } : chat.endsWith('@g.us') ? {} : { writer: chat };
    const change = { chat, waMessageId: key.id, ...writer, atMs: this.#context.nowMs() };
    const changes = [{ ...change, change: { kind: 'starred' as const, isStarred } }];
    this.#context.emit({ kind: 'changes', changes, taken: () => undefined });
  }

  /** Requests a group's current state after a change. */
  #reload(id: string): void {
    this.#socket.groupMetadata(id).then(
      (group) => this.#reportGroups([group]),
      (error: unknown) => this.#context.log.debug('a group could not be read', { reason: reasonOf(error) }),
    );
  }

  #reportGroups(groups: GroupMetadata[]): void {
    this.#report(
      groups.map((group) => {
        const me = group.participants.find((participant) => this.#isMe(participant.id, participant.phoneNumber));
        const mayWrite = me !== undefined && (!group.announce || Boolean(me.admin));
        const size = group.size ?? group.participants.length;
        return { chat: group.id, subject: group.subject, size, mayWrite, isLeft: me === undefined };
      }),
    );
  }

  #report(chats: ChatUpdate[]): void {
    if (chats.length > 0) this.#context.emit({ kind: 'chats', chats });
  }

  #isMe(...jids: (string | undefined)[]): boolean {
    const { me } = this.#state.creds;
    return jids.some((jid) => jid !== undefined && [me?.id, me?.lid].some((own) => areJidsSameUser(own, jid)));
  }

  /** A person's number, even if WhatsApp uses a hidden address whose number it has revealed. */
  async #addressOf(jid: string): Promise<string> {
    if (!jid.endsWith('@lid')) return addressOf(jid);
    return addressOf((await this.#socket.signalRepository.lidMapping.getPNForLID(jid).catch(() => null)) ?? jid);
  }
}

const isWhole = (group: Partial<GroupMetadata>): group is GroupMetadata =>
  group.id !== undefined && group.subject !== undefined && Array.isArray(group.participants);
