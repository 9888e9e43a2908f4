import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { Backoff } from '@switchyard/backoff';
import type { ChangedGroup, GroupChange, GroupInfo, PairingCode } from '@switchyard/contracts/engine/commands';
import { DRIVERS } from '@switchyard/contracts/engine/driver-capabilities';
import type { ActMessage } from '@switchyard/contracts/engine/protocol';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
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
  FoundNumber,
  SendRequest,
} from '../driver.ts';
import { withoutFile } from '../file-outcome.ts';
import { addressOf, toFoundNumber, widOf } from './addresses.ts';
import { BrowserPage } from './browser-page.ts';
import { findChromium } from './find-chromium.ts';
import { orderOf } from './outgoing.ts';
import { actInPage, showTyping } from './page/act.ts';
import { beginLogOut, levelOf, pairingCodeFor, refreshCode, whatsAppIdsOf } from './page/calls.ts';
import { changeGroupInPage, commonGroupsOf } from './page/change-group.ts';
import { fileOf, groupOf, pictureUrlOf } from './page/fetch.ts';
import { sendMessage } from './page/send-message.ts';
import type { PageUpdate } from './page/updates.ts';
import { actOrderOf, actOutcomeOf, countOf, olderOrderOf } from './page-acts.ts';
import { PageWatch } from './page-watch.ts';
import { Profile, ProfileTaken } from './profile.ts';
import type { ProfileSnapshots } from './profile-snapshots.ts';
import { SendOutcomes } from './send-outcomes.ts';
import { SyncCheckpoint } from './sync-checkpoint.ts';

export interface WaJsOptions {
  /** Default: WhatsApp Web. */
  pageUrl?: string;
  /**
   * `wppconnect-wa.js`, injected into the page; null for a page that has its own `window.WPP`. Default: the installed
   * package's.
   */
  bundlePath?: string | null;
  /** Path of the browser; null to search the usual places. */
  chromium: string | null;
  /** Contains one profile folder per engine. */
  profilesDirectory: string;
  /**
   * Stores copies of profiles elsewhere, so that an engine can move to another host; null to rely on the folder alone.
   */
  snapshots: ProfileSnapshots | null;
  /** Time after which an unanswered send is in doubt. */
  answerTimeoutMs?: number;
  /** Shorter losses of WhatsApp Web's connection are not reported. */
  offlineGraceMs?: number;
  /** Interval of health checks of a page that has reported its state. */
  healthEveryMs?: number;
}

const WHATSAPP_WEB = 'https://web.whatsapp.com/';
const NAVIGATION_TIMEOUT_MS = 60_000;
/** Enough for the first state of WhatsApp's page with a cold cache. */
const READY_TIMEOUT_MS = 120_000;
/** Additional time for a message with a file, which WhatsApp Web prepares and uploads. */
const FILE_TIMEOUT_MS = 60_000;
const HEALTH_EVERY_MS = 30_000;
const HEALTH_TIMEOUT_MS = 5_000;

/** WhatsApp Web in a Chromium of its own, controlled through `@wppconnect/wa-js`. */
export function waJsDriver(options: WaJsOptions): CreateDriver {
  return (context) => new WaJsDriver(context, options);
}

