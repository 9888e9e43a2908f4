import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, type Worker } from '@playwright/test';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, 'apps/extension/dist/unpacked');
/** The headless shell, in which the other tests run, loads no extensions. */
const CHROMIUM = process.env.WHOLE_CHROMIUM ?? '/usr/bin/chromium';

/**
 * A person's browser with the extension, as `npm run extension` builds it, on the simulated WhatsApp Web of a server.
 */
export interface ExtensionBrowser {
  context: BrowserContext;
  whatsApp: Page;
  popup: Page;
  /** The worker that lives now. */
  worker(): Promise<Worker>;
  /** Ends the worker as the browser does when it suspends one; whatever comes next starts another. */
  endWorker(): Promise<void>;
  close(): Promise<void>;
}

/**
 * What only the manifest says otherwise: the page, whose `window.WPP` is its own, and a server that the browser has
 * allowed without a question.
 */
function unpackFor(serverUrl: string, directory: string): void {
  execFileSync(process.execPath, ['apps/extension/build.mjs'], { cwd: ROOT, stdio: 'ignore' });
  cpSync(BUILT, directory, { recursive: true });
  const file = join(directory, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const page = [`${serverUrl}/simulator/web*`];
  manifest.host_permissions = [`${new URL(serverUrl).protocol}//${new URL(serverUrl).hostname}/*`];
  const [bridge, main] = manifest.content_scripts;
  manifest.content_scripts = [
    { ...bridge, matches: page },
    { ...main, matches: page, js: ['page.js'] },
  ];
  writeFileSync(file, JSON.stringify(manifest));
}

export async function openBrowser(serverUrl: string): Promise<ExtensionBrowser> {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-extension-'));
  const unpacked = join(directory, 'unpacked');
  unpackFor(serverUrl, unpacked);
  const context = await chromium.launchPersistentContext(join(directory, 'profile'), {
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
  const whatsApp = await context.newPage();
  await whatsApp.goto(`${serverUrl}/simulator/web`);
  const devtools = await context.browser()?.newBrowserCDPSession();
  if (!devtools) throw new Error('the browser has no devtools');
  return {
    context,
    whatsApp,
    popup,
    worker,
    async endWorker() {
      const old = await worker();
      await old.evaluate(() => Reflect.set(globalThis, 'isOld', true));
      const { targetInfos } = await devtools.send('Target.getTargets');
      const target = targetInfos.find(({ type, url }) => type === 'service_worker' && url === old.url());
      if (!target) throw new Error('there is no worker to end');
      await devtools.send('Target.closeTarget', { targetId: target.targetId });
      const isFresh = () => worker().then((one) => one.evaluate(() => !Reflect.has(globalThis, 'isOld')));
      await expect.poll(() => isFresh().catch(() => false), { timeout: 30_000 }).toBe(true);
    },
    async close() {
      await context.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
