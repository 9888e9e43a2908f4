import type { ChangedGroup, GroupChange, GroupInfo } from '@switchyard/contracts/engine/commands';
import { EXTENSION, EXTENSION_DRIVER } from '@switchyard/contracts/engine/driver-capabilities';
import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
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
} from '../../../engine/src/drivers/driver.ts';
import { withoutFile } from '../../../engine/src/drivers/file-outcome.ts';
import { addressOf, toFoundNumber, widOf } from '../../../engine/src/drivers/wa-js/addresses.ts';
import { orderOf } from '../../../engine/src/drivers/wa-js/outgoing.ts';
import type { PageUpdate } from '../../../engine/src/drivers/wa-js/page/updates.ts';
import { actOrderOf, actOutcomeOf, countOf, olderOrderOf } from '../../../engine/src/drivers/wa-js/page-acts.ts';
import { PageWatch } from '../../../engine/src/drivers/wa-js/page-watch.ts';
import { SendOutcomes } from '../../../engine/src/drivers/wa-js/send-outcomes.ts';
import { SyncCheckpoint } from '../../../engine/src/drivers/wa-js/sync-checkpoint.ts';
import { reasonOf } from '../../../engine/src/log.ts';
import { NOT_READY } from '../shared/popup-messages.ts';
import type { WhatsAppTabs } from './whatsapp-tabs.ts';

const WHATSAPP_WEB = 'https://web.whatsapp.com/';
const ANSWER_TIMEOUT_MS = 30_000;
/** Extra time for a message with a file, which WhatsApp Web prepares and uploads. */
const FILE_TIMEOUT_MS = 60_000;
const OFFLINE_GRACE_MS = 5_000;
/** Time for the first answers of WhatsApp's page, with a cold cache. */
const READY_TIMEOUT_MS = 120_000;

const CLOSED = 'WhatsApp Web is not open in the browser';
const NOT_LINKED = 'WhatsApp Web is not linked to a phone: scan its code there';

export interface ExtensionOptions {
  /** URL of the page in the tabs. */
  pageUrl?: string;
  answerTimeoutMs?: number;
  offlineGraceMs?: number;
}

/**
 * WhatsApp Web in a person's own browser. The driver opens and closes nothing there: it waits for a tab to be opened.
 */
export const extensionDriver =
  (tabs: WhatsAppTabs, options: ExtensionOptions = {}): CreateDriver =>
  (context) =>
    new ExtensionDriver(context, tabs, options);

