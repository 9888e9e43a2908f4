import { setTimeout as delay } from 'node:timers/promises';
import type { ChangedGroup, GroupChange, GroupInfo, PairingCode } from '@switchyard/contracts/engine/commands';
import { DRIVERS } from '@switchyard/contracts/engine/driver-capabilities';
import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import './silence.ts';
import { Backoff } from '@switchyard/backoff';
import {
  type BaileysEventMap,
  type BinaryNode,
  fetchLatestWaWebVersion,
  type proto,
  WA_CERT_DETAILS,
  type WASocket,
  type WAVersion,
} from 'baileys';
import { reasonOf } from '../../log.ts';
import type {
  ActRequest,
  CreateDriver,
  Driver,
  DriverActOutcome,
  DriverContext,
  DriverEvent,
  DriverOutcome,
  FileContent,
  FileRequest,
  FoundNumber,
  SendRequest,
} from '../driver.ts';
import { withoutFile } from '../file-outcome.ts';
import { keyOf, toWhatsAppAct } from './acts.ts';
import { addressOf, jidOf, toFoundNumbers } from './addresses.ts';
import { StoredAuthState } from './auth-state.ts';
import { changeGroup } from './change-group.ts';
import { ChatWatch } from './chat-watch.ts';
import { afterClose } from './close-reasons.ts';
import { download, fetchFile } from './incoming-files.ts';
import { openSocket, senderOf } from './open-socket.ts';
import { OutgoingMessages } from './outgoing-messages.ts';
import type { WhatsAppNetwork } from './simulated-network.ts';
import { DEFAULT_RESTRICTION_MS, outcomeOf, RESTRICTED } from './stanzas.ts';
import { UnsyncedMessages } from './unsynced-messages.ts';

export interface BaileysOptions {
  /** The real network if omitted. */
  network?: WhatsAppNetwork;
  /** Time after which an unanswered send is in doubt. */
  answerTimeoutMs?: number;
}

/** WhatsApp requires this mark on a message that creates a poll. */
const POLL_MARK: BinaryNode = { tag: 'meta', attrs: { polltype: 'creation' } };
const LONG_RETRY_MS = 10 * 60_000;
/** Delay of a retry when WhatsApp gives none. */
const RETRY_MS = 5_000;
const VERSION_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 20_000;
/**
 * Before a message is sent, the devices of a group's members are requested and the message is encrypted for each. This
 * time does not count as waiting for WhatsApp's answer.
 */
const MAX_RELAY_MS = 60_000;
/**
 * How long Baileys shows codes (its socket.js, `genPairQR`): the first for a minute, five more for 20 s each. Then it
 * closes the connection, which also invalidates a pairing code.
 */
const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;
const ALL_QR_MS = FIRST_QR_MS + 5 * NEXT_QR_MS;
/**
 * WhatsApp reports when all pending messages have been delivered. Without that report, the connection counts as usable
 * after this time.
 */
const SYNC_TIMEOUT_MS = 15_000;

/** Talks to WhatsApp as a linked device, through Baileys. */
export function baileysDriver(options: BaileysOptions = {}): CreateDriver {
  if (options.network) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(options.network.rootKey);
  return (context) => new BaileysDriver(context, options);
}

class BaileysDriver implements Driver {
  readonly name = 'baileys';
  readonly capabilities = DRIVERS.baileys;
  readonly #context: DriverContext;
  readonly #options: BaileysOptions;
  readonly #backoff = new Backoff(500, 30_000);
  readonly #outgoing: OutgoingMessages;
  readonly #unread = new Map<string, number>();
  #unsynced: UnsyncedMessages | null = null;
  #chats: ChatWatch | null = null;
  /** When this connection showed its first code; null if it has shown none. */
  #firstQrAtMs: number | null = null;
  #state: StoredAuthState | null = null;
  #socket: WASocket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  /** Null for the version built into Baileys. */
  #version: WAVersion | null = null;
  #opened = false;
  #synced = false;
  #connected = false;
  #stopped = false;

  constructor(context: DriverContext, options: BaileysOptions) {
    this.#context = context;
    this.#options = options;
    this.#outgoing = new OutgoingMessages(context);
  }

  async start(): Promise<void> {
    this.#context.emit({ kind: 'status', status: 'initializing' });
    await this.#connect();
  }

  async stop(how: 'drain' | 'kill'): Promise<void> {
    this.#stopped = true;
    this.#connected = false;
    this.#closeSocket();
    if (how === 'drain') await this.#state?.saved().catch(() => undefined);
  }

