import type { AccountStore } from '../store/account-store.ts';
import type { CommitGroup } from '../store/commit-group.ts';
import type { MessageStore } from '../store/message-store.ts';
import type { Clock } from '../time/clock.ts';
import { isWritten } from './body.ts';
import { type ChatBook, groupState } from './chat-book.ts';
import type { FaultScript } from './faults.ts';
import type { DeviceCredentials, Link, LinkListener } from './link.ts';
import type { MessageRouter } from './message-router.ts';
import {
  type ChatState,
  type CloseReason,
  type Group,
  isGroupId,
  isOnWhatsApp,
  type Restriction,
  type SendReply,
  type SendRequest,
  type StoredMessage,
  type ToldMessage,
} from './model.ts';
import { isOfChat } from './phone-view.ts';
import type { ReceiptScheduler } from './receipt-scheduler.ts';

/** Messages handed to a device at once; the next page follows its acknowledgement. */
const INBOUND_PAGE = 200;
/** Most messages that are looked through for older ones. */
const MAX_HISTORY = 5_000;

interface OpenLink {
  account: string;
  device: string;
  listener: LinkListener;
  inboundTold: number;
  /** It is told what the account sends from elsewhere. */
  copies: boolean;
}

interface LinkDeskDeps {
  clock: Clock;
  commits: CommitGroup;
  accounts: AccountStore;
  messages: MessageStore;
  receipts: ReceiptScheduler;
  faults: FaultScript;
  desk: MessageRouter;
  chats: ChatBook;
}

/** The devices that are connected now. One link a device: the newest wins, and the older is told it was replaced. */
export class LinkRegistry {
  readonly #byDevice = new Map<string, OpenLink>();
  readonly #byAccount = new Map<string, Set<OpenLink>>();
  /** Secrets of devices that are pairing, until a phone accepts. */
  readonly #pairingSecrets = new Map<string, string>();
  readonly #parts: LinkDeskDeps;

  constructor(deps: LinkDeskDeps) {
    this.#parts = deps;
  }

  open(credentials: DeviceCredentials, listener: LinkListener): Link | null {
    const { accounts, clock } = this.#parts;
    const { device, secret, account, copies: wantsCopies = false } = credentials;
    if (!isOnWhatsApp(account)) return null;
    const known = accounts.device(device);
    if (known && (known.loggedOut || known.secret !== secret || known.account !== account)) return null;
    accounts.ensure(account, clock.nowMs());
    if (!known) this.#link(device, account, secret);
    if (wantsCopies && !accounts.device(device)?.copies) accounts.wantCopies({ device, account });
    this.#parts.chats.follow(account);
    this.#close(device, 'replaced');
    const { inboundUntil: inboundTold = 0, copies = false } = accounts.device(device) ?? {};
    const link: OpenLink = { account, device, listener, inboundTold, copies };
    this.#byDevice.set(device, link);
    this.#linksOf(account).add(link);
    // What waits is told after the caller has its link in hand.
    queueMicrotask(() => this.#greet(link));
    return this.#face(link);
  }

  expectPairing(device: string, secret: string): void {
    this.#pairingSecrets.set(device, secret);
  }

  /**
   * A phone accepted the device.
   * @param anew it is told what comes from now on, copies of what the account sends from elsewhere too; otherwise all
   *   that no device of the account has acknowledged.
   * @returns false when the device no longer waits.
   */
  link(device: string, account: string, { anew = false } = {}): boolean {
    const secret = this.#pairingSecrets.get(device);
    if (secret === undefined) return false;
    this.#pairingSecrets.delete(device);
    this.#parts.accounts.ensure(account, this.#parts.clock.nowMs());
    this.#link(device, account, secret, anew);
    return true;
  }

  #link(device: string, account: string, secret: string, anew = false): void {
    const { accounts, messages, clock } = this.#parts;
    const inboundUntil = anew ? messages.lastSequence() : (accounts.find(account)?.inboundUntil ?? 0);
    accounts.linkDevice({ device, account, secret, inboundUntil, copies: anew }, clock.nowMs());
  }

