import { setTimeout as delay } from 'node:timers/promises';
import { ServerRefusal } from '../../connection/server-answer.ts';
import { reasonOf } from '../../log.ts';
import type { DriverContext } from '../driver.ts';
import type { PageState, PageUpdate } from './page/news.ts';
import { statusOf } from './page-status.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';

/** WhatsApp Web shows each code for so long. */
const QR_LIFE_MS = 20_000;
/** An owner's message that the server could not be asked about is asked about again after this long. */
const ASK_AGAIN_MS = 1_000;
/** Incoming ids remembered: WhatsApp Web tells some messages twice. */
const MAX_SEEN = 2_000;

/** Turns what the page says into what a driver tells. */
export class PageWatch {
  readonly #context: DriverContext;
  readonly #heard: SyncCheckpoint;
  readonly #offlineGraceMs: number;
  readonly #seen = new Set<string>();
  #state: PageState | null = null;
  #offlineTimer: NodeJS.Timeout | undefined;
  #restriction: { untilMs: number | null } | null = null;
  #linked = false;
  #lost = false;
  #telling: Promise<void> = Promise.resolve();

  constructor(context: DriverContext, heard: SyncCheckpoint, offlineGraceMs: number) {
    this.#context = context;
    this.#heard = heard;
    this.#offlineGraceMs = offlineGraceMs;
  }

  isRestricted(): boolean {
    const untilMs = this.#restriction?.untilMs;
    return untilMs !== undefined && (untilMs === null || untilMs > this.#context.nowMs());
  }

  /** Without a login: a code can be shown. */
  isPairing(): boolean {
    return this.#state !== null && !this.#state.authenticated && this.#state.mode === 'QR';
  }

  /** The account was linked when the page was last heard of. */
  wasLinked(): boolean {
    return this.#linked;
  }

  /** The page is open and has said nothing yet. */
  opened(): void {
    if (this.#state === null) this.#context.emit({ kind: 'status', status: 'waiting_for_whatsapp_page' });
  }

  closed(): void {
    clearTimeout(this.#offlineTimer);
    this.#state = null;
    this.#lost = true;
  }

  hear(news: PageUpdate, addressOf: (wid: string) => string): void {
    const { emit } = this.#context;
    switch (news.kind) {
      case 'state':
        this.#take(news.state, addressOf);
        break;
      case 'qr-idle':
        emit({ kind: 'life', event: 'qr_timeout' });
        break;
      case 'logged-out':
        this.#linked = false;
        this.#state = null;
        emit({ kind: 'life', event: 'disconnected', details: { reason: 'logged-out', why: news.reason } });
        emit({ kind: 'status', status: 'unpaired', reason: 'logged-out', qrcode: null });
        break;
      case 'acks':
        this.#takeAcks(news.ids, news.ack);
        break;
      case 'message':
        this.#takeMessage(news, addressOf);
        break;
      case 'change': {
        const { id: waMessageId, change } = news;
        const atMs = this.#context.nowMs();
        const [chat, writer] = [addressOf(news.chat), addressOf(news.writer)];
        const changes = [{ chat, waMessageId, writer, atMs, change }];
        const taken = this.#heard.told(atMs);
        this.#inTurn(async () => emit({ kind: 'changes', changes, taken }));
        break;
      }
      case 'chats':
        emit({ kind: 'chats', chats: news.chats.map((chat) => ({ ...chat, chat: addressOf(chat.chat) })) });
        break;
      case 'backend':
        this.#takeBackend(news.name, news.value);
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
      // The code goes when there is none, and stays through a moment of opening.
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

  /** WhatsApp never says that a restriction has ended; that it lets the account in again, it shows. */
  #connected(): void {
    if (this.#lost && this.#restriction) {
      this.#restriction = null;
      this.#context.emit({ kind: 'restriction', scope: 'all', untilMs: null, lifted: true });
    }
    this.#lost = false;
    this.#heard.begin(this.#context.nowMs());
  }

  #takeAcks(ids: string[], ack: number): void {
    const level = ack >= 3 ? 3 : ack === 2 ? 2 : null;
    if (level === null) return;
    const atMs = this.#context.nowMs();
    const receipts = ids.map((waMessageId) => ({ waMessageId, level, atMs }) as const);
    this.#context.emit({ kind: 'receipts', receipts, taken: this.#heard.told(atMs) });
  }

  #takeMessage(news: Extract<PageUpdate, { kind: 'message' }>, addressOf: (wid: string) => string): void {
    const { id: waMessageId, chat, from, said, atMs, isHistory } = news;
    if (this.#seen.has(`${chat} ${waMessageId}`)) return;
    this.#seen.add(`${chat} ${waMessageId}`);
    for (const oldest of this.#seen) {
      if (this.#seen.size <= MAX_SEEN) break;
      this.#seen.delete(oldest);
    }
    const history = isHistory ? { isHistory } : {};
    const message = { waMessageId, chat: addressOf(chat), from: addressOf(from), ...said, atMs, ...history };
    // What a person asked for is asked for again, where it is lost: nothing need be looked for from there.
    const taken = isHistory ? () => undefined : this.#heard.told(atMs);
    this.#inTurn(async () => {
      // The page shows what an earlier process has sent as it shows what the owner wrote.
      const isOurs = said.fromMe ? await this.#isOurs(waMessageId) : false;
      if (isOurs) taken();
      else if (isOurs === false) this.#context.emit({ kind: 'messages', messages: [message], taken });
    });
  }

  #inTurn(tell: () => Promise<void>): void {
    this.#telling = this.#telling.then(tell).catch((error: unknown) => {
      this.#context.log.error('something that came in was not told', { reason: reasonOf(error) });
    });
  }

  /** Null: the server will not say; whoever has the lease next asks anew. */
  async #isOurs(waMessageId: string): Promise<boolean | null> {
    for (;;) {
      try {
        return (await this.#context.content(waMessageId)) !== null;
      } catch (error) {
        if (error instanceof ServerRefusal) return null;
        this.#context.log.debug('the server does not say who sent a message', { reason: reasonOf(error) });
        await delay(ASK_AGAIN_MS, undefined, { ref: false });
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
