import { stripVTControlCharacters } from 'node:util';
import type { Page } from '@playwright/test';
import { GUARDED_ROUTES } from '../apps/web/src/guarded-routes.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signInAs, test } from './fixtures.ts';
import { MODES, type Mode, modeOf } from './modes.ts';
import { untranslatedTexts } from './untranslated-texts.ts';

// All screens, each in one of the eight modes determined by its URL: no layout shift, no axe findings, nothing wider
// than the window, and no untranslated text. All screens in all modes: `npm run bench screens -- --modes`.

const MAX_SHIFT = 0.02;
const UNKNOWN_ID = '01920000-0000-7000-8000-000000000000';

/**
 * Screens with texts that are not translated: the demo's accounts and the assistant's suggestions come from the server;
 * the simulated phone, bots' faults and their editor are English.
 */
const HAS_OTHER_WORDS =
  /^\/(login|ai-assistant|btgpt|bot-|whatsapp-simulator)|^\/webhook-(make-|zapier-)?guide|^\/api-playground/;

/** Screens without a frame, which show nothing before the first response. */
const HAS_NO_FRAME = /^\/(qr-view|oauth\/mcp)/;

/**
 * The pseudo-locale's letters are in no language of ours. Their part of the font, which only people's own texts need,
 * may load at any time.
 */
const OTHER_LETTERS = /\/inter-(?!latin-wght)[\w-]+\.woff2$/;

/** `own`: in a workspace that no other test writes to. `demo`: with the demo's data, which changes during the test. */
interface Screen {
  address: string;
  as: 'nobody' | 'own' | 'demo' | 'admin';
}
const VISITORS = ['nobody', 'own', 'demo', 'admin'] as const;

const SCREENS: Screen[] = [
  ...GUARDED_ROUTES.filter(({ isPending }) => !isPending).map(({ path, guard }): Screen => {
    if (guard === 'public' || guard === 'logged-out') return { address: path, as: 'nobody' };
    if (guard === 'admin') return { address: path, as: 'admin' };
    return { address: path, as: path.startsWith('/engine-explorer') ? 'demo' : 'own' };
  }),
  { address: '/user-management?tab=invitations', as: 'own' },
  { address: '/user-management?tab=log', as: 'own' },
];

for (const mode of MODES) {
  const { scheme, direction, width } = mode;
  test.describe(`${scheme}, ${direction}, ${width} px`, () => {
    // Unknown ids are not found.
    test.use({
      colorScheme: scheme,
      viewport: { width, height: 800 },
      allowedErrors: [/status of (404|422)|net::ERR_FAILED/],
    });

    test('screens are stable, accessible and translated', async ({ page }) => {
      await page.context().route(OTHER_LETTERS, (route) => route.abort());
      await page.addInitScript(setLanguageAndWatchShifts, direction === 'rtl' ? 'ar-XB' : 'en-XA');
      const faults: string[] = [];
      const screens = SCREENS.filter(({ address }) => modeOf(address) === mode);
      for (const as of VISITORS) {
        const visited = screens.filter((screen) => screen.as === as);
        if (visited.length === 0) continue;
        await leave(page);
        if (as === 'own') await signUpWithData(page);
        if (as === 'demo' || as === 'admin') await signInAs(page.context(), as === 'demo' ? 'user' : 'admin');
        for (const screen of visited) {
          const fault = await test.step(screen.address, () =>
            checkScreen(page, screen, mode).then(() => null, messageOf),
          );
          if (fault !== null) faults.push(`${screen.address}: ${fault}`);
        }
      }
      expect(faults.join('\n\n')).toBe('');
    });
  });
}

/** Leaves the page like closing the window, so that its pending requests do not affect the next visitor. */
async function leave(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearCookies();
}

const messageOf = (error: unknown) => stripVTControlCharacters(error instanceof Error ? error.message : String(error));

