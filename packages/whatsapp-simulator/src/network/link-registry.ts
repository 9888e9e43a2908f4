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
  type NetworkMessage,
  type Restriction,
  type SendReply,
  type SendRequest,
  type StoredMessage,
} from './model.ts';
import { isOfChat } from './phone-view.ts';
import type { ReceiptScheduler } from './receipt-scheduler.ts';

/** Maximum messages sent to a device at once; the next page follows its acknowledgement. */
const INBOUND_PAGE = 200;
/** Maximum number of messages searched for older ones. */
const MAX_HISTORY = 5_000;

interface OpenLink {
  account: string;
  device: string;
  listener: LinkListener;
  inboundSent: number;
  /** Whether it gets what the account sends from elsewhere. */
  copies: boolean;
}

interface LinkRegistryDeps {
  clock: Clock;
  commits: CommitGroup;
  accounts: AccountStore;
  messages: MessageStore;
  receipts: ReceiptScheduler;
  faults: FaultScript;
  router: MessageRouter;
  chats: ChatBook;
}

/** The connected devices. Each has one link: the newest wins, and the older one is closed as replaced. */
export class LinkRegistry {
  readonly #byDevice = new Map<string, OpenLink>();
  readonly #byAccount = new Map<string, Set<OpenLink>>();
  /** Secrets of devices that are pairing, until a phone accepts. */
  readonly #pairingSecrets = new Map<string, string>();
  readonly #deps: LinkRegistryDeps;

  constructor(deps: LinkRegistryDeps) {
    this.#deps = deps;
  }

  open(credentials: DeviceCredentials, listener: LinkListener): Link | null {
    const { accounts, clock } = this.#deps;
    const { device, secret, account, copies: wantsCopies = false } = credentials;
    if (!isOnWhatsApp(account)) return null;
    const existing = accounts.device(device);
    if (existing && (existing.loggedOut || existing.secret !== secret || existing.account !== account)) return null;
    accounts.ensure(account, clock.nowMs());
    if (!existing) this.#link(device, account, secret);
    if (wantsCopies && !accounts.device(device)?.copies) accounts.wantCopies({ device, account });
    this.#deps.chats.follow(account);
    this.#close(device, 'replaced');
    const { inboundUntil: inboundSent = 0, copies = false } = accounts.device(device) ?? {};
    const link: OpenLink = { account, device, listener, inboundSent, copies };
    this.#byDevice.set(device, link);
    this.#linksOf(account).add(link);
    // Waiting messages are sent after the caller has got its link.
    queueMicrotask(() => this.#greet(link));
    return this.#linkFor(link);
  }

  expectPairing(device: string, secret: string): void {
    this.#pairingSecrets.set(device, secret);
  }

  /**
   * Links a device that a phone has accepted.
   * @param isNew it gets everything from now on, including copies of what the account sends from elsewhere; otherwise
   *   everything that no device of the account has acknowledged
   * @returns false if the device is no longer waiting
   */
  link(device: string, account: string, { isNew = false } = {}): boolean {
    const secret = this.#pairingSecrets.get(device);
    if (secret === undefined) return false;
    this.#pairingSecrets.delete(device);
    this.#deps.accounts.ensure(account, this.#deps.clock.nowMs());
    this.#link(device, account, secret, isNew);
    return true;
  }

  #link(device: string, account: string, secret: string, isNew = false): void {
    const { accounts, messages, clock } = this.#deps;
    const inboundUntil = isNew ? messages.lastSequence() : (accounts.find(account)?.inboundUntil ?? 0);
    accounts.linkDevice({ device, account, secret, inboundUntil, copies: isNew }, clock.nowMs());
  }