  /** Closes the links of an account's devices. */
  disconnect(account: string, reason: CloseReason): void {
    for (const link of [...this.#linksOf(account)]) this.#close(link.device, reason);
  }

  logOut(account: string): void {
    for (const { device } of this.#parts.accounts.devicesOf(account)) {
      this.#logOut(account, device);
    }
  }

  #logOut(account: string, device: string): void {
    this.#parts.accounts.logOutDevice(device, account);
    this.#close(device, 'logged-out');
    this.#parts.receipts.forget({ account, device });
  }

  tellRestriction(account: string, restriction: Restriction | null): void {
    for (const link of this.#linksOf(account)) link.listener.restriction(restriction);
  }

  /** What is known of a chat has changed. */
  tellChats(account: string, chats: ChatState[]): void {
    for (const link of this.#byAccount.get(account) ?? []) link.listener.chats?.(chats);
  }

  /** @param before null: the group is new */
  tellGroup(group: Group, before: Group | null, by: string): void {
    for (const account of new Set([...group.participants, ...(before?.participants ?? [])])) {
      this.tellChats(account, [groupState(group, account)]);
      const was = before?.participants.includes(account) ? before : null;
      for (const link of this.#byAccount.get(account) ?? []) link.listener.group?.(group, was, by);
    }
  }

  isConnected(account: string): boolean {
    return (this.#byAccount.get(account)?.size ?? 0) > 0;
  }

  /** Hands new messages to the account's devices. @param except the device that sent what is new */
  offerMessages(account: string, except: string | null = null): void {
    for (const link of this.#byAccount.get(account) ?? []) if (link.device !== except) this.#offer(link);
  }

  closeAll(): void {
    for (const device of [...this.#byDevice.keys()]) this.#close(device, 'lost');
  }

  #linksOf(account: string): Set<OpenLink> {
    const known = this.#byAccount.get(account);
    if (known) return known;
    const links = new Set<OpenLink>();
    this.#byAccount.set(account, links);
    return links;
  }

  #isOpen(link: OpenLink): boolean {
    return this.#byDevice.get(link.device) === link;
  }

  #greet(link: OpenLink): void {
    if (!this.#isOpen(link)) return;
    const restriction = this.#parts.accounts.find(link.account)?.restriction;
    if (restriction && (restriction.untilMs === null || restriction.untilMs > this.#parts.clock.nowMs())) {
      link.listener.restriction(restriction);
    }
    this.#parts.receipts.attach(link, (receipts, cursor) => link.listener.receipts(receipts, cursor));
    const known = this.#chatsOf(link.account);
    if (known.length > 0) link.listener.chats?.(known);
    this.#offer(link);
  }

  #offer(link: OpenLink): void {
    const { accounts, messages } = this.#parts;
    const lookedUntil = messages.lastSequence();
    const chats = [
      link.account,
      ...accounts.groups().flatMap((one) => (one.participants.includes(link.account) ? one.id : [])),
    ];
    const { account, device, inboundTold } = link;
    const news = link.copies
      ? messages.toDevice(chats, account, device, inboundTold, INBOUND_PAGE)
      : messages.toChats(chats, account, inboundTold, INBOUND_PAGE);
    const last = news.at(-1);
    // All was looked at: what the device sent itself, which is not told, must not be looked at again with each message
    // that it sends.
    link.inboundTold = last && news.length === INBOUND_PAGE ? last.sequence : lookedUntil;
    if (!last) return;
    link.listener.messages(
      news.map((one) => this.#told(one)),
      last.sequence,
    );
  }

  #chatsOf(account: string): ChatState[] {
    const { accounts, chats } = this.#parts;
    const known = accounts.groups().filter((one) => [...one.participants, ...one.former].includes(account));
    return [...known.map((one) => groupState(one, account)), ...chats.unreadOf(account), ...chats.settingsOf(account)];
  }

  #history(account: string, chat: string, before: string | null, count: number): ToldMessage[] {
    const known = this.#parts.messages
      .recentOf(account, isGroupId(chat) ? [chat] : [account], MAX_HISTORY)
      .filter((one) => isOfChat(one, account, chat) && isWritten(one.body));
    const place = before === null ? 0 : known.findIndex((one) => one.id === before) + 1;
    return known
      .slice(place, place + count)
      .toReversed()
      .map((one) => this.#told(one));
  }

  #told(message: StoredMessage): ToldMessage {
    const { accounts } = this.#parts;
    const { from, chat, body } = message;
    const pushName = accounts.find(from)?.name;
    const writers = isGroupId(chat) ? (accounts.group(chat)?.participants ?? []) : [from, chat];
    const quoted =
      body.quotedId === undefined || !isWritten(body)
        ? undefined
        : writers.map((writer) => this.#parts.messages.find(writer, body.quotedId ?? '')).find((one) => one !== null);
    return { ...message, ...(pushName ? { pushName } : {}), ...(quoted ? { quotedText: quoted.body.text } : {}) };
  }

  #face(link: OpenLink): Link {
    const { accounts, messages, receipts, clock } = this.#parts;
    return {
      account: link.account,
      device: link.device,
      send: (request) => this.#send(link, request),
      acknowledgeReceipts: (cursor) => receipts.acknowledge(link, cursor),
      acknowledgeMessages: (cursor) => {
        accounts.saveInbound(link.device, cursor);
        const row = accounts.find(link.account);
        if (row && cursor > row.inboundUntil) accounts.save({ ...row, inboundUntil: cursor });
        if (this.#isOpen(link)) this.#offer(link);
      },
      lookUp: (numbers) => numbers.map((number) => ({ number, exists: isOnWhatsApp(number) })),
      probe: (ids) =>
        ids.map((id) => {
          const message = messages.find(link.account, id);
          if (!message) return { id, level: 0 };
          const nowMs = clock.nowMs();
          const passed = (atMs: number | null) => atMs !== null && atMs <= nowMs;
          return { id, level: passed(message.readAtMs) ? 3 : passed(message.deliveredAtMs) ? 2 : 1 };
        }),
      history: (chat, before, count) => this.#history(link.account, chat, before, count),
      typing: (chat, isTyping) => this.#parts.chats.setTyping(link.account, chat, isTyping),
      logOut: () => this.#logOut(link.account, link.device),
      close: () => {
        if (this.#isOpen(link)) this.#close(link.device, 'closed');
      },
    };
  }

  async #send(link: OpenLink, request: SendRequest): Promise<SendReply> {
    if (!this.#isOpen(link)) return never();
    const { faults, desk, commits, clock } = this.#parts;
    const fault = faults.strike(
      link.account,
      'drop-before-accept',
      'drop-after-accept',
      'lost-reply',
      'slow-reply',
      'rate-limited',
    );
    if (fault?.kind === 'drop-before-accept') {
      this.#close(link.device, 'lost');
      return never();
    }
    if (fault?.kind === 'rate-limited') {
      return { kind: 'rejected', code: 'rate-limited', reason: 'too many messages', afterMs: fault.delayMs ?? 1_000 };
    }
    const reply = desk.take(link.account, request, link.device);
    await commits.committed();
    if (fault?.kind === 'lost-reply') return never();
    if (fault?.kind === 'drop-after-accept') {
      this.#close(link.device, 'lost');
      return never();
    }
    if (fault?.kind === 'slow-reply') {
      await new Promise<void>((resolve) => clock.schedule(fault.delayMs ?? 1_000, resolve));
    }
    return this.#isOpen(link) ? reply : never();
  }

  #close(device: string, reason: CloseReason): void {
    const link = this.#byDevice.get(device);
    if (!link) return;
    this.#byDevice.delete(device);
    const links = this.#linksOf(link.account);
    links.delete(link);
    if (links.size === 0) this.#byAccount.delete(link.account);
    this.#parts.receipts.detach(link);
    link.listener.closed(reason);
  }
}

/** The reply that never comes. */
function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}
