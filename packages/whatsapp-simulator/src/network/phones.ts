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
  router: MessageRouter;
  chats: ChatBook;
  /** Picture files, by number or group. */
  pictures: KeyValueStore;
}

/** Maximum number of messages searched for a phone's view. */
const MAX_VIEW = 5_000;

/** A file of the network used as a profile picture. */
export interface Picture {
  sha256: string;
  mimeType: string;
}

/** Possible changes of a group. */
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
 * Pairing with clients that create their own codes: both methods return the linked device, or null for an unknown code.
 */
export interface PairingProtocol {
  scan(number: string, qr: string): Promise<string | null>;
  enterCode(number: string, code: string): Promise<string | null>;
}

/** What the owners of phones do, and what WhatsApp does to their accounts. */
export class Phones {
  readonly #offline: Set<string>;
  readonly #deps: PhonesDeps;

  readonly #protocols: PairingProtocol[] = [];

  constructor(deps: PhonesDeps) {
    this.#deps = deps;
    this.#offline = new Set(deps.accounts.offlineNumbers());
  }

  isOffline(address: string): boolean {
    return this.#offline.has(address);
  }

  /** One page of the accounts, by number. @param scope which of them; null for all */
  list(
    limit: number,
    skip: number,
    scope: NetworkScope | null = null,
  ): { accounts: (AccountRow & { connected: boolean })[]; total: number } {
    const { accounts, total } = this.#deps.accounts.page(limit, skip, scope);
    return {
      accounts: accounts.map((account) => ({ ...account, connected: this.#deps.links.isConnected(account.number) })),
      total,
    };
  }

  /** Sends a message from the phone of `from`, as a person would. */
  async send(from: string, to: string, body: Body): Promise<SendReply> {
    const reply = this.#deps.router.take(from, { id: newMessageId(), to, body });
    await this.#deps.commits.committed();
    return reply;
  }

  /** Reacts to a message of the chat `to`. @param emoji empty removes the reaction */
  react(from: string, to: string, messageId: string, emoji: string): Promise<SendReply> {
    return this.send(from, to, { kind: 'reaction', text: emoji, quotedId: messageId });
  }

  /**
   * Votes in a poll of the chat `to`.
   * @throws Error if there is no such poll, it lacks these options, or too many are chosen
   */
  async vote(from: string, to: string, pollId: string, options: string[]): Promise<SendReply> {
    const writers = isGroupId(to) ? (this.group(to)?.participants ?? []) : [from, to];
    const poll = writers.map((writer) => this.#deps.messages.find(writer, pollId)?.body).find(Boolean);
    if (poll?.kind !== 'poll') throw new Error(`the chat has no poll ${pollId}`);
    const isTooMany = poll.selectable > 0 && options.length > poll.selectable;
    if (isTooMany || options.some((option) => !poll.options.includes(option)))
      throw new Error('the poll does not allow this vote');
    const chosen = poll.options.filter((option) => options.includes(option));
    return this.send(from, to, { kind: 'vote', text: chosen.join(', '), quotedId: pollId, options: chosen });
  }

  /** Edits a message that the phone's owner wrote to `to`. */
  edit(from: string, to: string, messageId: string, text: string): Promise<SendReply> {
    return this.send(from, to, { kind: 'edit', text, quotedId: messageId });
  }

  /** Deletes a message that the phone's owner wrote to `to`, for everyone. */
  deleteMessage(from: string, to: string, messageId: string): Promise<SendReply> {
    return this.send(from, to, { kind: 'deletion', text: '', quotedId: messageId });
  }

  /** Stars or unstars a message of `chat`. @throws Error if there is no such message */
  async star(owner: string, chat: string, messageId: string, isStarred: boolean): Promise<SendReply> {
    const writers = isGroupId(chat) ? (this.group(chat)?.participants ?? []) : [owner, chat];
    const writer = writers.find((writer) => this.#deps.messages.find(writer, messageId));
    if (writer === undefined) throw new Error(`the chat has no message ${messageId}`);
    return this.send(owner, owner, { kind: 'star', text: '', quotedId: messageId, chat, writer, isStarred });
  }

  /** Marks a chat as read or unread on the phone. */
  read(owner: string, chat: string, isRead = true): Promise<SendReply> {
    return this.send(owner, owner, { kind: 'read', text: '', chat, ...(isRead ? {} : { isUnread: true as const }) });
  }

  /** Archives, pins or mutes a chat on the phone, or undoes that. */
  setChat(owner: string, chat: string, settings: Omit<SettingBody, 'kind' | 'text' | 'chat'>): Promise<SendReply> {
    return this.send(owner, owner, { kind: 'setting', text: '', chat, ...settings });
  }

  /** Shows or hides that the account is typing. */
  setTyping(owner: string, chat: string, isTyping: boolean): void {
    this.#deps.chats.setTyping(owner, chat, isTyping);
  }

  /** A chat as shown on the phone of `owner`. */
  view(owner: string, chat: string): PhoneView {
    const { messages, chats } = this.#deps;
    const account = isGroupId(chat) ? [chat] : [owner];
    return phoneView(messages.recentOf(owner, account, MAX_VIEW), owner, chat, chats);
  }

  /** Sets the name that the owner uses. */
  setName(number: string, name: string): void {
    this.#deps.accounts.save({ ...this.#account(number), name });
  }

  nameOf(number: string): string {
    return this.#deps.accounts.find(number)?.name ?? '';
  }

  /** @param address a number or a group */
  setPicture(address: string, picture: Picture | null): void {
    if (picture) this.#deps.pictures.set(address, JSON.stringify(picture));
    else this.#deps.pictures.delete(address);
  }

  pictureOf(address: string): Picture | null {
    return JSON.parse(this.#deps.pictures.get(address) ?? 'null') as Picture | null;
  }

  /** Scans a QR code with the phone of `number`. @returns the linked device; null if no device shows this code now */
  async scan(number: string, qr: string): Promise<string | null> {
    const device = await this.#accept(number, this.#deps.pairing.takeQr(qr));
    return device ?? this.#askProtocols((protocol) => protocol.scan(number, qr));
  }

  /** Types a pairing code into the phone of `number`. */
  async enterCode(number: string, code: string): Promise<string | null> {
    const device = await this.#accept(number, this.#deps.pairing.takeCode(number, code));
    return device ?? this.#askProtocols((protocol) => protocol.enterCode(number, code));
  }

  /** Adds a pairing protocol whose clients create their own codes. */
  addPairingProtocol(protocol: PairingProtocol): void {
    this.#protocols.push(protocol);
  }

  async #askProtocols(ask: (protocol: PairingProtocol) => Promise<string | null>): Promise<string | null> {
    for (const protocol of this.#protocols) {
      const device = await ask(protocol);
      if (device !== null) return device;
    }
    return null;
  }

  /** Restricts the account as WhatsApp would; null lifts the restriction. */
  async restrict(number: string, restriction: Restriction | null): Promise<void> {
    this.#deps.accounts.save({ ...this.#account(number), restriction });
    await this.#deps.commits.committed();
    this.#deps.links.notifyRestriction(number, restriction);
  }

  /** Breaks the connections of the account's devices; they may reconnect. */
  disconnect(number: string): void {
    this.#deps.links.disconnect(number, 'lost');
  }

  /** Unlinks all devices from the phone; they must pair again. */
  async logOut(number: string): Promise<void> {
    this.#deps.links.logOut(number);
    await this.#deps.commits.committed();
  }

  /** Turns the phone off or on. Messages sent to it in the meantime are delivered when it is on again. */
  async setOffline(number: string, offline: boolean): Promise<void> {
    const { accounts, messages, receipts, clock, commits } = this.#deps;
    accounts.save({ ...this.#account(number), offline });
    if (offline) {
      this.#offline.add(number);
      // Receipts that were planned but not yet due are cancelled.
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
    this.#deps.accounts.setContact(owner, number, name);
  }

  contacts(owner: string, limit: number, skip: number): { number: string; name: string }[] {
    return this.#deps.accounts.contacts(owner, limit, skip);
  }

  createGroup(owner: string, subject: string, participants: string[]): Group {
    const members = [...new Set([owner, ...participants])];
    for (const member of members) this.#account(member);
    const createdAtMs = this.#deps.clock.nowMs();
    const id = `120363${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, '0').slice(0, 12)}@g.us`;
    const group = {
      ...{ id, subject, owner, participants: members, createdAtMs },
      ...{ isAnnouncement: false, isLocked: false, description: null, admins: [], former: [] },
    };
    this.#deps.accounts.saveGroup(group);
    this.#deps.links.notifyGroup(group, null, owner);
    return group;
  }

  /** @throws Error if `by` is not a member of such a group */
  changeGroup(by: string, id: string, changes: GroupChanges): Group {
    const { add = [], remove = [], promote = [], demote = [] } = changes;
    const before = this.group(id);
    if (!before?.participants.includes(by)) throw new Error(`the account is not in the group ${id}`);
    for (const member of add) this.#account(member);
    const participants = [...new Set([...before.participants, ...add])].filter((member) => !remove.includes(member));
    const former = [...new Set([...before.former, ...remove])].filter((member) => !participants.includes(member));
    const admins = [...new Set([...before.admins, ...promote])].filter(
      (admin) => participants.includes(admin) && admin !== before.owner && !demote.includes(admin),
    );
    const group = {
      ...before,
      ...{ subject: changes.subject ?? before.subject, description: changes.description ?? before.description },
      ...{ isAnnouncement: changes.isAnnouncement ?? before.isAnnouncement },
      ...{ isLocked: changes.isLocked ?? before.isLocked },
      ...{ participants, former, admins },
    };
    this.#deps.accounts.saveGroup(group);
    this.#deps.links.notifyGroup(group, before, by);
    return group;
  }

  /** Carries out a linked device's request; operations reserved for admins are refused to others. */
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

  /** Ids of the groups that both accounts are in. */
  commonGroups(account: string, contact: string): string[] {
    return this.groupsOf(account).flatMap(({ id, participants }) => (participants.includes(contact) ? id : []));
  }

  group(id: string): Group | null {
    return this.#deps.accounts.group(id);
  }

  groupsOf(number: string): Group[] {
    return this.#deps.accounts.groups().filter((group) => group.participants.includes(number));
  }

  async #accept(number: string, device: string | null): Promise<string | null> {
    if (device === null || !this.#deps.links.link(device, number)) return null;
    await this.#deps.commits.committed();
    this.#deps.pairing.confirm(device, number);
    return device;
  }

  #account(number: string): AccountRow {
    const { accounts, clock } = this.#deps;
    accounts.ensure(number, clock.nowMs());
    const row = accounts.find(number);
    if (!row) throw new Error(`the account ${number} could not be created`);
    return row;
  }
}

/** An id in the form of WhatsApp clients: `3EB0` and 18 hex digits. */
export function newMessageId(): string {
  return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
}