  /** Closes the links of an account's devices. */
  disconnect(account: string, reason: CloseReason): void {
    for (const link of [...this.#linksOf(account)]) this.#close(link.device, reason);
  }

  logOut(account: string): void {
    for (const { device } of this.#deps.accounts.devicesOf(account)) {
      this.#logOut(account, device);
    }
  }

  #logOut(account: string, device: string): void {
    this.#deps.accounts.logOutDevice(device, account);
    this.#close(device, 'logged-out');
    this.#deps.receipts.forget({ account, device });
  }

  notifyRestriction(account: string, restriction: Restriction | null): void {
    for (const link of this.#linksOf(account)) link.listener.restriction(restriction);
  }

  /** Publishes a change of chats. */
  notifyChats(account: string, chats: ChatState[]): void {
    for (const link of this.#byAccount.get(account) ?? []) link.listener.chats?.(chats);
  }

  /** @param before null for a new group */
  notifyGroup(group: Group, before: Group | null, by: string): void {
    for (const account of new Set([...group.participants, ...(before?.participants ?? [])])) {
      this.notifyChats(account, [groupState(group, account)]);
      const was = before?.participants.includes(account) ? before : null;
      for (const link of this.#byAccount.get(account) ?? []) link.listener.group?.(group, was, by);
    }
  }

  isConnected(account: string): boolean {
    return (this.#byAccount.get(account)?.size ?? 0) > 0;
  }

  /** Sends new messages to the account's devices. @param except the device that sent them */
  offerMessages(account: string, except: string | null = null): void {
    for (const link of this.#byAccount.get(account) ?? []) if (link.device !== except) this.#offer(link);
  }

  closeAll(): void {
    for (const device of [...this.#byDevice.keys()]) this.#close(device, 'lost');
  }

  #linksOf(account: string): Set<OpenLink> {
    const existing = this.#byAccount.get(account);
    if (existing) return existing;
    const links = new Set<OpenLink>();
    this.#byAccount.set(account, links);
    return links;
  }

  #isOpen(link: OpenLink): boolean {
    return this.#byDevice.get(link.device) === link;
  }

  #greet(link: OpenLink): void {
    if (!this.#isOpen(link)) return;
    const restriction = this.#deps.accounts.find(link.account)?.restriction;
    if (restriction && (restriction.untilMs === null || restriction.untilMs > this.#deps.clock.nowMs())) {
      link.listener.restriction(restriction);
    }
    this.#deps.receipts.attach(link, (receipts, cursor) => link.listener.receipts(receipts, cursor));
    const chats = this.#chatsOf(link.account);
    if (chats.length > 0) link.listener.chats?.(chats);
    this.#offer(link);
  }

  #offer(link: OpenLink): void {
    const { accounts, messages } = this.#deps;
    const lookedUntil = messages.lastSequence();
    const chats = [
      link.account,
      ...accounts.groups().flatMap(({ id, participants }) => (participants.includes(link.account) ? id : [])),
    ];
    const { account, device, inboundSent } = link;
    const news = link.copies
      ? messages.toDevice(chats, account, device, inboundSent, INBOUND_PAGE)
      : messages.toChats(chats, account, inboundSent, INBOUND_PAGE);
    const last = news.at(-1);
    // Skips everything examined: the device's own messages, which it doesn't get, must not be examined again with each
    // message that it sends.
    link.inboundSent = last && news.length === INBOUND_PAGE ? last.sequence : lookedUntil;
    if (!last) return;
    link.listener.messages(
      news.map((message) => this.#withContext(message)),
      last.sequence,
    );
  }

  #chatsOf(account: string): ChatState[] {
    const { accounts, chats } = this.#deps;
    const groups = accounts
      .groups()
      .filter(({ participants, former }) => [...participants, ...former].includes(account));
    return [
      ...groups.map((group) => groupState(group, account)),
      ...chats.unreadOf(account),
      ...chats.settingsOf(account),
    ];
  }

  #history(account: string, chat: string, before: string | null, count: number): NetworkMessage[] {
    const found = this.#deps.messages
      .recentOf(account, isGroupId(chat) ? [chat] : [account], MAX_HISTORY)
      .filter((message) => isOfChat(message, account, chat) && isWritten(message.body));
    const place = before === null ? 0 : found.findIndex((message) => message.id === before) + 1;
    return found
      .slice(place, place + count)
      .toReversed()
      .map((message) => this.#withContext(message));
  }

  #withContext(message: StoredMessage): NetworkMessage {
    const { accounts } = this.#deps;
    const { from, chat, body } = message;
    const pushName = accounts.find(from)?.name;
    const writers = isGroupId(chat) ? (accounts.group(chat)?.participants ?? []) : [from, chat];
    const quoted =
      body.quotedId === undefined || !isWritten(body)
        ? undefined
        : writers
            .map((writer) => this.#deps.messages.find(writer, body.quotedId ?? ''))
            .find((message) => message !== null);
    return { ...message, ...(pushName ? { pushName } : {}), ...(quoted ? { quotedText: quoted.body.text } : {}) };
  }

  #linkFor(link: OpenLink): Link {
    const { accounts, messages, receipts, clock } = this.#deps;
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
      typing: (chat, isTyping) => this.#deps.chats.setTyping(link.account, chat, isTyping),
      logOut: () => this.#logOut(link.account, link.device),
      close: () => {
        if (this.#isOpen(link)) this.#close(link.device, 'closed');
      },
    };
  }

  async #send(link: OpenLink, request: SendRequest): Promise<SendReply> {
    if (!this.#isOpen(link)) return never();
    const { faults, router, commits, clock } = this.#deps;
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
    const reply = router.take(link.account, request, link.device);
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
    this.#deps.receipts.detach(link);
    link.listener.closed(reason);
  }
}

/** A reply that never arrives. */
function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}