class WaJsDriver implements Driver {
  readonly name = 'wa-js';
  readonly capabilities = DRIVERS['wa-js'];
  readonly #context: DriverContext;
  readonly #options: WaJsOptions;
  readonly #answerTimeoutMs: number;
  readonly #profile: Profile;
  readonly #checkpoint: SyncCheckpoint;
  readonly #watch: PageWatch;
  readonly #outcomes: SendOutcomes;
  readonly #backoff = new Backoff(500, 60_000);
  #page: BrowserPage | null = null;
  #opening: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(context: DriverContext, options: WaJsOptions) {
    this.#context = context;
    this.#options = options;
    this.#answerTimeoutMs = options.answerTimeoutMs ?? 30_000;
    this.#profile = new Profile(`${options.profilesDirectory}/${context.engineId}`, randomUUID());
    this.#checkpoint = new SyncCheckpoint(context);
    this.#watch = new PageWatch(context, this.#checkpoint, options.offlineGraceMs ?? 5_000);
    this.#outcomes = new SendOutcomes(() => this.#watch.isRestricted(), context.nowMs);
  }

  async start(): Promise<void> {
    this.#open();
  }

  async stop(how: 'drain' | 'kill'): Promise<void> {
    this.#stopped = true;
    this.#stopTimers();
    const page = this.#page;
    this.#page = null;
    if (how === 'kill') await this.#profile.kill();
    if (page && !(await page.close())) await this.#profile.kill();
    await this.#opening;
    if (how !== 'drain' || !page) return;
    await this.#checkpoint.save();
    await this.#saveSnapshot();
  }

  async send(request: SendRequest): Promise<DriverOutcome> {
    const { waMessageId: id, to, body, inDoubt } = request;
    const page = this.#page;
    if (!page) return { kind: 'in-doubt', cause: 'the browser is not running' };
    const wid = widOf(to);
    const timeoutMs = this.#answerTimeoutMs + (body.kind === 'media' ? FILE_TIMEOUT_MS : 0);
    // Both clocks are this machine's.
    const untilMs = Date.now() + timeoutMs;
    try {
      if (inDoubt) {
        const settled = this.#outcomes.ofLevel(
          id,
          await page.call(levelOf, { wid, id, untilMs: untilMs - 200 }, timeoutMs),
          body.kind !== 'media',
        );
        if (settled) return settled;
      }
      const order = await orderOf(request, this.#context.file).catch((error: unknown) => withoutFile(error, inDoubt));
      if ('kind' in order) return order;
      const sent = await page.call(sendMessage, { ...order, untilMs }, untilMs - Date.now());
      return this.#outcomes.ofSent(id, to, sent);
    } catch (error) {
      return { kind: 'in-doubt', cause: reasonOf(error) };
    }
  }

  async act(request: ActRequest): Promise<DriverActOutcome> {
    const page = this.#page;
    if (!page) return { kind: 'in-doubt', cause: 'the browser is not running' };
    return actOutcomeOf(page.call(actInPage, actOrderOf(request), this.#answerTimeoutMs), this.#context.nowMs);
  }

  async typing(chat: string, isTyping: boolean): Promise<void> {
    await this.#page?.call(showTyping, { wid: widOf(chat), isTyping }, this.#answerTimeoutMs);
  }

  async olderMessages(chat: string, before: ActMessage | null, count: number): Promise<number> {
    const order = olderOrderOf(chat, before, count);
    return countOf(await this.#running().call(actInPage, order, this.#answerTimeoutMs));
  }

  async lookUp(numbers: string[]): Promise<FoundNumber[]> {
    const wids = await this.#running().call(whatsAppIdsOf, numbers.map(widOf), this.#answerTimeoutMs);
    return numbers.map((number, at) => toFoundNumber(number, wids[at] ?? null));
  }

  /** WhatsApp Web does not reveal the code's lifetime. */
  async pairingCode(phoneNumber: string): Promise<PairingCode> {
    if (!this.#watch.isPairing()) throw new Error('the engine is not waiting to be paired');
    const digits = phoneNumber.replace(/\D/g, '');
    return { code: await this.#running().call(pairingCodeFor, digits, this.#answerTimeoutMs) };
  }

  async fetchFile({ chat, source: name, mimeType }: FileRequest): Promise<FileContent> {
    const order = { chat: widOf(chat), name, maxBytes: MAX_FILE_BYTES };
    const base64 = await this.#running().call(fileOf, order, FILE_TIMEOUT_MS);
    if (base64 === null) throw new Error('the file is larger than the server accepts');
    return { bytes: Buffer.from(base64, 'base64'), mimeType };
  }

  async picture(chat: string): Promise<FileContent | null> {
    const url = await this.#running().call(pictureUrlOf, widOf(chat), this.#answerTimeoutMs);
    if (url === null) return null;
    const { host, origin } = new URL(url);
    const isSimulated = origin === new URL(this.#options.pageUrl ?? WHATSAPP_WEB).origin;
    if (!isSimulated && !host.endsWith('.whatsapp.net')) throw new Error("the picture is not on WhatsApp's servers");
    const response = await fetch(url, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
    if (!response.ok) return null;
    if (Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES)
      throw new Error('the picture is too large');
    return { bytes: new Uint8Array(await response.arrayBuffer()), mimeType: 'image/jpeg' };
  }

  async groupInfo(chat: string): Promise<GroupInfo> {
    const group = await this.#running().call(groupOf, widOf(chat), this.#answerTimeoutMs);
    return { ...group, members: group.members.map(({ wid, isAdmin }) => ({ number: addressOf(wid), isAdmin })) };
  }

  changeGroup(change: GroupChange): Promise<ChangedGroup> {
    const pageChange = 'members' in change ? { ...change, members: change.members.map(widOf) } : change;
    return this.#running().call(changeGroupInPage, pageChange, this.#answerTimeoutMs);
  }

  commonGroups(number: string): Promise<string[]> {
    return this.#running().call(commonGroupsOf, widOf(number), this.#answerTimeoutMs);
  }

  async refreshPairing(): Promise<void> {
    if (!this.#watch.isPairing()) throw new Error('the engine is not waiting to be paired');
    await this.#running().call(refreshCode, undefined, this.#answerTimeoutMs);
  }

  async logOut(): Promise<void> {
    await this.#running().call(beginLogOut, undefined, this.#answerTimeoutMs);
  }

  #running(): BrowserPage {
    if (!this.#page) throw new Error('the browser is not running');
    return this.#page;
  }

  #open(): void {
    if (this.#stopped) return;
    this.#opening = this.#launch().catch((error: unknown) => this.#onFailure(error));
  }

  async #launch(): Promise<void> {
    const { emit } = this.#context;
    const { pageUrl = WHATSAPP_WEB, bundlePath = installedBundle(), chromium } = this.#options;
    emit({ kind: 'status', status: 'initializing' });
    emit({ kind: 'life', event: 'browser_starting' });
    const executable = await findChromium(chromium);
    await this.#profile.claim(() => this.#proveLease());
    await this.#options.snapshots?.restore(this.#context.credentials, this.#profile.directory);
    await this.#checkpoint.load();
    if (this.#stopped) return;
    const page: BrowserPage = await BrowserPage.launch({
      executable,
      directory: this.#profile.directory,
      bundlePath,
      since: () => this.#checkpoint.ms,
      onUpdate: (update) => {
        if (this.#page === page) this.#handle(update);
      },
      closed: () => {
        if (this.#page === page) this.#onLost();
      },
    });
    if (this.#stopped) {
      await page.close();
      return;
    }
    this.#page = page;
    emit({ kind: 'status', status: 'browser_started' });
    emit({ kind: 'life', event: 'browser_started', details: { executable } });
    emit({ kind: 'status', status: 'navigating' });
    emit({ kind: 'life', event: 'navigation_started', details: { url: pageUrl } });
    try {
      await page.goTo(pageUrl, NAVIGATION_TIMEOUT_MS);
    } catch (error) {
      if (this.#page !== page) return;
      emit({ kind: 'life', event: 'navigation_failed', details: { url: pageUrl, reason: reasonOf(error) } });
      await this.#restart(`the page could not be opened: ${reasonOf(error)}`);
      return;
    }
    emit({ kind: 'life', event: 'navigation_complete' });
    this.#watch.opened();
    this.#watchdog = setTimeout(() => void this.#restart('WhatsApp Web did not become ready'), READY_TIMEOUT_MS);
  }

  /** Only the lease's holder may read credentials. */
  async #proveLease(): Promise<void> {
    await this.#context.credentials.read(['profile']);
  }

  #handle(update: PageUpdate): void {
    // The page has loaded: start the health checks.
    if (update.kind === 'state') this.#guard();
    if (update.kind === 'state' && update.state.authenticated && update.state.mode === 'MAIN') this.#backoff.reset();
    if (update.kind === 'logged-out') {
      void this.#checkpoint.reset();
      void this.#options.snapshots?.remove(this.#context.credentials).catch(() => undefined);
    }
    if (update.kind === 'backend' && update.name === 'storage_initialization_error') {
      void this.#restart('the browser could not open its storage');
      return;
    }
    this.#watch.handle(update, addressOf);
  }

  /** Checks the page's health, and restarts a page that hangs. */
  #guard(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      const page = this.#page;
      page
        ?.call(async () => true, undefined, HEALTH_TIMEOUT_MS)
        .then(
          () => this.#guard(),
          (error: unknown) => {
            if (this.#page !== page || this.#stopped) return;
            this.#context.emit({
              kind: 'life',
              event: 'handleWaStateHealthCheck',
              details: { reason: reasonOf(error) },
            });
            void this.#restart('the page does not answer');
          },
        );
    }, this.#options.healthEveryMs ?? HEALTH_EVERY_MS);
  }

  /** Closes the browser and restarts it after a while. */
  async #restart(reason: string): Promise<void> {
    const page = this.#page;
    this.#page = null;
    this.#context.emit({ kind: 'life', event: 'connection_error', details: { reason } });
    if (page && !(await page.close())) await this.#profile.kill();
    this.#context.emit({ kind: 'life', event: 'browser_closed', details: { reason } });
    this.#retry('disconnected', reason);
  }

  /** The browser exited without a request. */
  #onLost(): void {
    this.#page = null;
    this.#context.emit({ kind: 'life', event: 'browser_closed', details: { reason: 'the browser ended by itself' } });
    this.#retry('disconnected', 'the browser ended by itself');
  }

  #onFailure(error: unknown): void {
    if (this.#stopped) return;
    if (error instanceof ProfileTaken) {
      // The new owner was given the lease; restarting would evict it in turn.
      this.#stopTimers();
      this.#context.emit({ kind: 'life', event: 'disconnected', details: { reason: 'replaced' } });
      this.#context.emit({ kind: 'status', status: 'disconnected', reason: 'replaced' });
      return;
    }
    this.#context.emit({ kind: 'life', event: 'session_error', details: { reason: reasonOf(error) } });
    this.#retry('error', reasonOf(error));
  }

  #retry(status: 'disconnected' | 'error', reason: string): void {
    this.#stopTimers();
    if (this.#stopped) return;
    this.#context.emit({ kind: 'status', status, reason, qrcode: null });
    this.#timer = setTimeout(() => this.#open(), this.#backoff.nextMs());
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#watch.closed();
  }

  async #saveSnapshot(): Promise<void> {
    const { snapshots } = this.#options;
    if (!snapshots || !this.#watch.wasLinked()) return;
    await snapshots.save(this.#context.credentials, this.#profile.directory).catch((error: unknown) => {
      this.#context.log.warn('the browser profile was not copied', { reason: reasonOf(error) });
    });
  }
}

/** `@wppconnect/wa-js` as a single file for the page. */
export function installedBundle(): string {
  return createRequire(import.meta.url).resolve('@wppconnect/wa-js');
}
