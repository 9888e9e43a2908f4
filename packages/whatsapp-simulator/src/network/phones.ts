import { createHash, randomBytes } from 'node:crypto';
import type { AccountRow, AccountStore } from '../store/account-store.ts';
import type { CommitGroup } from '../store/commit-group.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { MessageStore } from '../store/message-store.ts';
import type { Clock } from '../time/clock.ts';
import type { Body, SettingBody } from './body.ts';
import type { ChatBook } from './chat-book.ts';
import type { LinkRegistry } from './link-registry.ts';
import type { MessageRouter } from './message-router.ts';
import {
  type ChangedGroup,
  type Group,
  type GroupChange,
  isGroupId,
  isOnWhatsApp,
  type Restriction,
  type SendReply,
} from './model.ts';
import type { NetworkScope } from './network-scope.ts';
import type { PairingSessions } from './pairing-sessions.ts';
import { type PhoneView, phoneView } from './phone-view.ts';
import type { ReceiptScheduler } from './receipt-scheduler.ts';

interface PhonesDeps {
  clock: Clock;
  commits: CommitGroup;
  accounts: AccountStore;
  messages: MessageStore;
  receipts: ReceiptScheduler;
  links: LinkRegistry;
  pairing: PairingSessions;
  desk: MessageRouter;
  chats: ChatBook;
  /** Files of pictures, by number or group. */
  pictures: KeyValueStore;
}

/** Most messages that are looked through for what a phone shows. */
const MAX_VIEW = 5_000;

/** A file of the network that somebody is shown by. */
export interface Picture {
  sha256: string;
  mimeType: string;
}

/** What may be changed of a group. */
export interface GroupChanges {
  subject?: string;
  description?: string;
  isAnnouncement?: boolean;
  isLocked?: boolean;
  add?: string[];
  remove?: string[];
  promote?: string[];
  demote?: string[];
}

/**
 * Pairing with clients that make codes of their own: both answer with the linked device, or null for a code that is not
 * theirs.
 */
export interface PairingFace {
  scan(number: string, qr: string): Promise<string | null>;
  enterCode(number: string, code: string): Promise<string | null>;
}

/** What the owners of phones do, and what WhatsApp does to their accounts. */
export class Phones {
  readonly #offline: Set<string>;
  readonly #parts: PhonesDeps;

  readonly #faces: PairingFace[] = [];

  constructor(deps: PhonesDeps) {
    this.#parts = deps;
    this.#offline = new Set(deps.accounts.offlineNumbers());
  }

  isOffline(address: string): boolean {
    return this.#offline.has(address);
  }