  async send(request: SendRequest): Promise<DriverOutcome> {
    const { waMessageId, to, body, inDoubt } = request;
    const socket = this.#socket;
    const state = this.#state;
    if (!socket || !state || !this.#connected) return { kind: 'in-doubt', cause: 'not connected' };
    let message: proto.IMessage;
    try {
      message = await this.#outgoing.of(request, senderOf(socket, state));
    } catch (error) {
      return withoutFile(error, inDoubt);
    }
    const additionalNodes = body.kind === 'poll' ? [POLL_MARK] : [];
    const outcome = await this.#relay(socket, to, message, { messageId: waMessageId, additionalNodes });
    if (outcome.kind === 'rejected') this.#outgoing.forget(body);
    return outcome;
  }

  async #relay(
    socket: WASocket,
    to: string,
    message: proto.IMessage,
    options: Parameters<WASocket['relayMessage']>[2] & { messageId: string },
  ): Promise<DriverOutcome> {
    const answerMs = this.#options.answerTimeoutMs ?? 20_000;
    const answer = socket.waitForMessage<BinaryNode | undefined>(options.messageId, MAX_RELAY_MS + answerMs);
    // `relayMessage` resolves when the bytes have been sent; only the answer with the message's id confirms that
    // WhatsApp has it.
    const answered = answer.catch(() => undefined);
    try {
      await socket.relayMessage(jidOf(to), message, options);
      const late = delay(answerMs, undefined, { ref: false });
      const outcome = outcomeOf(await Promise.race([answered, late]), options.messageId);
      if (outcome.kind === 'rejected' && outcome.code === RESTRICTED) this.#reportRestriction(socket);
      return outcome;
    } catch (error) {
      return { kind: 'in-doubt', cause: reasonOf(error) };
    }
  }

