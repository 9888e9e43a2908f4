import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';

export type DemoAccount = 'user' | 'free' | 'admin';

const DEMO_PASSWORD = 'switchyard-demo';

interface Fixtures {
  /** Signed in as one of the demo's accounts before the test begins; null: nobody. `test.use({ as: 'user' })` */
  as: DemoAccount | null;
  /** What the browser may complain about in this test, such as a refused sign-in. */
  allowedErrors: RegExp[];
}

/** Playwright's test with a demo account signed in where asked for, and a watch on the browser's console in every test. */
export const test = base.extend<Fixtures>({
  as: [null, { option: true }],
  allowedErrors: [[], { option: true }],
  page: async ({ page, as, allowedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    if (as) await signIn(page.request, `${as}@switchyard.local`, DEMO_PASSWORD);
    await use(page);
    const unexpected = errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)));
    expect(unexpected, 'errors in the browser').toEqual([]);
  },
});

export { expect };

/** Signs in by the API; the page that shares this context's cookies is then signed in too. */
export async function signIn(request: APIRequestContext, email: string, password: string): Promise<void> {
  const headers = { origin: baseUrl() };
  const answer = await request.post('/api/auth/sign-in/email', { data: { email, password }, headers });
  expect(answer.status(), `sign-in as ${email}`).toBe(200);
}

/** The server's address, as playwright.config.ts chose it. */
export function baseUrl(): string {
  return `http://localhost:${process.env.E2E_PORT}`;
}

/** No serious fault of accessibility on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  const rules = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
  // Legacy: within the page, not in a second one made for each look; the difference is frames of other origins, of which there are none.
  // Told only what is wrong: the rest is most of the answer, and takes longer to tell than to find.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join('\n  ')}`);
  expect(told, 'accessibility').toEqual([]);
}

/** The page is not wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'pixels beyond the window').toBeLessThanOrEqual(0);
}