  /** One page of the accounts, by number. @param sight which of them; null: all */
  list(
    limit: number,
    skip: number,
    sight: NetworkScope | null = null,
  ): { accounts: (AccountRow & { connected: boolean })[]; total: number } {
    const { accounts, total } = this.#parts.accounts.page(limit, skip, sight);
    return {
      accounts: accounts.map((account) => ({ ...account, connected: this.#parts.links.isConnected(account.number) })),
      total,
    };
  }

  /** The phone of `from` sends a message, as a person would. */
  async send(from: string, to: string, body: Body): Promise<SendReply> {
    const reply = this.#parts.desk.take(from, { id: newMessageId(), to, body });
    await this.#parts.commits.committed();
    return reply;
  }

  /** Reacts to a message of the chat `to`. @param emoji empty: takes the reaction back */
  react(from: string, to: string, messageId: string, emoji: string): Promise<SendReply> {
    return this.send(from, to, { kind: 'reaction', text: emoji, quotedId: messageId });
  }

  /**
   * Votes in a poll of the chat `to`.
   * @throws Error when there is no such poll, or it has not these options, or fewer may be chosen
   */
  async vote(from: string, to: string, pollId: string, options: string[]): Promise<SendReply> {
    const writers = isGroupId(to) ? (this.group(to)?.participants ?? []) : [from, to];
    const poll = writers.map((writer) => this.#parts.messages.find(writer, pollId)?.body).find(Boolean);
    if (poll?.kind !== 'poll') throw new Error(`the chat has no poll ${pollId}`);
    const isTooMany = poll.selectable > 0 && options.length > poll.selectable;
    if (isTooMany || options.some((option) => !poll.options.includes(option)))
      throw new Error('the poll has no such vote');
    const chosen = poll.options.filter((option) => options.includes(option));
    return this.send(from, to, { kind: 'vote', text: chosen.join(', '), quotedId: pollId, options: chosen });
  }

  /** Puts other words in the place of those that the phone's owner has written to `to`. */
  edit(from: string, to: string, messageId: string, text: string): Promise<SendReply> {
    return this.send(from, to, { kind: 'edit', text, quotedId: messageId });
  }

  /** Takes back what the phone's owner has written to `to`, for everybody. */
  deleteMessage(from: string, to: string, messageId: string): Promise<SendReply> {
    return this.send(from, to, { kind: 'deletion', text: '', quotedId: messageId });
  }

  /** Stars a message of `chat`; `isStarred` false takes the star off. @throws Error when there is no such message */
  async star(owner: string, chat: string, messageId: string, isStarred: boolean): Promise<SendReply> {
    const writers = isGroupId(chat) ? (this.group(chat)?.participants ?? []) : [owner, chat];
    const writer = writers.find((writer) => this.#parts.messages.find(writer, messageId));
    if (writer === undefined) throw new Error(`the chat has no message ${messageId}`);
    return this.send(owner, owner, { kind: 'star', text: '', quotedId: messageId, chat, writer, isStarred });
  }

  /** The owner of the phone reads a chat, or marks it as unread. */
  read(owner: string, chat: string, isRead = true): Promise<SendReply> {
    return this.send(owner, owner, { kind: 'read', text: '', chat, ...(isRead ? {} : { isUnread: true as const }) });
  }

  /** The owner of the phone archives, pins or mutes a chat, or no longer. */
  setChat(owner: string, chat: string, settings: Omit<SettingBody, 'kind' | 'text' | 'chat'>): Promise<SendReply> {
    return this.send(owner, owner, { kind: 'setting', text: '', chat, ...settings });
  }

  /** The account is shown to be typing, or no longer. */
  setTyping(owner: string, chat: string, isTyping: boolean): void {
    this.#parts.chats.setTyping(owner, chat, isTyping);
  }

  /** What the phone of `owner` shows of a chat. */
  view(owner: string, chat: string): PhoneView {
    const { messages, chats } = this.#parts;
    const account = isGroupId(chat) ? [chat] : [owner];
    return phoneView(messages.recentOf(owner, account, MAX_VIEW), owner, chat, chats);
  }

  /** The name that the owner goes by. */
  setName(number: string, name: string): void {
    this.#parts.accounts.save({ ...this.#account(number), name });
  }

  nameOf(number: string): string {
    return this.#parts.accounts.find(number)?.name ?? '';
  }

  /** @param address a number or a group */
  setPicture(address: string, picture: Picture | null): void {
    if (picture) this.#parts.pictures.set(address, JSON.stringify(picture));
    else this.#parts.pictures.delete(address);
  }

  pictureOf(address: string): Picture | null {
    return JSON.parse(this.#parts.pictures.get(address) ?? 'null') as Picture | null;
  }

  /** The phone of `number` scans a QR code. @returns the linked device, or null when no device shows this code now. */
  async scan(number: string, qr: string): Promise<string | null> {
    const device = await this.#accept(number, this.#parts.pairing.takeQr(qr));
    return device ?? this.#askFaces((face) => face.scan(number, qr));
  }

  /** A pairing code is typed into the phone of `number`. */
  async enterCode(number: string, code: string): Promise<string | null> {
    const device = await this.#accept(number, this.#parts.pairing.takeCode(number, code));
    return device ?? this.#askFaces((face) => face.enterCode(number, code));
  }

  /** Adds a face whose clients make codes of their own. */
  addPairingFace(face: PairingFace): void {
    this.#faces.push(face);
  }

  async #askFaces(ask: (face: PairingFace) => Promise<string | null>): Promise<string | null> {
    for (const face of this.#faces) {
      const device = await ask(face);
      if (device !== null) return device;
    }
    return null;
  }

  /** WhatsApp restricts the account, or with null lifts the restriction. */
  async restrict(number: string, restriction: Restriction | null): Promise<void> {
    this.#parts.accounts.save({ ...this.#account(number), restriction });
    await this.#parts.commits.committed();
    this.#parts.links.tellRestriction(number, restriction);
  }

  /** Breaks the connections of the account's devices; they may connect again. */
  disconnect(number: string): void {
    this.#parts.links.disconnect(number, 'lost');
  }

  /** The phone unlinks all its devices: they must pair again. */
  async logOut(number: string): Promise<void> {
    this.#parts.links.logOut(number);
    await this.#parts.commits.committed();
  }

  /** Turns the phone off or on. What was sent to it meanwhile is delivered when it is on again. */
  async setOffline(number: string, offline: boolean): Promise<void> {
    const { accounts, messages, receipts, clock, commits } = this.#parts;
    accounts.save({ ...this.#account(number), offline });
    if (offline) {
      this.#offline.add(number);
      // Receipts that were planned but had not come do not come.
      for (const message of messages.plannedAfter(number, clock.nowMs())) {
        const delivered = message.deliveredAtMs !== null && message.deliveredAtMs <= clock.nowMs();
        messages.setReceiptTimes(message.sequence, delivered ? message.deliveredAtMs : null, null);
      }
    } else {
      this.#offline.delete(number);
      for (const message of messages.unreadBy(number)) {
        const times = receipts.plan(message.from, number, clock.nowMs());
        const deliveredAtMs = message.deliveredAtMs ?? times.deliveredAtMs;
        messages.setReceiptTimes(message.sequence, deliveredAtMs, times.readAtMs);
        receipts.schedule({ ...message, deliveredAtMs, readAtMs: times.readAtMs });
      }
    }
    await commits.committed();
  }

  /** Saves a name in the phone's address book. */
  setContact(owner: string, number: string, name: string): void {
    this.#account(owner);
    this.#parts.accounts.setContact(owner, number, name);
  }

  contacts(owner: string, limit: number, skip: number): { number: string; name: string }[] {
    return this.#parts.accounts.contacts(owner, limit, skip);
  }

  createGroup(owner: string, subject: string, participants: string[]): Group {
    const members = [...new Set([owner, ...participants])];
    for (const member of members) this.#account(member);
    const createdAtMs = this.#parts.clock.nowMs();
    const id = `120363${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, '0').slice(0, 12)}@g.us`;
    const group = {
      ...{ id, subject, owner, participants: members, createdAtMs },
      ...{ isAnnouncement: false, isLocked: false, description: null, admins: [], former: [] },
    };
    this.#parts.accounts.saveGroup(group);
    this.#parts.links.tellGroup(group, null, owner);
    return group;
  }

  /** @throws Error when `by` is not in such a group */
  changeGroup(by: string, id: string, changes: GroupChanges): Group {
    const { add = [], remove = [], promote = [], demote = [] } = changes;
    const before = this.group(id);
    if (!before?.participants.includes(by)) throw new Error(`the account is not in the group ${id}`);
    for (const one of add) this.#account(one);
    const participants = [...new Set([...before.participants, ...add])].filter((one) => !remove.includes(one));
    const former = [...new Set([...before.former, ...remove])].filter((one) => !participants.includes(one));
    const admins = [...new Set([...before.admins, ...promote])].filter(
      (one) => participants.includes(one) && one !== before.owner && !demote.includes(one),
    );
    const group = {
      ...before,
      ...{ subject: changes.subject ?? before.subject, description: changes.description ?? before.description },
      ...{ isAnnouncement: changes.isAnnouncement ?? before.isAnnouncement },
      ...{ isLocked: changes.isLocked ?? before.isLocked },
      ...{ participants, former, admins },
    };
    this.#parts.accounts.saveGroup(group);
    this.#parts.links.tellGroup(group, before, by);
    return group;
  }

  /** What a linked device asks for: what only admins may, is refused to others. */
  changeByDevice(by: string, change: GroupChange): ChangedGroup {
    if (change.kind === 'create') {
      return { chat: this.createGroup(by, change.subject, change.members.filter(isOnWhatsApp)).id };
    }
    const { chat } = change;
    const group = this.group(chat);
    if (!group?.participants.includes(by)) return { error: 'the account is not in the group' };
    const isAdmin = group.owner === by || group.admins.includes(by);
    const isOpen = change.kind === 'leave' || (change.kind === 'settings' && !group.isLocked);
    if (!isAdmin && !isOpen) return { error: 'only admins may do that' };
    if (change.kind === 'invite') {
      return { chat, inviteCode: createHash('sha256').update(chat).digest('base64url').slice(0, 22) };
    }
    if (change.kind === 'leave') this.changeGroup(by, chat, { remove: [by] });
    else if (change.kind === 'settings') this.changeGroup(by, chat, change);
    else {
      const members = change.kind === 'add' ? change.members.filter(isOnWhatsApp) : change.members;
      if (members.length === 0) return { error: 'they are not on WhatsApp' };
      const changes: GroupChanges = {};
      changes[change.kind] = members;
      this.changeGroup(by, chat, changes);
    }
    return { chat };
  }

  /** Ids of the groups that both are in. */
  commonGroups(account: string, other: string): string[] {
    return this.groupsOf(account).flatMap(({ id, participants }) => (participants.includes(other) ? id : []));
  }

  group(id: string): Group | null {
    return this.#parts.accounts.group(id);
  }

  groupsOf(number: string): Group[] {
    return this.#parts.accounts.groups().filter((group) => group.participants.includes(number));
  }

  async #accept(number: string, device: string | null): Promise<string | null> {
    if (device === null || !this.#parts.links.link(device, number)) return null;
    await this.#parts.commits.committed();
    this.#parts.pairing.confirm(device, number);
    return device;
  }

  #account(number: string): AccountRow {
    const { accounts, clock } = this.#parts;
    accounts.ensure(number, clock.nowMs());
    const row = accounts.find(number);
    if (!row) throw new Error(`the account ${number} could not be created`);
    return row;
  }
}

/** An id as WhatsApp clients make them: `3EB0` and 18 hex digits. */
export function newMessageId(): string {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
}
