import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { PageUpdate } from './page/updates.ts';
import { watchChats } from './page/watch-chats.ts';
import { watchWhatsApp } from './page/watch-whatsapp.ts';

const LAUNCH_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 3_000;
/** Name of the function that the page calls with its updates. */
const TOLD = 'switchyardTold';
/** Name of the function that tells the page from when to look for missed messages. */
const SINCE = 'switchyardSince';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Without it, `navigator.webdriver` is true and WhatsApp Web calls the browser unsupported.
  '--disable-blink-features=AutomationControlled',
];

export interface BrowserPageOptions {
  executable: string;
  /** The profile folder. */
  directory: string;
  /** `wppconnect-wa.js`; null for a page that has its own `window.WPP`. */
  bundlePath: string | null;
  /** Messages since this moment are reported again whenever WhatsApp Web has opened; null for unread ones only. */
  since(): number | null;
  onUpdate(update: PageUpdate): void;
  /** The browser is gone, for whatever reason. */
  closed(): void;
}

/** A Chromium with a single page, in which WhatsApp Web runs. */
export class BrowserPage {
  readonly #context: BrowserContext;
  readonly #page: Page;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
  }

  /** Starts Chromium on a profile. @throws Error if it does not start */
  static async launch({
    executable,
    directory,
    bundlePath,
    since,
    onUpdate,
    closed,
  }: BrowserPageOptions): Promise<BrowserPage> {
    const context = await chromium.launchPersistentContext(directory, {
      executablePath: executable,
      headless: true,
      args: FLAGS,
      serviceWorkers: 'block',
      // In a permanent folder, because each kill would leave a temporary one behind.
      artifactsDir: join(directory, 'artifacts'),
      timeout: LAUNCH_TIMEOUT_MS,
      // The lane stops the engine in its own order.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    context.on('close', closed);
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('crash', () => void context.close().catch(() => undefined));
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    await hideHeadless(context, page);
    await context.exposeBinding(TOLD, ({ frame }, update: PageUpdate) => {
      if (frame === page.mainFrame()) onUpdate(update);
    });
    await context.exposeBinding(SINCE, since);
    await context.addInitScript(() => {
      // Read by wa-js: sends nothing to its authors' analytics, and no links to their preview servers.
      const WPPConfig = { disableGoogleAnalytics: true, linkPreviewApiServers: [], deviceName: 'Switchyard' };
      Object.assign(globalThis, { WPPConfig });
    });
    if (bundlePath !== null) await context.addInitScript({ path: bundlePath });
    await context.addInitScript(watchWhatsApp, { told: TOLD, since: SINCE });
    await context.addInitScript(watchChats, { told: TOLD });
    return new BrowserPage(context, page);
  }

  async goTo(url: string, timeoutMs: number): Promise<void> {
    const response = await this.#page.goto(url, { waitUntil: 'domcontentloaded', timeout: timeoutMs });
    if (response && !response.ok()) throw new Error(`the page answered ${response.status()}`);
  }

  /** Runs a function in the page. Rejects if the function does, if the page goes away, and after `timeoutMs`. */
  async call<Argument, Answer>(
    run: (argument: Argument) => Promise<Answer>,
    argument: Argument,
    timeoutMs: number,
  ): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer from the page within ${timeoutMs} ms`)), timeoutMs);
    });
    // Playwright's type of a function for the page is looser than ours.
    const result = this.#page.evaluate(run as (argument: unknown) => Promise<Answer>, argument as unknown);
    result.catch(() => undefined);
    try {
      return await Promise.race([result, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets Chromium write its profile and exit. @returns false if it did not exit in time */
  async close(): Promise<boolean> {
    const closing = this.#context.close().then(
      () => true,
      () => true,
    );
    return Promise.race([closing, delay(CLOSE_TIMEOUT_MS, false, { ref: false })]);
  }
}

/** WhatsApp Web refuses headless browsers. */
async function hideHeadless(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const { userAgent } = await devtools.send('Browser.getVersion');
  await devtools.send('Emulation.setUserAgentOverride', { userAgent: userAgent.replace('HeadlessChrome', 'Chrome') });
}
