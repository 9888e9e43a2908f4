import { stripVTControlCharacters } from 'node:util';
import type { Page } from '@playwright/test';
import { GUARDED_ROUTES } from '../apps/web/src/guarded-routes.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signInAs, test } from './fixtures.ts';
import { MODES, type Mode, modeOf } from './modes.ts';
import { plainWords } from './plain-words.ts';

// Every screen, each in one of the eight modes, by the letters of its address: nothing moves by itself, axe finds
// nothing, nothing is wider than the window, and no word comes from outside of the translations. All screens in all
// modes: `npm run bench screens -- --modes`.

const MAX_SHIFT = 0.02;
const NOBODYS = '01920000-0000-7000-8000-000000000000';

/**
 * The demo's accounts and what may be asked of the assistant are the server's words; the simulated phone, bots' faults
 * and their editor are English.
 */
const HAS_OTHER_WORDS =
  /^\/(login|ai-assistant|btgpt|bot-|whatsapp-simulator)|^\/webhook-(make-|zapier-)?guide|^\/api-playground/;

/** Nothing of them is on the screen before the first answer. */
const HAS_NO_FRAME = /^\/(qr-view|oauth\/mcp)/;

/**
 * The pseudo-locale's letters are of no language of ours. Their part of the font, which only people's own words ask
 * for, comes when it comes.
 */
const OTHER_LETTERS = /\/inter-(?!latin-wght)[\w-]+\.woff2$/;

/**
 * `own`: in a workspace that no other test writes to. `demo`: with what the demo has, which lives while it is looked
 * at.
 */
interface Screen {
  address: string;
  as: 'nobody' | 'own' | 'demo' | 'admin';
}
const LOOKERS = ['nobody', 'own', 'demo', 'admin'] as const;

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
    // What is asked for of nobody's is not found.
    test.use({
      colorScheme: scheme,
      viewport: { width, height: 800 },
      allowedErrors: [/status of (404|422)|net::ERR_FAILED/],
    });

    test('screens stand still, are accessible and speak the language', async ({ page }) => {
      await page.context().route(OTHER_LETTERS, (route) => route.abort());
      await page.addInitScript(speakAndWatch, direction === 'rtl' ? 'ar-XB' : 'en-XA');
      const faults: string[] = [];
      const screens = SCREENS.filter(({ address }) => modeOf(address) === mode);
      for (const as of LOOKERS) {
        const theirs = screens.filter((screen) => screen.as === as);
        if (theirs.length === 0) continue;
        await leave(page);
        if (as === 'own') await signUpWithSomething(page);
        if (as === 'demo' || as === 'admin') await signInAs(page.context(), as === 'demo' ? 'user' : 'admin');
        for (const screen of theirs) {
          const fault = await test.step(screen.address, () => look(page, screen, mode).then(() => null, messageOf));
          if (fault !== null) faults.push(`${screen.address}: ${fault}`);
        }
      }
      expect(faults.join('\n\n')).toBe('');
    });
  });
}

/** As if the window had been closed: it works in one workspace, and what it still asks for is nobody's. */
async function leave(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearCookies();
}

const messageOf = (error: unknown) => stripVTControlCharacters(error instanceof Error ? error.message : String(error));

async function look(page: Page, { address, as }: Screen, { scheme, direction }: Mode): Promise<void> {
  const asked = await withIds(page, address);
  const isHeld = as === 'own' && !HAS_NO_FRAME.test(address);
  const answer = isHeld ? await holdAnswers(page) : null;
  await page.goto(asked);
  if (answer) {
    await expect(page.getByRole('main')).toBeVisible();
    answer();
  }
  await expect(page).toHaveURL(({ pathname }) => pathname === asked.split('?')[0]);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // Elsewhere other tests make pods come and go, and write words of their own.
  if (as !== 'nobody' && as !== 'own') return;
  if (!HAS_OTHER_WORDS.test(address))
    expect(await plainWords(page), 'words from outside of the translations').toEqual([]);
  const { moved, movedBy } = await page.evaluate(() => {
    const seen = window as unknown as { moved: string[]; movedBy: number };
    return { moved: seen.moved, movedBy: seen.movedBy };
  });
  expect(movedBy, `moves by itself: ${moved.join('; ')}`).toBeLessThan(MAX_SHIFT);
  if (address.startsWith('/invoices/')) await expectOneSheet(page);
}

/** The server answers nothing before it is let: whatever comes then must find its room, however quick a machine is. */
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

/** What is printed, or saved as a PDF: one sheet of paper, whatever else is on the screen. */
async function expectOneSheet(page: Page): Promise<void> {
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g), 'sheets of paper').toHaveLength(1);
}

/** Before anything of the page: its language, and what moves without having been touched. */
function speakAndWatch(language: string): void {
  // Between two lookers the page is nobody's.
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
 * Somebody with a paid plan, a contact, a message, a bot and a knowledge base; their names have no letter that a
 * translation could have.
 */
async function signUpWithSomething(page: Page): Promise<void> {
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

/** With the id of something that the looker has. */
async function withIds(page: Page, address: string): Promise<string> {
  const lists: [RegExp, string][] = [
    [/:engineId/, '/api/engines'],
    [/:invoiceId/, '/api/invoices'],
    [/:botId/, '/api/bots'],
    [/knowledge-base\/:id/, '/api/knowledge-bases'],
  ];
  const list = lists.find(([asks]) => asks.test(address))?.[1];
  if (!list) return address.replaceAll(/:\w+/g, NOBODYS);
  const { data } = (await (await page.request.get(list)).json()) as { data: { _id: string }[] };
  return address.replace(/:\w+/, data[0]?._id ?? NOBODYS).replaceAll(/:\w+/g, NOBODYS);
}
