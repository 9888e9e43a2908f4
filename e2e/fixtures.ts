import AxeBuilder from '@axe-core/playwright';
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';

export type DemoAccount = 'user' | 'free' | 'admin';

const DEMO_PASSWORD = 'switchyard-demo';

interface Fixtures {
  /** Signed in as one of the demo's accounts before the test begins; null: nobody. `test.use({ as: 'user' })` */
  as: DemoAccount | null;
  /** What the browser may complain about in this test, such as a refused sign-in. */
  allowedErrors: RegExp[];
  /**
   * A page in a browser context of its own, signed in as one of the demo's accounts or as nobody; it is closed with the
   * test.
   */
  visit(url: string, as: DemoAccount | null, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Playwright's test with a demo account signed in where asked for, and a watch on the browser's console in every test.
 * What a test has begun in its pages (requests that it answers itself, contexts of its own) ends with it: an answer
 * that comes later is nobody's fault.
 */
export const test = base.extend<Fixtures>({
  as: [null, { option: true }],
  allowedErrors: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that one stands on.
  baseURL: ({}, use) => use(baseUrl()),
  context: async ({ context }, use) => {
    await use(context);
    await endHandlers(context);
  },
  page: async ({ page, as, allowedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    if (as) await signInAs(page.context(), as);
    await use(page);
    const unexpected = errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)));
    expect(unexpected, 'errors in the browser').toEqual([]);
  },
  visit: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (url, as, options = {}) => {
      const context = await browser.newContext({ ...options, baseURL: url });
      contexts.push(context);
      if (as) await signInAs(context, as, url);
      return context.newPage();
    });
    for (const context of contexts) {
      await endHandlers(context);
      await context.close();
    }
  },
});

export { expect };

/** From now on nothing of the test answers a request; what is being answered may fail. */
async function endHandlers(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

/**
 * One sign-in serves every test of this worker, for none of them changes what it stands for; a test that signs out
 * signs in for itself.
 */
const signedIn = new Map<string, Promise<Awaited<ReturnType<BrowserContext['cookies']>>>>();

/** Has the pages of a context be a demo account's. `url`: of another server than that of all tests. */
export async function signInAs(context: BrowserContext, as: DemoAccount, url = baseUrl()): Promise<void> {
  const key = `${as} ${url}`;
  const known = signedIn.get(key);
  if (known) return context.addCookies(await known);
  const fresh = (async () => {
    await signIn(context.request, `${as}@switchyard.local`, DEMO_PASSWORD, url);
    return context.cookies(url);
  })();
  signedIn.set(key, fresh);
  await fresh;
}

/** Signs in by the API; the page that shares this context's cookies is then signed in too. */
export async function signIn(
  request: APIRequestContext,
  email: string,
  password: string,
  url = baseUrl(),
): Promise<void> {
  const answer = await request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  });
  expect(answer.status(), `sign-in as ${email}`).toBe(200);
}

/** The address of the server that all tests use (see start-server.ts). */
export function baseUrl(): string {
  return process.env.E2E_URL ?? '';
}

/** No serious fault of accessibility on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Of what is just fading in or out the colours are those of no moment that anybody reads: what fades has done so at
  // once, also what begins to during the look.
  const sheet = await page.evaluateHandle(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    return still;
  });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    }),
  );
  const rules = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
  // Legacy: within the page, not in a second one made for each look; the difference is frames of other origins, of
  // which there are none.
  // Told only what is wrong: the rest is most of the answer, and takes longer to tell than to find.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .analyze();
  await page.evaluate((still) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (adoptedStyleSheet) => adoptedStyleSheet !== still,
    );
  }, sheet);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  // A canvas is zoomed as one likes, and its list does the same with targets of full size (WCAG 2.5.8, Equivalent).
  for (const { id, nodes } of serious) {
    if (id !== 'target-size') continue;
    const isOnCanvas = await Promise.all(
      nodes.map(({ target }) =>
        page.locator(String(target[0])).evaluate((node) => node.closest('.react-flow') !== null),
      ),
    );
    nodes.splice(0, nodes.length, ...nodes.filter((_, at) => !isOnCanvas[at]));
  }
  const told = serious
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join('\n  ')}`);
  expect(told, 'accessibility').toEqual([]);
}

/** As `expectAccessible`, in light and then in dark, to which the page changes by itself. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessible(page);
  }
}

/** The page is not wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels beyond the window').toBeLessThanOrEqual(0);
}
