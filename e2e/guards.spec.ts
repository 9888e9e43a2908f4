import { type DemoAccount, expect, test } from './fixtures.ts';

/** Where a visitor ends up: the specification's section 2.1, for the screens that exist. */
const expected: { path: string; nobody: string; user: string }[] = [
  { path: '/login', nobody: '/login', user: '/calendar' },
  { path: '/signup', nobody: '/signup', user: '/calendar' },
  { path: '/fyp', nobody: '/fyp', user: '/calendar' },
  { path: '/reset-password', nobody: '/reset-password', user: '/reset-password' },
  { path: '/forbidden-access', nobody: '/forbidden-access', user: '/forbidden-access' },
  { path: '/page-not-found', nobody: '/page-not-found', user: '/page-not-found' },
  { path: '/calendar', nobody: '/login?returnTo=%2Fcalendar', user: '/calendar' },
  { path: '/import-messages', nobody: '/login?returnTo=%2Fimport-messages', user: '/import-messages' },
  { path: '/engines', nobody: '/login?returnTo=%2Fengines', user: '/engines' },
  { path: '/ai-assistant', nobody: '/login?returnTo=%2Fai-assistant', user: '/ai-assistant' },
  { path: '/btgpt', nobody: '/login?returnTo=%2Fbtgpt', user: '/btgpt' },
  { path: '/qr-view', nobody: '/login?returnTo=%2Fqr-view', user: '/qr-view' },
  {
    path: '/account-subscription',
    nobody: '/login?returnTo=%2Faccount-subscription',
    user: '/account-subscription',
  },
  { path: '/cluster-audit', nobody: '/login?returnTo=%2Fcluster-audit', user: '/forbidden-access' },
  { path: '/bot-list-view', nobody: '/login?returnTo=%2Fbot-list-view', user: '/bot-list-view' },
  // Spec 000 section 2.2: a non-admin is redirected to /, which leads on to the calendar.
  { path: '/bot-usage-dashboard', nobody: '/login?returnTo=%2Fbot-usage-dashboard', user: '/calendar' },
  { path: '/bots', nobody: '/login?returnTo=%2Fbots', user: '/forbidden-access' },
  { path: '/sessions', nobody: '/login?returnTo=%2Fsessions', user: '/forbidden-access' },
  { path: '/session-timeline', nobody: '/login?returnTo=%2Fsession-timeline', user: '/forbidden-access' },
  { path: '/', nobody: '/login', user: '/calendar' },
  { path: '/no/such/screen', nobody: '/login?returnTo=%2Fno%2Fsuch%2Fscreen', user: '/calendar' },
  { path: '/Calendar%20', nobody: '/login?returnTo=%2FCalendar%2520', user: '/calendar' },
];

const visitors: { name: 'nobody' | 'user'; as: DemoAccount | null }[] = [
  { name: 'nobody', as: null },
  { name: 'user', as: 'user' },
];

for (const { name, as } of visitors) {
  test.describe(`visited by ${name}`, () => {
    test.use({ as });
    test('every address leads where it should', async ({ page }) => {
      for (const row of expected) {
        await test.step(`${row.path} leads to ${row[name]}`, async () => {
          await page.goto(row.path);
          await expect(page).toHaveURL(row[name]);
          await expect(page.getByRole('main')).toBeVisible();
        });
      }
    });
  });
}

test.describe('a signed-in user at an address of no page', () => {
  test.use({ as: 'user' });
  test('is told so at the calendar, until it is closed', async ({ page }) => {
    await page.goto('/no/such/screen');
    await expect(page).toHaveURL('/calendar');
    const notice = page.getByRole('status').filter({ hasText: 'There is no page at /no/such/screen' });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
    await expect(page).toHaveURL('/calendar');
  });
});
