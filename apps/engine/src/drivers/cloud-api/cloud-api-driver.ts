import { setTimeout as delay } from 'node:timers/promises';
import { Backoff } from '@switchyard/backoff';
import { CLOUD_API_CREDENTIAL } from '@switchyard/contracts/engine/constants';
import { DRIVERS } from '@switchyard/contracts/engine/driver-capabilities';
import type { ActMessage, CloudApiCredential, InboxEntry } from '@switchyard/contracts/engine/protocol';
import type { NumberRating } from '@switchyard/contracts/engines/numbers';
import { inEnglish, type Text, text } from '@switchyard/contracts/text/text';
import { reasonOf } from '../../log.ts';
import type {
  ActRequest,
  CreateDriver,
  Driver,
  DriverActOutcome,
  DriverContext,
  DriverOutcome,
  FileContent,
  FileRequest,
  SendRequest,
} from '../driver.ts';
import { withoutFile } from '../file-outcome.ts';
import { errorOf, isDoubtful, refusalOf } from './error-codes.ts';
import { connectToGraph, type GraphAnswer, type GraphClient } from './graph-client.ts';
import { InboxReader } from './inbox-reader.ts';
import { incomingOf } from './incoming.ts';
import { fetchFile } from './incoming-files.ts';
import { ratingReader } from './number-rating.ts';
import { OutgoingMessages, UploadFailure } from './outgoing.ts';
import { StartedSends } from './started-sends.ts';
import { failureOf, parseStatus, receiptOf, type StatusUpdate } from './status-updates.ts';

export interface CloudApiOptions {
  /** Base URL of the Graph API. */
  url: string;
  /** Time after which an unanswered request is in doubt. */
  answerTimeoutMs?: number;
  /**
   * How long a message in doubt waits for its status before a person must decide. Shorter than the server's ten minutes
   * for a row without a report.
   */
  doubtWaitMs?: number;
  /** Interval of polls for inbox entries and new settings. */
  pollMs?: number;
}

/** Maximum statuses to remember for sends that await them later. */
const MAX_STATUSES = 2_000;
/** A token or number refused by Meta rarely recovers by itself. */
const LONG_RETRY_MS = 10 * 60_000;
/** Delay after a poke before a connected engine reads its settings. */
const SETTINGS_AFTER_MS = 1_000;

/**
 * Talks to WhatsApp as a business through the Cloud API. What happens to messages arrives by webhook, through the
 * server's inbox.
 */
export function cloudApiDriver(options: CloudApiOptions): CreateDriver {
  return (context) => new CloudApiDriver(context, options);
}

class CloudApiDriver implements Driver {
  readonly name = 'cloud-api';
  readonly capabilities = DRIVERS['cloud-api'];
  readonly #context: DriverContext;
  readonly #doubtWaitMs: number;
  readonly #graph: GraphClient;
  readonly #inbox: InboxReader;
  readonly #readRating: ReturnType<typeof ratingReader>;
  readonly #messages: OutgoingMessages;
  readonly #backoff = new Backoff(500, 60_000);
  /** Sends with an open outcome by id; a status settles them. */
  readonly #open = new Map<string, (status: StatusUpdate | null) => void>();
  /** The latest statuses by id; a status may arrive before its send awaits it. */
  readonly #statuses = new Map<string, StatusUpdate>();
  /** The latest incoming message of each chat. */
  readonly #latest = new Map<string, string>();
  /** Consecutive pair-limit refusals by recipient. */
  readonly #pairRefusals = new Map<string, number>();
  #startedSends: StartedSends | null = null;
  #settings: CloudApiCredential | null = null;
  #connected = false;
  #connecting = false;
  #isRestricted = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #settingsTimer: NodeJS.Timeout | undefined;

