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
  /** Account to sign in before the test; null: none. `test.use({ as: 'user' })` */
  as: DemoAccount | null;
  /** Browser errors that are expected in this test, such as a refused sign-in. */
  allowedErrors: RegExp[];
  /**
   * Opens a page in a separate browser context, signed in as one of the demo's accounts or not at all; closed at the
   * end of the test.
   */
  visit(url: string, as: DemoAccount | null, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Playwright's test with an optional signed-in demo account, and a check of the browser's console in every test. What a
 * test starts in its pages (requests it answers itself, further contexts) ends with it: late responses are not reported
 * as errors.
 */
export const test = base.extend<Fixtures>({
  as: [null, { option: true }],
  allowedErrors: [[], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of required fixtures.
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

/** Stops answering requests for the test; responses in progress may fail. */
async function endHandlers(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

/**
 * One sign-in serves all tests of this worker because none of them invalidates it; tests that sign out sign in
 * themselves.
 */
const signedIn = new Map<string, Promise<Awaited<ReturnType<BrowserContext['cookies']>>>>();

/** Signs a context in as a demo account. `url`: another server than the shared one. */
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

/** Signs in through the API, which also signs in pages sharing this context's cookies. */
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

/** Returns the URL of the shared server (see start-server.ts). */
export function baseUrl(): string {
  return process.env.E2E_URL ?? '';
}

/** Expects no serious accessibility violation on the page in its current state. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours of elements that are fading are not representative: finish transitions at once, including any that start
  // during the check.
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
  // Legacy mode runs within the page instead of a second one per check; the only difference is frames of other origins,
  // of which there are none. Only violations are returned, because the rest is most of the result and takes longer to
  // transfer than to compute.
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
  // A canvas can be zoomed, and its list offers the same with full-size targets (WCAG 2.5.8, Equivalent).
  for (const { id, nodes } of serious) {
    if (id !== 'target-size') continue;
    const isOnCanvas = await Promise.all(
      nodes.map(({ target }) =>
        page.locator(String(target[0])).evaluate((node) => node.closest('.react-flow') !== null),
      ),
    );
    nodes.splice(0, nodes.length, ...nodes.filter((_, at) => !isOnCanvas[at]));
  }
  const violationTexts = serious
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join('\n  ')}`);
  expect(violationTexts, 'accessibility').toEqual([]);
}

/** Like `expectAccessible`, in light and dark mode, to which the page adapts automatically. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessible(page);
  }
}

/** Expects that the page is not wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels beyond the window').toBeLessThanOrEqual(0);
}
