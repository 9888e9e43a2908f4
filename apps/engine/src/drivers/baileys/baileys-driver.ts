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
  FileAsked,
  FileContent,
  FoundNumber,
  SendRequest,
} from '../driver.ts';
import { withoutFile } from '../file-outcome.ts';
import { keyOf, whatsAppActOf } from './acts.ts';
import { addressOf, foundOf, jidOf } from './addresses.ts';
import { StoredAuthState } from './auth-state.ts';
import { changeGroup } from './change-group.ts';
import { ChatWatch } from './chat-watch.ts';
import { afterClose } from './close-reasons.ts';
import { download, fetchFile } from './incoming-files.ts';
import { openSocket, senderOf } from './open-socket.ts';
import { OutgoingMessages } from './outgoing-messages.ts';
import type { WhatsAppNetwork } from './simulated-network.ts';
import { outcomeOf, RESTRICTED, UNTOLD_RESTRICTION_MS } from './stanzas.ts';
import { UnsyncedMessages } from './unsynced-messages.ts';

export interface BaileysOptions {
  /** Left out: the real one. */
  network?: WhatsAppNetwork;
  /** A send without an answer is in doubt after this long. */
  answerTimeoutMs?: number;
}

/** WhatsApp wants to be told that a message makes a poll. */
const POLL_MARK: BinaryNode = { tag: 'meta', attrs: { polltype: 'creation' } };
const MUCH_LATER_MS = 10 * 60_000;
/** What WhatsApp puts off without saying for how long. */
const LATER_MS = 5_000;
const VERSION_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 20_000;
/**
 * Before a message leaves, the devices of a group's members are asked for, and it is encrypted for each: none of
 * WhatsApp's time to answer it.
 */
const MAX_RELAYING_MS = 60_000;
/**
 * How long Baileys shows codes (its socket.js, `genPairQR`): the first for a minute, five more for 20 s each; then it
 * closes the connection, and a typed code dies too.
 */
