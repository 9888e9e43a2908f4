import { GUARDED_ROUTES } from '../apps/web/src/guarded-routes.ts';
import { type DemoAccount, expect, test } from './fixtures.ts';

/** Fills the parameters of a route with an unknown id. */
const addressOf = (path: string) => path.replaceAll(/:\w+/g, '01920000-0000-7000-8000-000000000000');
const loginFor = (path: string) => `/login?returnTo=${encodeURIComponent(path)}`;

type Visitor = 'nobody' | 'user' | 'admin';

/** Where a guard redirects a visitor, by section 2.1 of the specification. */
function redirectTarget(path: string, guard: (typeof GUARDED_ROUTES)[number]['guard'], visitor: Visitor): string {
  if (guard === 'public') return path;
  if (guard === 'logged-out') return visitor === 'nobody' ? path : '/calendar';
  if (visitor === 'nobody') return loginFor(path);
  if (path === '/bot-usage-dashboard' && visitor === 'user') return '/calendar';
  return guard === 'admin' && visitor === 'user' ? '/forbidden-access' : path;
}

/** Visited as a user in screen-modes.spec.ts. */
const SEEN_BY_USERS = 'authenticated';

/** A screen may add its state to its URL, including one stored for after the sign-in. */
function isAt(url: URL, wanted: URL): boolean {
  const returnsTo = ({ searchParams }: URL) => searchParams.get('returnTo')?.split('?')[0];
  return url.pathname === wanted.pathname && returnsTo(url) === returnsTo(wanted);
}

const NO_PAGES = ['/no/such/screen', '/Calendar%20'];

const visitors: { name: Visitor; as: DemoAccount | null }[] = [
  { name: 'nobody', as: null },
  { name: 'user', as: 'user' },
  { name: 'admin', as: 'admin' },
];

for (const { name, as } of visitors) {
  test.describe(`visited by ${name}`, () => {
    // Unknown ids are not found.
    test.use({ as, allowedErrors: [/status of (404|422)/] });
    test('every URL leads where it should', async ({ page }) => {
      test.slow();
      const walked = GUARDED_ROUTES.filter(
        ({ isPending, guard }) => !isPending && !(name === 'user' && guard === SEEN_BY_USERS),
      );
      const screens = walked.map(({ path, guard }) => {
        const address = addressOf(path);
        return { address, to: redirectTarget(address, guard, name) };
      });
      const unknown = NO_PAGES.map((address) => ({
        address,
        to: name === 'nobody' ? loginFor(address) : '/calendar',
      }));
      const start = { address: '/', to: name === 'nobody' ? '/login' : '/calendar' };
      for (const { address, to } of [...screens, ...unknown, start]) {
        await test.step(`${address} leads to ${to}`, async () => {
          await page.goto(address);
          await expect(page).toHaveURL((url) => isAt(url, new URL(to, url)));
          await expect(page.getByRole('main')).toBeVisible();
        });
      }
    });
  });
}

test.describe('a signed-in user at a URL without a page', () => {
  test.use({ as: 'user' });
  test('sees a message at the calendar until it is closed', async ({ page }) => {
    await page.goto('/no/such/screen');
    await expect(page).toHaveURL('/calendar');
    const notice = page.getByRole('status').filter({ hasText: 'No page at /no/such/screen' });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
    await expect(page).toHaveURL('/calendar');
  });
});

test.describe('a user at a URL for administrators', () => {
  test.use({ as: 'user' });
  test('sees a message at the calendar until it is closed', async ({ page }) => {
    await page.goto('/bot-usage-dashboard');
    await expect(page).toHaveURL('/calendar');
    const notice = page.getByRole('status').filter({ hasText: 'You don’t have access to that page.' });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
  });
});

test('the requested URL survives the sign-up', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page).toHaveURL('/login?returnTo=%2Fpricing');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Mary Somerville');
  await page.getByLabel('Email').fill(`mary-${Date.now().toString(36)}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('a first password');
  await page.getByLabel('Workspace name').fill('Mechanism of the Heavens');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeVisible();
});

test.describe('with the trial of a new account', () => {
  // The trial has already started when it is requested.
  test.use({ allowedErrors: [/status of 409/] });

  test('a visitor who tries Pro signs up on the way and gets it', async ({ page }) => {
    await page.goto('/trialModal');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Your name').fill('Emmy Noether');
    await page.getByLabel('Email').fill(`emmy-${Date.now().toString(36)}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('a first password');
    await page.getByLabel('Workspace name').fill('Rings');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Try Pro for 14 days' }).click();
    await expect(page).toHaveURL('/account-subscription');
    await expect(page.getByText('Your trial of Pro runs until')).toBeVisible();
  });
});

test('a person who removed the extension gives a reason and is thanked', async ({ page }) => {
  await page.goto('/uninstall');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose a reason');
  await page.getByRole('radio', { name: 'It didn’t work' }).check();
  await page.getByLabel('In your own words').fill('It stopped after an update');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL('/thank-you?for=uninstall');
  await expect(page.getByRole('heading', { name: 'Thanks for telling us' })).toBeVisible();
});