class ExtensionDriver implements Driver {
  readonly name = EXTENSION_DRIVER;
  readonly capabilities = EXTENSION;
  readonly #context: DriverContext;
  readonly #tabs: WhatsAppTabs;
  readonly #checkpoint: SyncCheckpoint;
  readonly #watch: PageWatch;
  readonly #outcomes: SendOutcomes;
  readonly #answerTimeoutMs: number;
  readonly #pageOrigin: string;
  #leave: () => void = () => undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(context: DriverContext, tabs: WhatsAppTabs, options: ExtensionOptions) {
    this.#context = context;
    this.#tabs = tabs;
    this.#checkpoint = new SyncCheckpoint(context);
    const { pageUrl = WHATSAPP_WEB, answerTimeoutMs = ANSWER_TIMEOUT_MS, offlineGraceMs = OFFLINE_GRACE_MS } = options;
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#pageOrigin = new URL(pageUrl).origin;
    this.#watch = new PageWatch({ ...context, emit: (event) => this.#emit(event) }, this.#checkpoint, offlineGraceMs);
    this.#outcomes = new SendOutcomes(() => this.#watch.isRestricted(), context.nowMs);
  }

  async start(): Promise<void> {
    await this.#checkpoint.load();
    if (!this.#tabs.isOpen()) this.#closed();
    this.#leave = this.#tabs.listen({
      opened: () => this.#opened(),
      received: (update) => this.#receive(update),
      closed: () => this.#closed(),
      since: () => this.#checkpoint.ms,
    });
  }

  async stop(how: 'drain' | 'kill'): Promise<void> {
    this.#leave();
    clearTimeout(this.#watchdog);
    this.#watch.closed();
    if (how === 'drain') await this.#checkpoint.save();
  }

  async send(request: SendRequest): Promise<DriverOutcome> {
    const { waMessageId: id, to, body, inDoubt } = request;
    const timeoutMs = this.#answerTimeoutMs + (body.kind === 'media' ? FILE_TIMEOUT_MS : 0);
    // The page and the worker share a clock.
    const untilMs = Date.now() + timeoutMs;
    try {
      if (inDoubt) {
        const level = await this.#tabs.call('levelOf', { wid: widOf(to), id, untilMs: untilMs - 200 }, timeoutMs);
        const settled = this.#outcomes.ofLevel(id, level, body.kind !== 'media');
        if (settled) return settled;
      }
      const order = await orderOf(request, this.#context.file).catch((error: unknown) => withoutFile(error, inDoubt));
      if ('kind' in order) return order;
      const sent = await this.#tabs.call('sendMessage', { ...order, untilMs }, untilMs - Date.now());
      return this.#outcomes.ofSent(id, to, sent);
    } catch (error) {
      return { kind: 'in-doubt', cause: reasonOf(error) };
    }
  }

  async act(request: ActRequest): Promise<DriverActOutcome> {
    return actOutcomeOf(this.#tabs.call('actInPage', actOrderOf(request), this.#answerTimeoutMs), this.#context.nowMs);
  }

  async typing(chat: string, isTyping: boolean): Promise<void> {
    await this.#tabs.call('showTyping', { wid: widOf(chat), isTyping }, this.#answerTimeoutMs);
  }

  async olderMessages(chat: string, before: ActMessage | null, count: number): Promise<number> {
    return countOf(await this.#tabs.call('actInPage', olderOrderOf(chat, before, count), this.#answerTimeoutMs));
  }

  async lookUp(numbers: string[]): Promise<FoundNumber[]> {
    const wids = await this.#tabs.call('whatsAppIdsOf', numbers.map(widOf), this.#answerTimeoutMs);
    return numbers.map((number, at) => toFoundNumber(number, wids[at] ?? null));
  }

  async fetchFile({ chat, source: name, mimeType }: FileRequest): Promise<FileContent> {
    const order = { chat: widOf(chat), name, maxBytes: MAX_FILE_BYTES };
    const base64 = await this.#tabs.call('fileOf', order, FILE_TIMEOUT_MS);
    if (base64 === null) throw new Error('the file is larger than the server keeps');
    return { bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)), mimeType };
  }

  async picture(chat: string): Promise<FileContent | null> {
    const url = await this.#tabs.call('pictureUrlOf', widOf(chat), this.#answerTimeoutMs);
    if (url === null) return null;
    const { host, origin } = new URL(url);
    if (origin !== this.#pageOrigin && !host.endsWith('.whatsapp.net'))
      throw new Error('the picture is not on a WhatsApp host');
    const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
    if (!response.ok) return null;
    if (Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES)
      throw new Error('the picture is too large');
    return { bytes: new Uint8Array(await response.arrayBuffer()), mimeType: 'image/jpeg' };
  }

  async groupInfo(chat: string): Promise<GroupInfo> {
    const group = await this.#tabs.call('groupOf', widOf(chat), this.#answerTimeoutMs);
    return { ...group, members: group.members.map(({ wid, isAdmin }) => ({ number: addressOf(wid), isAdmin })) };
  }

  changeGroup(change: GroupChange): Promise<ChangedGroup> {
    const request = 'members' in change ? { ...change, members: change.members.map(widOf) } : change;
    return this.#tabs.call('changeGroupInPage', request, this.#answerTimeoutMs);
  }

  commonGroups(number: string): Promise<string[]> {
    return this.#tabs.call('commonGroupsOf', widOf(number), this.#answerTimeoutMs);
  }

  async logOut(): Promise<void> {
    await this.#tabs.call('beginLogOut', undefined, this.#answerTimeoutMs);
  }

  #opened(): void {
    this.#watch.closed();
    this.#watch.opened();
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.#context.emit({ kind: 'status', status: 'error', reason: NOT_READY, qrcode: null });
    }, READY_TIMEOUT_MS);
  }

  #closed(): void {
    clearTimeout(this.#watchdog);
    this.#watch.closed();
    this.#context.emit({ kind: 'status', status: 'disconnected', reason: CLOSED, qrcode: null });
  }

  #receive(update: PageUpdate): void {
    if (update.kind === 'state') clearTimeout(this.#watchdog);
    if (update.kind === 'logged-out') void this.#checkpoint.reset();
    this.#watch.handle(update, addressOf);
  }

  /** The code that links WhatsApp Web is only for the person at that screen, so it is not reported. */
  #emit(event: DriverEvent): void {
    if (event.kind !== 'status') {
      this.#context.emit(event);
      return;
    }
    const { qrcodeLifeMs: _life, ...status } = event;
    const shown = status.status === 'qrcode' ? { status: 'unpaired' as const, reason: NOT_LINKED } : {};
    this.#context.emit({ ...status, ...shown, qrcode: null });
  }
}
