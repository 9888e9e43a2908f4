import { setTimeout as delay } from 'node:timers/promises';
import { ServerRefusal } from '../../connection/server-answer.ts';
import { reasonOf } from '../../log.ts';
import type { DriverContext } from '../driver.ts';
import type { PageState, PageUpdate } from './page/updates.ts';
import { statusOf } from './page-status.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';

/** How long WhatsApp Web shows each code. */
const QR_LIFE_MS = 20_000;
/** Delay before asking again whether a message is our own when the server was unavailable. */
const RETRY_MS = 1_000;
/** Maximum incoming ids to remember, because WhatsApp Web reports some messages twice. */
const MAX_SEEN = 2_000;

/** Converts the page's updates to driver events. */
export class PageWatch {
  readonly #context: DriverContext;
  readonly #checkpoint: SyncCheckpoint;
  readonly #offlineGraceMs: number;
  readonly #seen = new Set<string>();
  #state: PageState | null = null;
  #offlineTimer: NodeJS.Timeout | undefined;
  #restriction: { untilMs: number | null } | null = null;
  #linked = false;
  #lost = false;
  #reporting: Promise<void> = Promise.resolve();

  constructor(context: DriverContext, checkpoint: SyncCheckpoint, offlineGraceMs: number) {
    this.#context = context;
    this.#checkpoint = checkpoint;
    this.#offlineGraceMs = offlineGraceMs;
  }

  isRestricted(): boolean {
    const untilMs = this.#restriction?.untilMs;
    return untilMs !== undefined && (untilMs === null || untilMs > this.#context.nowMs());
  }

  /** Whether there is no login, so that a code can be shown. */
  isPairing(): boolean {
    return this.#state !== null && !this.#state.authenticated && this.#state.mode === 'QR';
  }

  /** Whether the account was linked at the page's last update. */
  wasLinked(): boolean {
    return this.#linked;
  }

  /** The page is open and has not reported anything yet. */
  opened(): void {
    if (this.#state === null) this.#context.emit({ kind: 'status', status: 'waiting_for_whatsapp_page' });
  }

  closed(): void {
    clearTimeout(this.#offlineTimer);
    this.#state = null;
    this.#lost = true;
  }

  handle(update: PageUpdate, addressOf: (wid: string) => string): void {
    const { emit } = this.#context;
    switch (update.kind) {
      case 'state':
        this.#take(update.state, addressOf);
        break;
      case 'qr-idle':
        emit({ kind: 'life', event: 'qr_timeout' });
        break;
      case 'logged-out':
        this.#linked = false;
        this.#state = null;
        emit({ kind: 'life', event: 'disconnected', details: { reason: 'logged-out', why: update.reason } });
        emit({ kind: 'status', status: 'unpaired', reason: 'logged-out', qrcode: null });
        break;
      case 'acks':
        this.#takeAcks(update.ids, update.ack);
        break;
      case 'message':
        this.#takeMessage(update, addressOf);
        break;
      case 'change': {
        const { id: waMessageId, change } = update;
        const atMs = this.#context.nowMs();
        const [chat, writer] = [addressOf(update.chat), addressOf(update.writer)];
        const changes = [{ chat, waMessageId, writer, atMs, change }];
        const taken = this.#checkpoint.track(atMs);
        this.#inTurn(async () => emit({ kind: 'changes', changes, taken }));
        break;
      }
      case 'chats':
        emit({ kind: 'chats', chats: update.chats.map((chat) => ({ ...chat, chat: addressOf(chat.chat) })) });
        break;
      case 'backend':
        this.#takeBackend(update.name, update.value);
        break;
    }
  }

  #take(state: PageState, addressOf: (wid: string) => string): void {
    const { emit } = this.#context;
    const before = this.#state;
    this.#state = state;
    const { mode, info, code, user } = state;
    if (before?.mode !== mode || before.info !== info) {
      emit({ kind: 'life', event: 'appStateChanged', details: { mode, info } });
    }
    if (code !== null && before?.code !== code) emit({ kind: 'life', event: 'qr_generated' });
    if (state.authenticated && !before?.authenticated) emit({ kind: 'life', event: 'authenticated' });
    if (mode === 'MAIN' && state.fullReady && !(before?.mode === 'MAIN' && before.fullReady)) {
      emit({ kind: 'life', event: 'store_ready' });
    }
    clearTimeout(this.#offlineTimer);
    const { status, reason } = statusOf(state);
    if (status === 'disconnected' && mode !== 'CONFLICT' && before !== null) {
      this.#offlineTimer = setTimeout(() => this.#offline(reason ?? mode), this.#offlineGraceMs);
      return;
    }
    if (mode === 'CONFLICT') emit({ kind: 'life', event: 'connection_error', details: { reason: 'replaced' } });
    this.#linked = state.authenticated;
    if (status === 'connected') this.#connected();
    emit({
      kind: 'status',
      status,
      ...(reason === undefined ? {} : { reason }),
      // The code is removed when there is none, but kept while the page is opening.
      ...(status === 'waiting_for_whatsapp_page' ? {} : { qrcode: code }),
      ...(code !== null && before?.code !== code ? { qrcodeLifeMs: QR_LIFE_MS } : {}),
      ...(user === null ? {} : { phoneNumber: addressOf(`${user}@c.us`) }),
    });
  }

  #offline(reason: string): void {
    this.#lost = true;
    this.#context.emit({ kind: 'life', event: 'connection_error', details: { reason } });
    this.#context.emit({ kind: 'status', status: 'disconnected', reason, qrcode: null });
  }

  /** WhatsApp never reports the end of a restriction, but lets the account connect again. */
  #connected(): void {
    if (this.#lost && this.#restriction) {
      this.#restriction = null;
      this.#context.emit({ kind: 'restriction', scope: 'all', untilMs: null, lifted: true });
    }
    this.#lost = false;
    this.#checkpoint.begin(this.#context.nowMs());
  }

  #takeAcks(ids: string[], ack: number): void {
    const level = ack >= 3 ? 3 : ack === 2 ? 2 : null;
    if (level === null) return;
    const atMs = this.#context.nowMs();
    const receipts = ids.map((waMessageId) => ({ waMessageId, level, atMs }) as const);
    this.#context.emit({ kind: 'receipts', receipts, taken: this.#checkpoint.track(atMs) });
  }