const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;
const ALL_QR_MS = FIRST_QR_MS + 5 * NEXT_QR_MS;
/** WhatsApp tells when everything that waited has come; if it does not, the connection is good all the same. */
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
  #kept: UnsyncedMessages | null = null;
  #chats: ChatWatch | null = null;
  /** When this connection showed its first code; null: none yet. */
  #firstQrAtMs: number | null = null;
  #state: StoredAuthState | null = null;
  #socket: WASocket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  /** Null: the one that Baileys came with. */
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
    const answer = socket.waitForMessage<BinaryNode | undefined>(options.messageId, MAX_RELAYING_MS + answerMs);
    // `relayMessage` resolves when the bytes have left; only the answer under the message's id says that WhatsApp has
    // it.
    const answered = answer.catch(() => undefined);
    try {
      await socket.relayMessage(jidOf(to), message, options);
      const late = delay(answerMs, undefined, { ref: false });
      const outcome = outcomeOf(await Promise.race([answered, late]), options.messageId);
      if (outcome.kind === 'rejected' && outcome.code === RESTRICTED) this.#restricted(socket);
      return outcome;
    } catch (error) {
      return { kind: 'in-doubt', cause: reasonOf(error) };
    }
  }

  async act(request: ActRequest): Promise<DriverActOutcome> {
    const socket = this.#socket;
    if (!socket || !this.#connected) return { kind: 'in-doubt', cause: 'not connected' };
    const { waId: messageId, chat, latest } = request;
    const act = whatsAppActOf(request, this.#context.nowMs());
    if (!act) return { kind: 'rejected', code: 'no-message', reason: 'The message is not known' };
    if ('message' in act) {
      const options = { messageId, additionalAttributes: act.attributes };
      const outcome = await this.#relay(socket, chat, act.message, options);
      if (outcome.kind === 'accepted') return { kind: 'done', atMs: outcome.atMs };
      if (outcome.kind === 'in-doubt') return outcome;
      const { code, reason, next, afterMs = LATER_MS } = outcome;
      return { kind: 'rejected', code, reason, ...(next === 'never' ? {} : { retryMs: afterMs }) };
    }
    try {
      const answerMs = this.#options.answerTimeoutMs ?? 20_000;
      const late = delay(answerMs, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('no answer in time')),
      );
      // Who wrote them is told, and the account's other devices.
      const change = async () => {
        if (act.isRead && latest.length > 0) await socket.readMessages(latest.map((one) => keyOf(chat, one)));
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

  /** They come in a message of the phone's own. */
  async olderMessages(chat: string, before: ActMessage | null, count: number): Promise<null> {
    // The phone looks from a message on.
    if (!before) throw new Error('no message of this chat is known yet');
    await this.#open().fetchMessageHistory(count, keyOf(chat, before), before.atMs);
    return null;
  }

  async lookUp(numbers: string[]): Promise<FoundNumber[]> {
    const found = await this.#open().onWhatsApp(...numbers);
    return foundOf(
      numbers,
      (found ?? []).filter(({ exists }) => exists).map(({ jid }) => jid),
    );
  }

  async pairingCode(phoneNumber: string): Promise<PairingCode> {
    if (this.#connected) throw new Error('the engine is paired');
    const code = await this.#open().requestPairingCode(phoneNumber.replace(/^\+/, ''));
    const since = this.#firstQrAtMs;
    return since === null ? { code } : { code, lifeMs: Math.max(0, since + ALL_QR_MS - performance.now()) };
  }

  fetchFile(asked: FileAsked): Promise<FileContent> {
    return fetchFile(asked, this.#open(), this.#options.network?.uploadAgent ?? null);
  }

  async picture(chat: string): Promise<FileContent | null> {
    const url = await this.#open()
      .profilePictureUrl(jidOf(chat), 'image', QUERY_TIMEOUT_MS)
      .catch((error: { output?: { statusCode?: number }; data?: unknown }) => {
        // Not there, or not for this account.
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
    const group = await this.#open().groupMetadata(chat);
    const { subject, desc, participants, announce = false, restrict = false } = group;
    const members = participants.map((participant) => ({
      number: addressOf(participant.phoneNumber ?? participant.id),
      isAdmin: Boolean(participant.admin),
    }));
    return { subject, description: desc ?? null, isAnnouncement: announce, isLocked: restrict, members };
  }

  changeGroup(change: GroupChange): Promise<ChangedGroup> {
    return changeGroup(this.#open(), change);
  }

  async commonGroups(number: string): Promise<string[]> {
    const groups = Object.values(await this.#open().groupFetchAllParticipating());
    const isIn = ({ participants }: (typeof groups)[number]) =>
      participants.some((one) => addressOf(one.phoneNumber ?? one.id) === number);
    return groups.filter(isIn).map(({ id }) => id);
  }

  async refreshPairing(): Promise<void> {
    if (this.#connected) throw new Error('the engine is paired');
    this.#closeSocket();
    await this.#connect();
  }

  async logOut(): Promise<void> {
    await this.#open().logout();
  }

  /** Holds first contacts; WhatsApp's own word about it arrives as `reachoutTimeLock`. */
  #restricted(socket: WASocket): void {
    const untilMs = this.#context.nowMs() + UNTOLD_RESTRICTION_MS;
    this.#context.emit({ kind: 'restriction', scope: 'new', untilMs, lifted: false });
    socket.fetchAccountReachoutTimelock().catch((error: unknown) => {
      this.#context.log.debug('WhatsApp does not say how long the restriction lasts', { reason: reasonOf(error) });
    });
  }

  #open(): WASocket {
    if (!this.#socket) throw new Error('not connected');
    return this.#socket;
  }

  async #connect(): Promise<void> {
    if (this.#stopped) return;
    const state = await StoredAuthState.load(this.#context.credentials);
    if (this.#stopped) return;
    this.#state = state;
    this.#kept ??= await UnsyncedMessages.open({ ...this.#context, emit: (event) => this.#tell(event) });
    if (this.#stopped) return;
    const socket = openSocket({
      context: this.#context,
      state,
      kept: this.#kept,
      outgoing: this.#outgoing,
      network: this.#options.network ?? null,
      version: this.#version,
      failed: (error) => this.#failed(error),
    });
    this.#socket = socket;
    this.#chats = new ChatWatch(this.#context, state, socket, this.#unread);
    socket.ev.on('connection.update', (update) => {
      if (this.#socket === socket) this.#heed(update);
    });
  }

  #tell(event: DriverEvent): void {
    this.#context.emit(event);
    if (event.kind !== 'messages') return;
    for (const { chat, kind, fromMe = false, isHistory = false } of event.messages) {
      if (kind !== 'reaction' && kind !== 'vote' && !isHistory) this.#chats?.heard(chat, fromMe);
    }
  }

  #heed(update: BaileysEventMap['connection.update']): void {
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
      const untilMs = timeEnforcementEnds?.getTime() ?? this.#context.nowMs() + UNTOLD_RESTRICTION_MS;
      emit({ kind: 'restriction', scope: 'new', untilMs: isActive ? untilMs : null, lifted: !isActive });
    }
    if (update.isNewLogin) emit({ kind: 'life', event: 'authenticated' });
    if (update.connection === 'open') {
      this.#opened = true;
      emit({ kind: 'status', status: 'syncing', qrcode: null });
      this.#syncTimer = setTimeout(() => this.#ready(), SYNC_TIMEOUT_MS);
    }
    // May come before or after `open`.
    if (update.receivedPendingNotifications) this.#synced = true;
    if (this.#opened && this.#synced) this.#ready();
    if (update.connection === 'close') this.#closed(update.lastDisconnect?.error);
  }

  #ready(): void {
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

  #closed(error: unknown): void {
    const { emit, log } = this.#context;
    const { action, code, reason, said } = afterClose(error);
    this.#closeSocket();
    if (this.#stopped) return;
    log.debug('WhatsApp closed the connection', { code, action });
    if (action !== 'now')
      emit({ kind: 'life', event: 'disconnected', details: { code, reason, ...(said !== reason && { why: said }) } });
    switch (action) {
      case 'now':
        this.#again(0);
        break;
      case 'pair':
        emit({ kind: 'status', status: 'unpaired', reason, qrcode: null });
        StoredAuthState.forget(this.#context.credentials, this.#kept?.values() ?? {}).then(
          () => this.#again(0),
          (failure: unknown) => this.#failed(failure),
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
        void this.#renewVersion().then((isNew) => this.#again(isNew ? 0 : MUCH_LATER_MS));
        break;
      case 'later':
        emit({ kind: 'status', status: 'disconnected', reason });
        this.#again(this.#backoff.nextMs());
        break;
    }
  }

  /** Asks WhatsApp which version of its web client is current. @returns true when it is another than ours. */
  async #renewVersion(): Promise<boolean> {
    const { version, isLatest } = await fetchLatestWaWebVersion({ signal: AbortSignal.timeout(VERSION_TIMEOUT_MS) });
    if (!isLatest || String(version) === String(this.#version)) return false;
    this.#version = version;
    return true;
  }

  #again(waitMs: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#state
        ?.saved()
        .then(() => this.#connect())
        .catch((error: unknown) => this.#failed(error));
    }, waitMs);
  }

  /** The credentials cannot be read or written: without them nothing may go on. */
  #failed(error: unknown): void {
    this.#closeSocket();
    if (this.#stopped) return;
    this.#context.emit({ kind: 'status', status: 'disconnected', reason: reasonOf(error) });
    this.#again(this.#backoff.nextMs());
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
