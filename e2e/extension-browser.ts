import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { Profile } from '../apps/engine/src/drivers/wa-js/profile.ts';

const ROOT = join(import.meta.dirname, '..');
const WORKER_TIMEOUT_MS = 30_000;
/** The headless shell used by other tests cannot load extensions. */
const CHROMIUM = process.env.WHOLE_CHROMIUM ?? '/usr/bin/chromium';

/** A browser with the extension built by `npm run extension`, on a server's simulated WhatsApp Web. */
export interface ExtensionBrowser {
  context: BrowserContext;
  whatsApp: Page;
  popup: Page;
  /** The current worker. */
  worker(): Promise<Worker>;
  /** Ends the worker like a browser suspending it; the next event starts another. */
  endWorker(): Promise<void>;
  /** Opens WhatsApp Web in another tab. */
  openWhatsApp(): Promise<Page>;
  /** Kills the browser with SIGKILL; its folder stays. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Copies the extension with changes to its manifest only: the page, whose `window.WPP` is its own, and a server that
 * the browser allows without asking.
 */
function unpackFor(serverUrl: string, networkUrl: string, directory: string): void {
  execFileSync(process.execPath, ['apps/extension/build.mjs', directory], { cwd: ROOT, stdio: 'ignore' });
  const file = join(directory, 'unpacked/manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const page = [`${networkUrl}/simulator/web*`];
  manifest.host_permissions = [serverUrl, networkUrl].map((url) => `http://${new URL(url).hostname}/*`);
  const [bridge, main] = manifest.content_scripts;
  manifest.content_scripts = [
    { ...bridge, matches: page },
    { ...main, matches: page, js: ['page.js'] },
  ];
  writeFileSync(file, JSON.stringify(manifest));
}

interface BrowserOptions {
  /** URL of the simulated WhatsApp; defaults to the server's own. */
  networkUrl?: string;
  /** Profile folder, whose pages a killed browser reopens; defaults to a new one. */
  directory?: string;
}

export async function openBrowser(serverUrl: string, options: BrowserOptions = {}): Promise<ExtensionBrowser> {
  const { networkUrl = serverUrl, directory = mkdtempSync(join(tmpdir(), 'switchyard-extension-')) } = options;
  const unpacked = join(directory, 'unpacked');
  if (!existsSync(unpacked)) unpackFor(serverUrl, networkUrl, directory);
  const profile = new Profile(join(directory, 'profile'), String(process.pid));
  await profile.claim(async () => undefined);
  const context = await chromium.launchPersistentContext(profile.directory, {
    executablePath: CHROMIUM,
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--disable-extensions-except=${unpacked}`,
      `--load-extension=${unpacked}`,
    ],
  });
  const worker = async () => context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const { host: id } = new URL((await worker()).url());
  const popup = await context.newPage();
  await popup.goto(`chrome-extension://${id}/popup.html`);
  const openWhatsApp = async () => {
    const page = await context.newPage();
    await page.goto(`${networkUrl}/simulator/web`);
    return page;
  };
  const devtools = await context.browser()?.newBrowserCDPSession();
  if (!devtools) throw new Error('the browser has no devtools');
  return {
    context,
    whatsApp: await openWhatsApp(),
    popup,
    worker,
    openWhatsApp,
    async endWorker() {
      const old = await worker();
      await old.evaluate(() => Reflect.set(globalThis, 'isOld', true));
      const { targetInfos } = await devtools.send('Target.getTargets');
      const target = targetInfos.find(({ type, url }) => type === 'service_worker' && url === old.url());
      if (!target) throw new Error('there is no worker to end');
      await devtools.send('Target.closeTarget', { targetId: target.targetId });
      const isFresh = () => worker().then((current) => current.evaluate(() => !Reflect.has(globalThis, 'isOld')));
      const untilMs = Date.now() + WORKER_TIMEOUT_MS;
      while (!(await isFresh().catch(() => false))) {
        if (Date.now() > untilMs) throw new Error('no other worker was started');
        await delay(100);
      }
    },
    async kill() {
      const gone = new Promise((resolve) => context.once('close', resolve));
      await profile.kill();
      await gone;
    },
    async close() {
      await context.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
