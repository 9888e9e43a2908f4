import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { PageUpdate } from './page/news.ts';
import { watchChats } from './page/watch-chats.ts';
import { watchWhatsApp } from './page/watch-whatsapp.ts';

const LAUNCH_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 3_000;
/** The page calls this function with its news. */
const TOLD = 'switchyardTold';
/** And asks this one from when on to look for them. */
const SINCE = 'switchyardSince';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Without it `navigator.webdriver` is true and WhatsApp Web calls the browser unsupported.
  '--disable-blink-features=AutomationControlled',
];

export interface BrowserPageOptions {
  executable: string;
  /** The profile folder. */
  directory: string;
  /** `wppconnect-wa.js`; null for a page that has `window.WPP` of its own. */
  bundlePath: string | null;
  /** What came after this moment is told again whenever WhatsApp Web has been opened; null: only what is unread. */
  since(): number | null;
  heard(news: PageUpdate): void;
  /** The browser is gone, whatever the reason. */
  closed(): void;
}

/** One Chromium with one page, which WhatsApp Web runs in. */
export class BrowserPage {
  readonly #context: BrowserContext;
  readonly #page: Page;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
  }

  /** Starts Chromium on a profile. @throws Error when it does not start. */
  static async launch({
    executable,
    directory,
    bundlePath,
    since,
    heard,
    closed,
  }: BrowserPageOptions): Promise<BrowserPage> {
    const context = await chromium.launchPersistentContext(directory, {
      executablePath: executable,
      headless: true,
      args: FLAGS,
      serviceWorkers: 'block',
      // In a folder that stays: one for temporary files would be left behind by each kill.
      artifactsDir: join(directory, 'artifacts'),
      timeout: LAUNCH_TIMEOUT_MS,
      // The lane ends the engine in its own order.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    context.on('close', closed);
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('crash', () => void context.close().catch(() => undefined));
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    await hideHeadless(context, page);
    await context.exposeBinding(TOLD, ({ frame }, news: PageUpdate) => {
      if (frame === page.mainFrame()) heard(news);
    });
    await context.exposeBinding(SINCE, since);
    await context.addInitScript(() => {
      // Read by wa-js: nothing goes to its authors' analytics, and no link to their servers that draw previews.
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

  /** Runs a function in the page. Rejects when it does, when the page goes away, and after `timeoutMs`. */
  async call<Argument, Answer>(
    run: (argument: Argument) => Promise<Answer>,
    argument: Argument,
    timeoutMs: number,
  ): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer from the page within ${timeoutMs} ms`)), timeoutMs);
    });
    // Playwright's own type of a function for the page is looser than ours.
    const asked = this.#page.evaluate(run as (argument: unknown) => Promise<Answer>, argument as unknown);
    asked.catch(() => undefined);
    try {
      return await Promise.race([asked, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets Chromium write its profile and end. @returns false when it did not end in time. */
  async close(): Promise<boolean> {
    const closing = this.#context.close().then(
      () => true,
      () => true,
    );
    return Promise.race([closing, delay(CLOSE_TIMEOUT_MS, false, { ref: false })]);
  }
}

/** WhatsApp Web refuses a browser that says it is headless. */
async function hideHeadless(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const { userAgent } = await devtools.send('Browser.getVersion');
  await devtools.send('Emulation.setUserAgentOverride', { userAgent: userAgent.replace('HeadlessChrome', 'Chrome') });
}