  #takeMessage(update: Extract<PageUpdate, { kind: 'message' }>, addressOf: (wid: string) => string): void {
    const { id: waMessageId, chat, from, said, atMs, isHistory } = update;
    if (this.#seen.has(`${chat} ${waMessageId}`)) return;
    this.#seen.add(`${chat} ${waMessageId}`);
    for (const oldest of this.#seen) {
      if (this.#seen.size <= MAX_SEEN) break;
      this.#seen.delete(oldest);
    }
    const history = isHistory ? { isHistory } : {};
    const message = { waMessageId, chat: addressOf(chat), from: addressOf(from), ...said, atMs, ...history };
    // Requested messages can be requested again if they are lost, so the checkpoint does not cover them.
    const taken = isHistory ? () => undefined : this.#checkpoint.track(atMs);
    this.#inTurn(async () => {
      // The page shows messages sent by an earlier process like those written by the owner.
      const isOurs = said.fromMe ? await this.#isOurs(waMessageId) : false;
      if (isOurs) taken();
      else if (isOurs === false) this.#context.emit({ kind: 'messages', messages: [message], taken });
    });
  }

  #inTurn(report: () => Promise<void>): void {
    this.#reporting = this.#reporting.then(report).catch((error: unknown) => {
      this.#context.log.error('something that came in was not reported', { reason: reasonOf(error) });
    });
  }

  /** Null if the server refuses; the next holder of the lease asks again. */
  async #isOurs(waMessageId: string): Promise<boolean | null> {
    for (;;) {
      try {
        return (await this.#context.content(waMessageId)) !== null;
      } catch (error) {
        if (error instanceof ServerRefusal) return null;
        this.#context.log.debug('the server does not say who sent a message', { reason: reasonOf(error) });
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  #takeBackend(name: string, value: unknown): void {
    const { emit } = this.#context;
    if (name === 'set_socket_state') {
      emit({ kind: 'life', event: 'appStateChanged', details: { socket: value } });
      if (value === 'TIMEOUT') emit({ kind: 'life', event: 'connection_error', details: { reason: 'TIMEOUT' } });
    } else if (name === 'service_unavailable_503') {
      emit({ kind: 'life', event: 'connection_error', details: { reason: name } });
    } else if (name === 'account_temporarily_banned') {
      const { expirationTimeMs } = (value ?? {}) as { expirationTimeMs?: unknown };
      const untilMs = typeof expirationTimeMs === 'number' ? expirationTimeMs : null;
      this.#restriction = { untilMs };
      emit({ kind: 'restriction', scope: 'all', untilMs, lifted: false });
    }
  }
}