  constructor(context: DriverContext, options: CloudApiOptions) {
    const { url, answerTimeoutMs = 30_000, doubtWaitMs = 4 * 60_000, pollMs = 15_000 } = options;
    this.#context = context;
    this.#doubtWaitMs = doubtWaitMs;
    this.#graph = connectToGraph(url, answerTimeoutMs);
    this.#readRating = ratingReader(this.#graph, context.nowMs);
    this.#messages = new OutgoingMessages({ file: context.file, graph: this.#graph });
    this.#inbox = new InboxReader({
      pollMs,
      read: context.inbox,
      work: (entries) => this.#process(entries),
      idle: () => void this.#readSettings(),
      log: context.log,
    });
  }

  async start(): Promise<void> {
    this.#context.emit({ kind: 'status', status: 'initializing' });
    this.#startedSends = await StartedSends.load(this.#context.credentials);
    this.#inbox.start();
    await this.#readSettings();
    if (this.#settings === null) this.#context.emit({ kind: 'status', status: 'unpaired', reason: 'not set up yet' });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#connected = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#settingsTimer);
    this.#inbox.stop();
    this.#graph.close();
    for (const settle of this.#open.values()) settle(null);
  }

  look(): void {
    this.#inbox.look();
    // For a connected engine the cause is usually a webhook, so the settings are read once for many pokes.
    const afterMs = this.#connected ? SETTINGS_AFTER_MS : 0;
    this.#settingsTimer ??= setTimeout(() => {
      this.#settingsTimer = undefined;
      void this.#readSettings();
    }, afterMs);
  }

  async logOut(): Promise<void> {
    await this.#context.credentials.write({ [CLOUD_API_CREDENTIAL]: null });
    this.#settings = null;
    this.#context.emit({ kind: 'life', event: 'disconnected', details: { reason: 'logged-out' } });
    this.#disconnect('unpaired', 'logged out');
  }

  mayHaveLeft(waMessageId: string): boolean {
    return this.#startedSends?.has(waMessageId) ?? true;
  }

  async fetchFile(request: FileRequest): Promise<FileContent> {
    if (!this.#settings) throw new Error('not connected');
    return fetchFile(request, this.#graph, this.#settings);
  }

  async rating(): Promise<NumberRating> {
    if (!this.#settings) throw new Error('not connected');
    return this.#readRating(this.#settings);
  }

  async send(request: SendRequest): Promise<DriverOutcome> {
    if (request.to.endsWith('@g.us')) {
      const reason = 'The Cloud API does not write to groups.';
      return { kind: 'rejected', code: 'no-groups', reason, next: 'never' };
    }
    const { waMessageId } = request;
    const status = new Promise<StatusUpdate | null>((resolve) => this.#open.set(waMessageId, resolve));
    const outcome = await this.#send(request, status);
    this.#open.delete(waMessageId);
    this.#startedSends?.end(waMessageId, { mayHaveLeft: outcome.kind !== 'rejected' });
    return outcome;
  }

  async act({ waId, chat, act, message, latest }: ActRequest): Promise<DriverActOutcome> {
    const settings = this.#settings;
    if (!settings || !this.#connected) return { kind: 'in-doubt', cause: 'not connected' };
    const about = act.kind === 'react' ? message : act.kind === 'read' && act.isRead ? latest[0] : undefined;
    const wamid = about && wamidIn(about);
    if (act.kind === 'read' && act.isRead && !about) return { kind: 'done', atMs: this.#context.nowMs() };
    if (!wamid) return { kind: 'rejected', code: 'unsupported-act', reason: text('actUnsupported') };
    const fields =
      act.kind === 'react'
        ? {
            ...{ recipient_type: 'individual', to: chat.replace(/^\+/, ''), type: 'reaction' },
            ...{ reaction: { message_id: wamid, emoji: act.emoji }, biz_opaque_callback_data: waId },
          }
        : { status: 'read', message_id: wamid };
    const answer = await this.#graph.call('POST', pathOf(settings), settings.accessToken, {
      ...WHATSAPP_PRODUCT,
      ...fields,
    });
    if (answer.kind !== 'answer') return { kind: 'in-doubt', cause: answer.cause };
    if (answer.httpStatus < 300) return { kind: 'done', atMs: this.#context.nowMs() };
    const error = errorOf(answer.body.error);
    if (isDoubtful(answer.httpStatus, error)) return { kind: 'in-doubt', cause: error?.reason ?? 'no clear answer' };
    const outcome = this.#refuse(answer, chat);
    if (outcome.kind !== 'rejected') return { kind: 'in-doubt', cause: 'no clear answer' };
    const { code, reason, next, afterMs = RETRY_MS } = outcome;
    return { kind: 'rejected', code, reason, ...(next === 'never' ? {} : { retryMs: afterMs }) };
  }

  /** The Cloud API shows it on an incoming message, and ends it by itself. */
  async typing(chat: string, isTyping: boolean): Promise<void> {
    const [settings, wamid] = [this.#settings, this.#latest.get(chat)];
    if (!isTyping || !settings || wamid === undefined) return;
    const fields = { ...WHATSAPP_PRODUCT, status: 'read', message_id: wamid, typing_indicator: { type: 'text' } };
    await this.#graph.call('POST', pathOf(settings), settings.accessToken, fields);
  }

  async #send(request: SendRequest, status: Promise<StatusUpdate | null>): Promise<DriverOutcome> {
    const { waMessageId, to, inDoubt } = request;
    try {
      if (inDoubt && this.mayHaveLeft(waMessageId)) {
        const earlier = this.#statuses.get(waMessageId);
        return earlier ? outcomeOf(earlier, '') : await this.#awaitStatus(status, 'it may have been sent before');
      }
      const settings = this.#settings;
      if (!settings || !this.#startedSends || this.#stopped) return notSent('not connected');
      const prepared = await this.#prepare(request, settings);
      if ('outcome' in prepared) return prepared.outcome;
      await this.#startedSends.begin(waMessageId);
      const answer = this.#graph.call('POST', pathOf(settings), settings.accessToken, prepared.fields);
      const first = await Promise.race([answer, status]);
      const outcome = first && 'kind' in first ? await this.#interpret(first, to, status) : outcomeOf(first, 'stopped');
      if (outcome.kind === 'rejected') this.#messages.forget(request.body);
      return outcome;
    } catch (error) {
      // Only storing the start can fail, and then nothing was sent.
      return notSent(reasonOf(error));
    }
  }

  /** Uploads the message's file to Meta, if there is one. Returns an outcome if nothing of the message was sent. */
  async #prepare(
    request: SendRequest,
    settings: CloudApiCredential,
  ): Promise<{ fields: object } | { outcome: DriverOutcome }> {
    try {
      const fields = await this.#messages.fieldsOf(request, settings);
      if (!(fields instanceof UploadFailure)) return { fields };
      const { answer } = fields;
      if (answer.kind === 'answer') return { outcome: this.#refuse(answer, request.to) };
      this.#disconnect('disconnected', answer.cause, this.#backoff.nextMs());
      return { outcome: notSent(answer.cause) };
    } catch (error) {
      return { outcome: withoutFile(error, false) };
    }
  }

  async #interpret(answer: GraphAnswer, to: string, status: Promise<StatusUpdate | null>): Promise<DriverOutcome> {
    if (answer.kind === 'not-sent') {
      this.#disconnect('disconnected', answer.cause, this.#backoff.nextMs());
      return notSent(answer.cause);
    }
    if (answer.kind === 'in-doubt') return this.#awaitStatus(status, answer.cause);
    const { httpStatus, body } = answer;
    const error = errorOf(body.error);
    if (httpStatus < 300) {
      const wamid = wamidOf(body);
      if (wamid === null) return this.#awaitStatus(status, 'an answer without an id');
      this.#pairRefusals.delete(to);
      return { kind: 'accepted', wireId: wamid, atMs: this.#context.nowMs() };
    }
    if (isDoubtful(httpStatus, error))
      return this.#awaitStatus(status, error?.reason ?? `the answer was ${httpStatus}`);
    return this.#refuse(answer, to);
  }

  /** Interprets a refusal of the Graph API for the message and the account. */
  #refuse({ httpStatus, body }: Extract<GraphAnswer, { kind: 'answer' }>, to: string): DriverOutcome {
    const error = errorOf(body.error);
    const refusedBefore = this.#pairRefusals.get(to) ?? 0;
    const { outcome, restricted, tokenInvalid } = refusalOf(httpStatus, error, refusedBefore);
    if (error?.code === 131056) this.#pairRefusals.set(to, refusedBefore + 1);
    if (restricted) {
      const untilMs = this.#context.nowMs() + (outcome.afterMs ?? 0);
      this.#context.emit({ kind: 'restriction', scope: 'all', untilMs, lifted: false });
    }
    if (tokenInvalid) {
      this.#isRestricted = true;
      this.#disconnect('unpaired', inEnglish(outcome.reason), LONG_RETRY_MS);
    }
    return outcome;
  }

  /** Waits for a status that settles the send. It is never sent again from here. */
  async #awaitStatus(status: Promise<StatusUpdate | null>, cause: Text): Promise<DriverOutcome> {
    this.#inbox.look();
    return outcomeOf(await Promise.race([status, delay(this.#doubtWaitMs, null, { ref: false })]), cause);
  }

  /** Processes inbox entries. Resolves when the server has stored the results. */
  async #process(entries: InboxEntry[]): Promise<void> {
    const statuses = entries.flatMap((entry) => parseStatus(entry) ?? []);
    const messages = entries.flatMap((entry) => incomingOf(entry) ?? []);
    const receipts = statuses.flatMap(receiptOf);
    // A failure of a send that is still open becomes that send's outcome.
    const failures = statuses.filter(({ waMessageId }) => !this.#open.has(waMessageId)).flatMap(failureOf);
    for (const status of statuses) this.#recordStatus(status);
    for (const { chat, waMessageId } of messages) this.#recordLatest(chat, waMessageId);
    const { emit } = this.#context;
    await Promise.all([
      receipts.length > 0 && new Promise<void>((taken) => emit({ kind: 'receipts', receipts, taken })),
      failures.length > 0 && new Promise<void>((taken) => emit({ kind: 'failures', failures, taken })),
      messages.length > 0 && new Promise<void>((taken) => emit({ kind: 'messages', messages, taken })),
    ]);
  }

  #recordLatest(chat: string, waMessageId: string): void {
    this.#latest.set(chat, waMessageId);
    for (const oldest of this.#latest.keys()) {
      if (this.#latest.size <= MAX_STATUSES) break;
      this.#latest.delete(oldest);
    }
  }

  #recordStatus(status: StatusUpdate): void {
    this.#statuses.set(status.waMessageId, status);
    for (const id of this.#statuses.keys()) {
      if (this.#statuses.size <= MAX_STATUSES) break;
      this.#statuses.delete(id);
    }
    this.#open.get(status.waMessageId)?.(status);
  }

  /** Reads the settings, and connects if they are new. */
  async #readSettings(): Promise<void> {
    try {
      const text = (await this.#context.credentials.read([CLOUD_API_CREDENTIAL])).get(CLOUD_API_CREDENTIAL);
      if (text === undefined || this.#stopped || text === JSON.stringify(this.#settings)) return;
      this.#settings = JSON.parse(text) as CloudApiCredential;
      this.#connected = false;
    } catch (error) {
      this.#context.log.debug('the settings could not be read', { reason: reasonOf(error) });
      return;
    }
    await this.#connect();
  }

  /** Verifies the token and the number. */
  async #connect(): Promise<void> {
    const settings = this.#settings;
    if (!settings || this.#stopped || this.#connecting) return;
    this.#connecting = true;
    const { phoneNumberId, apiVersion, accessToken } = settings;
    const path = `${apiVersion}/${phoneNumberId}?fields=display_phone_number`;
    const answer = await this.#graph.call('GET', path, accessToken);
    this.#connecting = false;
    if (this.#stopped) return;
    if (settings !== this.#settings) return this.#connect();
    if (answer.kind !== 'answer' || answer.httpStatus >= 500 || answer.httpStatus === 429) {
      const cause = answer.kind === 'answer' ? `the Graph API answered ${answer.httpStatus}` : answer.cause;
      this.#disconnect('disconnected', cause, this.#backoff.nextMs());
      return;
    }
    const error = errorOf(answer.body.error);
    if (answer.httpStatus >= 300) {
      const reason = error?.reason ?? `the Graph API answered ${answer.httpStatus}`;
      this.#disconnect(
        answer.httpStatus === 401 || error?.code === 190 ? 'unpaired' : 'error',
        inEnglish(reason),
        LONG_RETRY_MS,
      );
      return;
    }
    this.#onConnected(`+${String(answer.body.display_phone_number ?? '').replace(/\D/g, '')}`);
  }

  #onConnected(phoneNumber: string): void {
    const { emit } = this.#context;
    clearTimeout(this.#timer);
    this.#backoff.reset();
    if (this.#connected) return;
    this.#connected = true;
    if (this.#isRestricted) emit({ kind: 'restriction', scope: 'all', untilMs: null, lifted: true });
    this.#isRestricted = false;
    emit({ kind: 'life', event: 'authenticated' });
    emit({ kind: 'status', status: 'connected', phoneNumber });
  }

  /** Marks the engine as disconnected; reconnects after `retryMs` if given. */
  #disconnect(status: 'disconnected' | 'unpaired' | 'error', reason: string, retryMs?: number): void {
    if (this.#stopped) return;
    this.#connected = false;
    clearTimeout(this.#timer);
    this.#context.emit({ kind: 'status', status, reason });
    if (retryMs !== undefined) this.#timer = setTimeout(() => void this.#connect(), retryMs);
  }
}

const WHATSAPP_PRODUCT = { messaging_product: 'whatsapp' };
/** Delay of a retry if the API gives none. */
const RETRY_MS = 5_000;

const pathOf = ({ apiVersion, phoneNumberId }: CloudApiCredential): string => `${apiVersion}/${phoneNumberId}/messages`;

/** Meta's id of a message; null if it is unknown. */
const wamidIn = ({ waMessageId, wireId }: ActMessage): string | null =>
  waMessageId.startsWith('wamid.') ? waMessageId : wireId;

const notSent = (cause: string): DriverOutcome => ({
  kind: 'rejected',
  code: 'not-sent',
  reason: cause.slice(0, 400),
  next: 'later',
  afterMs: 1_000,
});

/** Interprets a status as the outcome of a send; in doubt without one. */
function outcomeOf(status: StatusUpdate | null, cause: Text): DriverOutcome {
  if (!status) return { kind: 'in-doubt', cause };
  if (status.level === 'failed') return refusalOf(400, status.error, 0).outcome;
  return { kind: 'accepted', wireId: status.wamid, atMs: status.atMs };
}

function wamidOf(body: Record<string, unknown>): string | null {
  const [first] = Array.isArray(body.messages) ? (body.messages as Record<string, unknown>[]) : [];
  return typeof first?.id === 'string' && first.id !== '' ? first.id : null;
}