async function checkScreen(page: Page, { address, as }: Screen, { scheme, direction }: Mode): Promise<void> {
  const url = await withIds(page, address);
  const isHeld = as === 'own' && !HAS_NO_FRAME.test(address);
  const answer = isHeld ? await holdAnswers(page) : null;
  await page.goto(url);
  if (answer) {
    await expect(page.getByRole('main')).toBeVisible();
    answer();
  }
  await expect(page).toHaveURL(({ pathname }) => pathname === url.split('?')[0]);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // On other screens, other tests add and remove pods and write texts.
  if (as !== 'nobody' && as !== 'own') return;
  if (!HAS_OTHER_WORDS.test(address)) expect(await untranslatedTexts(page), 'untranslated texts').toEqual([]);
  const { moved, movedBy } = await page.evaluate(() => {
    const seen = window as unknown as { moved: string[]; movedBy: number };
    return { moved: seen.moved, movedBy: seen.movedBy };
  });
  expect(movedBy, `layout shift: ${moved.join('; ')}`).toBeLessThan(MAX_SHIFT);
  if (address.startsWith('/invoices/')) await expectOneSheet(page);
}

/** Delays the server's responses until released, so that they must fit the layout however fast a machine is. */
async function holdAnswers(page: Page): Promise<() => void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await answered;
    await route.continue();
  });
  return answer;
}

/** Expects that the page prints, or is saved as a PDF, on one sheet, whatever else is on the screen. */
async function expectOneSheet(page: Page): Promise<void> {
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g), 'sheets of paper').toHaveLength(1);
}

/** Runs before the page's scripts: sets the language and records layout shifts without input. */
function setLanguageAndWatchShifts(language: string): void {
  // Between two visitors the page is empty.
  if (window.origin === 'null') return;
  localStorage.setItem('language', language);
  const seen = Object.assign(window, { moved: [] as string[], movedBy: 0 });
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      seen.movedBy += value;
      seen.moved.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Signs up someone with a paid plan, a contact, a message, a bot and a knowledge base, whose names have no letters that
 * a translation could have.
 */
async function signUpWithData(page: Page): Promise<void> {
  const { request } = page;
  const origin = new URL(process.env.E2E_URL ?? '').origin;
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await request[method](path, { data, headers: { origin } });
    expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  };
  const email = `modes-${crypto.randomUUID()}@example.test`;
  const person = { name: 'Дана', email, password: 'a long enough password', zone: 'UTC', country: 'GB' };
  const post = (path: string, data: object) => send('post', path, data);
  await post('/api/auth/sign-up/email', person);
  await send('put', '/api/subscription/bill-to', { billTo: 'Łódź, Ünïón 7\nרחוב הרצל 12\nشارع الملك 34' });
  await post('/api/subscription/plan', { plan: 'pro' });
  const mobile = '+447700900123';
  const dueDate = new Date(Date.now() + 3_600_000).toISOString();
  await post('/api/contacts', { name: 'Ясна', mobile });
  await post('/api/messages', { contactName: 'Ясна', message: 'Здраво', dueDate, contactList: [{ mobile }] });
  await post('/api/bots', { name: 'Бот' });
  await post('/api/knowledge-bases', { name: 'Знање' });
}

/** Fills in ids of objects that the visitor has. */
async function withIds(page: Page, address: string): Promise<string> {
  const lists: [RegExp, string][] = [
    [/:engineId/, '/api/engines'],
    [/:invoiceId/, '/api/invoices'],
    [/:botId/, '/api/bots'],
    [/knowledge-base\/:id/, '/api/knowledge-bases'],
  ];
  const list = lists.find(([asks]) => asks.test(address))?.[1];
  if (!list) return address.replaceAll(/:\w+/g, UNKNOWN_ID);
  const { data } = (await (await page.request.get(list)).json()) as { data: { _id: string }[] };
  return address.replace(/:\w+/, data[0]?._id ?? UNKNOWN_ID).replaceAll(/:\w+/g, UNKNOWN_ID);
}
