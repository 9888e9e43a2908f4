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

/** Tells of groups, of stars and of what the owner has read on the phone, as WhatsApp tells this device. */
export class ChatWatch {
  readonly #context: DriverContext;
  readonly #state: StoredAuthState;
  readonly #socket: WASocket;
  /** What is unread, of chats where a count is known: since the phone said that all, or how many, are. */
  readonly #unread: Map<string, number>;

  /** @param unread kept from one connection to the next */
  constructor(context: DriverContext, state: StoredAuthState, socket: WASocket, unread: Map<string, number>) {
    this.#context = context;
    this.#state = state;
    this.#socket = socket;
    this.#unread = unread;
    socket.ev.on('groups.upsert', (groups) => this.#tellGroups(groups));
    socket.ev.on('groups.update', (groups) => {
      const whole = groups.filter(isWhole);
      this.#tellGroups(whole);
      for (const { id } of groups) if (id && !whole.some((one) => one.id === id)) this.#lookAgain(id);
    });
    socket.ev.on('group-participants.update', ({ id, action, participants }) => {
      const isGone =
        action === 'remove' && participants.some((participant) => this.#isMe(participant.id, participant.phoneNumber));
      if (isGone) this.#tell([{ chat: id, isLeft: true, mayWrite: false }]);
      else this.#lookAgain(id);
    });
    socket.ev.on('messages.update', (updates) => {
      for (const { key, update } of updates)
        if (typeof update.starred === 'boolean') void this.#tellStar(key, update.starred);
    });
    socket.ev.on('chats.update', (updates) => {
      // It counts what came, too, each time from 0: only that all is read is news here.
      for (const { id, unreadCount, ...update } of updates) {
        if (id && (unreadCount === 0 || unreadCount === null)) void this.#read(id);
        if (id) void this.#tellSettings(id, update);
      }
    });
  }

  /** Asks for all groups and tells them; again for as long as the connection lives when no answer comes. */
  async begin(): Promise<void> {
    for (let failures = 0; this.#socket.ws.isOpen; failures += 1) {
      try {
        const unanswered = delay(ANSWER_MS, undefined, { ref: false }).then(() =>
          Promise.reject(new Error('no answer')),
        );
        const groups = await Promise.race([this.#socket.groupFetchAllParticipating(), unanswered]);
        this.#tellGroups(Object.values(groups));
        return;
      } catch (error) {
        this.#context.log.warn('the groups could not be read', { reason: reasonOf(error) });
      }
      await delay(backoffMs(failures + 1, 1_000, 60_000), undefined, { ref: false });
    }
  }

  /** The account's own chats: what came counts as unread, until the owner writes there. */
  heard(chat: string, fromMe: boolean): void {
    if (fromMe) this.#tellUnread(chat, 0);
    else if (this.#unread.has(chat)) this.#tellUnread(chat, (this.#unread.get(chat) ?? 0) + 1);
  }

  /** What the owner has set for a chat, as far as this says it. */
  async #tellSettings(
    jid: string,
    { archived, pinned, muteEndTime }: BaileysEventMap['chats.update'][number],
  ): Promise<void> {
    if (archived === undefined && pinned === undefined && muteEndTime === undefined) return;
    const told = {
      ...(typeof archived === 'boolean' ? { isArchived: archived } : {}),
      ...(pinned === undefined ? {} : { isPinned: Boolean(pinned) }),
      ...(muteEndTime === undefined ? {} : { mutedUntilMs: muteEndTime === null ? null : Number(muteEndTime) }),
    };
    this.#tell([{ chat: await this.#plain(jid), ...told }]);
  }

  async #read(jid: string): Promise<void> {
    this.#tellUnread(await this.#plain(jid), 0);
  }

  #tellUnread(chat: string, unread: number): void {
    if (this.#unread.get(chat) === unread) return;
    this.#unread.set(chat, unread);
    this.#tell([{ chat, unread }]);
  }

  async #tellStar(
    key: { remoteJid?: string | null; id?: string | null; fromMe?: boolean | null },
    isStarred: boolean,
  ): Promise<void> {
    if (!key.remoteJid || !key.id) return;
    const chat = await this.#plain(key.remoteJid);
    const own = addressOf(this.#state.creds.me?.id ?? '');
    const writer = key.fromMe ? { writer: own } : chat.endsWith('@g.us') ? {} : { writer: chat };
    const change = { chat, waMessageId: key.id, ...writer, atMs: this.#context.nowMs() };
    const changes = [{ ...change, change: { kind: 'starred' as const, isStarred } }];
    this.#context.emit({ kind: 'changes', changes, taken: () => undefined });
  }

  /** Something of a group has changed: what it is now is asked for. */
  #lookAgain(id: string): void {
    this.#socket.groupMetadata(id).then(
      (group) => this.#tellGroups([group]),
      (error: unknown) => this.#context.log.debug('a group could not be read', { reason: reasonOf(error) }),
    );
  }

  #tellGroups(groups: GroupMetadata[]): void {
    this.#tell(
      groups.map((group) => {
        const me = group.participants.find((participant) => this.#isMe(participant.id, participant.phoneNumber));
        const mayWrite = me !== undefined && (!group.announce || Boolean(me.admin));
        const size = group.size ?? group.participants.length;
        return { chat: group.id, subject: group.subject, size, mayWrite, isLeft: me === undefined };
      }),
    );
  }

  #tell(chats: ChatUpdate[]): void {
    if (chats.length > 0) this.#context.emit({ kind: 'chats', chats });
  }

  #isMe(...jids: (string | undefined)[]): boolean {
    const { me } = this.#state.creds;
    return jids.some((jid) => jid !== undefined && [me?.id, me?.lid].some((own) => areJidsSameUser(own, jid)));
  }

  /** A person's number, also where WhatsApp names them by a hidden address that it has told the number of. */
  async #plain(jid: string): Promise<string> {
    if (!jid.endsWith('@lid')) return addressOf(jid);
    return addressOf((await this.#socket.signalRepository.lidMapping.getPNForLID(jid).catch(() => null)) ?? jid);
  }
}

const isWhole = (group: Partial<GroupMetadata>): group is GroupMetadata =>
  group.id !== undefined && group.subject !== undefined && Array.isArray(group.participants);
