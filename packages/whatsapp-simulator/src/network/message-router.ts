import type { AccountStore } from '../store/account-store.ts';
import type { CommitGroup } from '../store/commit-group.ts';
import type { FileStore } from '../store/file-store.ts';
import type { MessageStore } from '../store/message-store.ts';
import type { Clock } from '../time/clock.ts';
import { CHANGE_WINDOW_MS, faultOf, isPrivate, isWritten } from './body.ts';
import type { ChatBook } from './chat-book.ts';
import { type ChatState, isGroupId, isNumber, isOnWhatsApp, type SendReply, type SendRequest } from './model.ts';
import type { ReceiptScheduler } from './receipt-scheduler.ts';

/** Cache of addresses known to have an account; emptied when full. */
const MAX_CACHED_ACCOUNTS = 50_000;

interface MessageRouterDeps {
  clock: Clock;
  commits: CommitGroup;
  accounts: AccountStore;
  messages: MessageStore;
  files: FileStore;
  receipts: ReceiptScheduler;
  /** Called for a new message to this account. @param from the sending device, which doesn't get it */
  arrived: (account: string, from?: string | null) => void;
  chats: ChatBook;
  chatChanged: (account: string, state: ChatState) => void;
}

/** Accepts messages: checks the recipient and the sender's restriction, absorbs repeats of an id, plans receipts. */
export class MessageRouter {
  readonly #deps: MessageRouterDeps;
  readonly #knownAccounts = new Set<string>();

  constructor(deps: MessageRouterDeps) {
    this.#deps = deps;
  }

  /**
   * Accepts a message from an account. Send the reply only after `CommitGroup.committed` has resolved.
   * @param device that sent it; null for the phone
   */
  take(from: string, request: SendRequest, device: string | null = null): SendReply {
    const { clock, messages, receipts } = this.#deps;
    const refusal = this.#refuse(from, request);
    // A repeat of an accepted message is accepted, even if the account has been restricted or the file is gone.
    if (refusal) return this.#repeat(from, request.id) ?? refusal;
    const acceptedAtMs = clock.nowMs();
    this.#ensureAccount(from);
    if (!isGroupId(request.to)) this.#ensureAccount(request.to);
    const isForOwnDevices = isPrivate(request.body);
    const times = isForOwnDevices
      ? { deliveredAtMs: acceptedAtMs, readAtMs: acceptedAtMs }
      : receipts.plan(from, request.to, acceptedAtMs);
    const copiedFrom = this.#deps.accounts.hasCopies(from, device) ? (device ?? '') : null;
    const message = { id: request.id, from, chat: request.to, body: request.body, acceptedAtMs, ...times, copiedFrom };
    if (!messages.add(message)) {
      const repeat = this.#repeat(from, request.id);
      if (repeat) return repeat;
    }
    if (!isForOwnDevices) receipts.schedule(message);
    this.#notifyRecipients(from, request, device);
    if (copiedFrom !== null) this.#deps.arrived(from, device);
    return { kind: 'accepted', id: request.id, atMs: acceptedAtMs, repeated: false };
  }

  #repeat(from: string, id: string): SendReply | null {
    const earlier = this.#deps.messages.find(from, id);
    if (!earlier) return null;
    this.#deps.messages.countRepeat(earlier);
    return { kind: 'accepted', id, atMs: earlier.acceptedAtMs, repeated: true };
  }

  #refuse(from: string, request: SendRequest): Extract<SendReply, { kind: 'rejected' }> | null {
    const { clock, accounts, messages, files } = this.#deps;
    const { to, body } = request;
    const fault = faultOf(body);
    if (fault !== null) return reject('bad-message', fault);
    if (body.kind === 'media' && !files.has(body.sha256)) return reject('no-such-file', 'the file is not there');
    if (isGroupId(to)) {
      const group = accounts.group(to);
      if (!group?.participants.includes(from)) return reject('bad-message', 'the account is not in this group');
      if (group.isAnnouncement && group.owner !== from && !group.admins.includes(from))
        return reject('bad-message', 'only admins may write in this group');
    } else if (!isNumber(to)) {
      return reject('bad-message', 'the recipient is not a phone number in international form');
    } else if (!isOnWhatsApp(to)) {
      return reject('not-on-whatsapp', `${to} is not on WhatsApp`);
    }
    if (body.kind === 'edit' || body.kind === 'deletion') {
      const changed = messages.find(from, body.quotedId);
      if (!changed) return reject('bad-message', 'only its writer can change a message');
      if (changed.acceptedAtMs + CHANGE_WINDOW_MS[body.kind] < clock.nowMs()) {
        return reject('bad-message', 'the message is too old for that');
      }
    }
    const restriction = accounts.restriction(from);
    if (!restriction || (restriction.untilMs !== null && restriction.untilMs <= clock.nowMs())) return null;
    if (restriction.scope === 'new' && messages.haveMet(from, to)) return null;
    const afterMs = restriction.untilMs === null ? undefined : restriction.untilMs - clock.nowMs();
    return reject('restricted', 'WhatsApp has restricted this account', afterMs);
  }

  #ensureAccount(number: string): void {
    if (this.#knownAccounts.has(number)) return;
    if (this.#knownAccounts.size >= MAX_CACHED_ACCOUNTS) this.#knownAccounts.clear();
    this.#knownAccounts.add(number);
    this.#deps.accounts.ensure(number, this.#deps.clock.nowMs());
  }

  /** The state of a chat after this message, for the account's own devices. */
  #stateAfter(from: string, { to, body }: Pick<SendRequest, 'to' | 'body'>, device: string | null): ChatState | null {
    const { chats } = this.#deps;
    if (body.kind === 'setting') return chats.set(from, body);
    if (body.kind === 'read') return body.isUnread ? chats.markUnread(from, body.chat) : chats.read(from, body.chat);
    return device === null && isWritten(body) ? chats.read(from, to) : null;
  }

  #notifyRecipients(from: string, { to, body }: SendRequest, device: string | null): void {
    const { accounts, chats, arrived, chatChanged } = this.#deps;
    const state = this.#stateAfter(from, { to, body }, device);
    if (state) chatChanged(from, state);
    if (isPrivate(body)) return;
    const recipients = isGroupId(to) ? (accounts.group(to)?.participants ?? []) : [to];
    for (const recipient of recipients) {
      if (recipient === from && isGroupId(to)) continue;
      arrived(recipient);
      const unread = isWritten(body) && recipient !== from ? chats.arrived(recipient, isGroupId(to) ? to : from) : null;
      if (unread) chatChanged(recipient, unread);
    }
  }
}

function reject(
  code: Extract<SendReply, { kind: 'rejected' }>['code'],
  reason: string,
  afterMs?: number,
): Extract<SendReply, { kind: 'rejected' }> {
  return { kind: 'rejected', code, reason, ...(afterMs === undefined ? {} : { afterMs }) };
}
