import type { AccountStore } from '../store/account-store.ts';
import type { CommitGroup } from '../store/commit-group.ts';
import type { FileStore } from '../store/file-store.ts';
import type { MessageStore } from '../store/message-store.ts';
import type { Clock } from '../time/clock.ts';
import { CHANGE_WINDOW_MS, faultOf, isPrivate, isWritten } from './body.ts';
import type { ChatBook } from './chat-book.ts';
import { type ChatState, isGroupId, isNumber, isOnWhatsApp, type SendReply, type SendRequest } from './model.ts';
import type { ReceiptScheduler } from './receipt-scheduler.ts';

/** Addresses that are known to have an account; a cache, emptied when full. */
const MAX_KNOWN = 50_000;

interface MessageDeskDeps {
  clock: Clock;
  commits: CommitGroup;
  accounts: AccountStore;
  messages: MessageStore;
  files: FileStore;
  receipts: ReceiptScheduler;
  /** There is a new message for this account. @param from the device that sent it, which is told nothing */
  arrived: (account: string, from?: string | null) => void;
  chats: ChatBook;
  chatChanged: (account: string, state: ChatState) => void;
}

/** Takes messages in: checks the recipient and the sender's restriction, absorbs repeats of an id, plans receipts. */
export class MessageRouter {
  readonly #parts: MessageDeskDeps;
  readonly #known = new Set<string>();

  constructor(deps: MessageDeskDeps) {
    this.#parts = deps;
  }

  /**
   * Takes a message from an account.
   * @param device that it came from; null: the phone. The answer may be told once `CommitGroup.committed` has resolved.
   */
  take(from: string, request: SendRequest, device: string | null = null): SendReply {
    const { clock, messages, receipts } = this.#parts;
    const refusal = this.#refuse(from, request);
    // A repeat of what was taken is taken, also after the account was restricted or the file is gone.
    if (refusal) return this.#repeat(from, request.id) ?? refusal;
    const acceptedAtMs = clock.nowMs();
    this.#ensureAccount(from);
    if (!isGroupId(request.to)) this.#ensureAccount(request.to);
    const isOwnMatter = isPrivate(request.body);
    const times = isOwnMatter
      ? { deliveredAtMs: acceptedAtMs, readAtMs: acceptedAtMs }
      : receipts.plan(from, request.to, acceptedAtMs);
    const copiedFrom = this.#parts.accounts.hasCopies(from, device) ? (device ?? '') : null;
    const message = { id: request.id, from, chat: request.to, body: request.body, acceptedAtMs, ...times, copiedFrom };
    if (!messages.add(message)) {
      const repeat = this.#repeat(from, request.id);
      if (repeat) return repeat;
    }
    if (!isOwnMatter) receipts.schedule(message);
    this.#tellRecipients(from, request, device);
    if (copiedFrom !== null) this.#parts.arrived(from, device);
    return { kind: 'accepted', id: request.id, atMs: acceptedAtMs, repeated: false };
  }

  #repeat(from: string, id: string): SendReply | null {
    const earlier = this.#parts.messages.find(from, id);
    if (!earlier) return null;
    this.#parts.messages.countRepeat(earlier);
    return { kind: 'accepted', id, atMs: earlier.acceptedAtMs, repeated: true };
  }

  #refuse(from: string, request: SendRequest): Extract<SendReply, { kind: 'rejected' }> | null {
    const { clock, accounts, messages, files } = this.#parts;
    const { to, body } = request;
    const fault = faultOf(body);
    if (fault !== null) return reject('bad-message', fault);
    if (body.kind === 'media' && !files.has(body.sha256)) return reject('no-such-file', 'the file is not there');
    if (isGroupId(to)) {
      const group = accounts.group(to);
      if (!group?.participants.includes(from)) return reject('bad-message', 'the account is not in this group');
      if (group.isAnnouncement && group.owner !== from && !group.admins.includes(from))
        return reject('bad-message', 'only admins write in this group');
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
    if (this.#known.has(number)) return;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(number);
    this.#parts.accounts.ensure(number, this.#parts.clock.nowMs());
  }

  /** What the account's own devices know of a chat since this message. */
  #stateAfter(from: string, { to, body }: Pick<SendRequest, 'to' | 'body'>, device: string | null): ChatState | null {
    const { chats } = this.#parts;
    if (body.kind === 'setting') return chats.set(from, body);
    if (body.kind === 'read') return body.isUnread ? chats.markUnread(from, body.chat) : chats.read(from, body.chat);
    return device === null && isWritten(body) ? chats.read(from, to) : null;
  }

  #tellRecipients(from: string, { to, body }: SendRequest, device: string | null): void {
    const { accounts, chats, arrived, chatChanged } = this.#parts;
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