  async act(request: ActRequest): Promise<DriverActOutcome> {
    const socket = this.#socket;
    if (!socket || !this.#connected) return { kind: 'in-doubt', cause: 'not connected' };
    const { waId: messageId, chat, latest } = request;
    const act = toWhatsAppAct(request, this.#context.nowMs());
    if (!act) return { kind: 'rejected', code: 'no-message', reason: 'The message is not known' };
    if ('message' in act) {
      const options = { messageId, additionalAttributes: act.attributes };
      const outcome = await this.#relay(socket, chat, act.message, options);
      if (outcome.kind === 'accepted') return { kind: 'done', atMs: outcome.atMs };
      if (outcome.kind === 'in-doubt') return outcome;
      const { code, reason, next, afterMs = RETRY_MS } = outcome;
      return { kind: 'rejected', code, reason, ...(next === 'never' ? {} : { retryMs: afterMs }) };
    }
    try {
      const answerMs = this.#options.answerTimeoutMs ?? 20_000;
      const late = delay(answerMs, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('no answer in time')),
      );
      // Notifies the writers and the account's other devices.
      const change = async () => {
        if (act.isRead && latest.length > 0) await socket.readMessages(latest.map((message) => keyOf(chat, message)));
        await socket.chatModify(act.patch, jidOf(chat));
      };
      await Promise.race([change(), late]);
      return { kind: 'done', atMs: this.#context.nowMs() };
    } catch (error) {
      return { kind: 'in-doubt', cause: reasonOf(error) };
    }
  }

  async typing(chat: string, isTyping: boolean): Promise<void> {
    if (this.#connected) await this.#socket?.sendPresenceUpdate(isTyping ? 'composing' : 'paused', jidOf(chat));
  }

  /** They arrive in a message from the phone. */
  async olderMessages(chat: string, before: ActMessage | null, count: number): Promise<null> {
    // The phone searches backwards from a message.
    if (!before) throw new Error('no message of this chat is known yet');
    await this.#requireSocket().fetchMessageHistory(count, keyOf(chat, before), before.atMs);
    return null;
  }

  async lookUp(numbers: string[]): Promise<FoundNumber[]> {
    const found = await this.#requireSocket().onWhatsApp(...numbers);
    return toFoundNumbers(
      numbers,
      (found ?? []).filter(({ exists }) => exists).map(({ jid }) => jid),
    );
  }

  async pairingCode(phoneNumber: string): Promise<PairingCode> {
    if (this.#connected) throw new Error('the engine is paired');
    const code = await this.#requireSocket().requestPairingCode(phoneNumber.replace(/^\+/, ''));
    const since = this.#firstQrAtMs;
    return since === null ? { code } : { code, lifeMs: Math.max(0, since + ALL_QR_MS - performance.now()) };
  }

  fetchFile(request: FileRequest): Promise<FileContent> {
    return fetchFile(request, this.#requireSocket(), this.#options.network?.uploadAgent ?? null);
  }

  async picture(chat: string): Promise<FileContent | null> {
    const url = await this.#requireSocket()
      .profilePictureUrl(jidOf(chat), 'image', QUERY_TIMEOUT_MS)
      .catch((error: { output?: { statusCode?: number }; data?: unknown }) => {
        // There is no picture, or not for this account.
        if ([401, 403, 404].includes(Number(error.data ?? error.output?.statusCode))) return undefined;
        throw error;
      });
    if (!url) return null;
    const { host, pathname, search } = new URL(url);
    const agent = this.#options.network?.uploadAgent ?? null;
    const bytes = await download(host, `${pathname}${search}`, MAX_FILE_BYTES, agent);
    return bytes && { bytes, mimeType: 'image/jpeg' };
  }

  async groupInfo(chat: string): Promise<GroupInfo> {
    const group = await this.#requireSocket().groupMetadata(chat);
    const { subject, desc, participants, announce = false, restrict = false } = group;
    const members = participants.map((participant) => ({
      number: addressOf(participant.phoneNumber ?? participant.id),
      isAdmin: Boolean(participant.admin),
    }));
    return { subject, description: desc ?? null, isAnnouncement: announce, isLocked: restrict, members };
  }

  changeGroup(change: GroupChange): Promise<ChangedGroup> {
    return changeGroup(this.#requireSocket(), change);
  }

  async commonGroups(number: string): Promise<string[]> {
    const groups = Object.values(await this.#requireSocket().groupFetchAllParticipating());
    const isIn = ({ participants }: (typeof groups)[number]) =>
      participants.some((participant) => addressOf(participant.phoneNumber ?? participant.id) === number);
    return groups.filter(isIn).map(({ id }) => id);
  }

  async refreshPairing(): Promise<void> {
    if (this.#connected) throw new Error('the engine is paired');
    this.#closeSocket();
    await this.#connect();
  }

  async logOut(): Promise<void> {
    await this.#requireSocket().logout();
  }

  /** Holds first contacts; WhatsApp's own notice arrives as `reachoutTimeLock`. */
  #reportRestriction(socket: WASocket): void {
    const untilMs = this.#context.nowMs() + DEFAULT_RESTRICTION_MS;
    this.#context.emit({ kind: 'restriction', scope: 'new', untilMs, lifted: false });
    socket.fetchAccountReachoutTimelock().catch((error: unknown) => {
      this.#context.log.debug('WhatsApp does not say how long the restriction lasts', { reason: reasonOf(error) });
    });
  }

  #requireSocket(): WASocket {
    if (!this.#socket) throw new Error('not connected');
    return this.#socket;
  }

  async #connect(): Promise<void> {
    if (this.#stopped) return;
    const state = await StoredAuthState.load(this.#context.credentials);
    if (this.#stopped) return;
    this.#state = state;
    this.#unsynced ??= await UnsyncedMessages.open({ ...this.#context, emit: (event) => this.#emit(event) });
    if (this.#stopped) return;
    const socket = openSocket({
      context: this.#context,
      state,
      unsynced: this.#unsynced,
      outgoing: this.#outgoing,
      network: this.#options.network ?? null,
      version: this.#version,
      onFailure: (error) => this.#onFailure(error),
    });
    this.#socket = socket;
    this.#chats = new ChatWatch(this.#context, state, socket, this.#unread);
    socket.ev.on('connection.update', (update) => {
      if (this.#socket === socket) this.#onConnectionUpdate(update);
    });
  }

  #emit(event: DriverEvent): void {
    this.#context.emit(event);
    if (event.kind !== 'messages') return;
    for (const { chat, kind, fromMe = false, isHistory = false } of event.messages) {
      if (kind !== 'reaction' && kind !== 'vote' && !isHistory) this.#chats?.countMessage(chat, fromMe);
    }
  }

  #onConnectionUpdate(update: BaileysEventMap['connection.update']): void {
    const { emit } = this.#context;
    if (update.qr !== undefined) {
      emit({ kind: 'life', event: 'qr_generated' });
      const isFirst = this.#firstQrAtMs === null;
      this.#firstQrAtMs ??= performance.now();
      const qrcodeLifeMs = isFirst ? FIRST_QR_MS : NEXT_QR_MS;
      emit({ kind: 'status', status: 'qrcode', qrcode: update.qr, qrcodeLifeMs });
    }
    if (update.reachoutTimeLock) {
      const { isActive = false, timeEnforcementEnds } = update.reachoutTimeLock;
      const untilMs = timeEnforcementEnds?.getTime() ?? this.#context.nowMs() + DEFAULT_RESTRICTION_MS;
      emit({ kind: 'restriction', scope: 'new', untilMs: isActive ? untilMs : null, lifted: !isActive });
    }
    if (update.isNewLogin) emit({ kind: 'life', event: 'authenticated' });
    if (update.connection === 'open') {
      this.#opened = true;
      emit({ kind: 'status', status: 'syncing', qrcode: null });
      this.#syncTimer = setTimeout(() => this.#onReady(), SYNC_TIMEOUT_MS);
    }
    // May arrive before or after `open`.
    if (update.receivedPendingNotifications) this.#synced = true;
    if (this.#opened && this.#synced) this.#onReady();
    if (update.connection === 'close') this.#onClose(update.lastDisconnect?.error);
  }

  #onReady(): void {
    clearTimeout(this.#syncTimer);
    if (this.#stopped || this.#connected) return;
    const id = this.#state?.creds.me?.id;
    if (!id) return;
    this.#connected = true;
    this.#backoff.reset();
    this.#context.emit({ kind: 'life', event: 'store_ready' });
    this.#context.emit({ kind: 'status', status: 'connected', qrcode: null, phoneNumber: addressOf(id) });
    void this.#chats?.begin();
  }

  #onClose(error: unknown): void {
    const { emit, log } = this.#context;
    const { action, code, reason, detail } = afterClose(error);
    this.#closeSocket();
    if (this.#stopped) return;
    log.debug('WhatsApp closed the connection', { code, action });
    if (action !== 'now')
      emit({
        kind: 'life',
        event: 'disconnected',
        details: { code, reason, ...(detail !== reason && { why: detail }) },
      });
    switch (action) {
      case 'now':
        this.#reconnectAfter(0);
        break;
      case 'pair':
        emit({ kind: 'status', status: 'unpaired', reason, qrcode: null });
        StoredAuthState.reset(this.#context.credentials, this.#unsynced?.values() ?? {}).then(
          () => this.#reconnectAfter(0),
          (failure: unknown) => this.#onFailure(failure),
        );
        break;
      case 'codes-ran-out':
        emit({ kind: 'life', event: 'qr_timeout' });
        emit({ kind: 'status', status: 'unpaired', qrcode: null });
        break;
      case 'rest':
        emit({ kind: 'status', status: 'error', reason });
        break;
      case 'replaced':
        emit({ kind: 'status', status: 'disconnected', reason });
        break;
      case 'much-later':
        emit({ kind: 'status', status: 'error', reason });
        void this.#renewVersion().then((isNew) => this.#reconnectAfter(isNew ? 0 : LONG_RETRY_MS));
        break;
      case 'later':
        emit({ kind: 'status', status: 'disconnected', reason });
        this.#reconnectAfter(this.#backoff.nextMs());
        break;
    }
  }

  /** Asks WhatsApp for the current version of its web client. @returns true if it differs from ours */
  async #renewVersion(): Promise<boolean> {
    const { version, isLatest } = await fetchLatestWaWebVersion({ signal: AbortSignal.timeout(VERSION_TIMEOUT_MS) });
    if (!isLatest || String(version) === String(this.#version)) return false;
    this.#version = version;
    return true;
  }

  #reconnectAfter(waitMs: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#state
        ?.saved()
        .then(() => this.#connect())
        .catch((error: unknown) => this.#onFailure(error));
    }, waitMs);
  }

  /** The credentials cannot be read or written, and nothing may continue without them. */
  #onFailure(error: unknown): void {
    this.#closeSocket();
    if (this.#stopped) return;
    this.#context.emit({ kind: 'status', status: 'disconnected', reason: reasonOf(error) });
    this.#reconnectAfter(this.#backoff.nextMs());
  }

  #closeSocket(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#syncTimer);
    this.#opened = false;
    this.#synced = false;
    this.#connected = false;
    this.#firstQrAtMs = null;
    this.#chats = null;
    const socket = this.#socket;
    this.#socket = null;
    void socket?.end(undefined);
  }
}
