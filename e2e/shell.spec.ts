import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './fixtures.ts';

test.use({ as: 'user' });

test('Ctrl+K goes to a page by name', async ({ page }) => {
  await page.goto('/reset-password');
  await page.goto('/calendar');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Go to a page').fill('calen');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/calendar/);
  await expect(page.getByPlaceholder('Go to a page')).toBeHidden();
});

test('the sidebar collapses to icons that keep their names, and stays so', async ({ page }) => {
  await page.goto('/calendar');
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(sidebar.getByText('Plan')).toBeHidden();
  await expect(sidebar.getByRole('link', { name: 'Calendar' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
});

test('the theme is chosen in the account menu and kept', async ({ page }) => {
  await page.goto('/calendar');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('says that it is live', async ({ page }) => {
  await page.goto('/calendar');
  await expect(page.getByRole('status', { name: 'Live' })).toBeVisible();
});

test.describe('with a call refused', () => {
  // The screen may ask for something just as the sign-out takes effect.
  test.use({ as: null, allowedErrors: [/status of 401/] });
  test('a sign-out in another tab leads to the login page at the next screen', async ({ page }) => {
    await signIn(page.request, 'user@switchyard.local', 'switchyard-demo');
    await page.goto('/calendar');
    await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: new URL(page.url()).origin } });
    await page.reload();
    await expect(page).toHaveURL('/login?returnTo=%2Fcalendar');
  });
});

test('reads from right to left where the language does', async ({ page }) => {
  await page.goto('/calendar');
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(navigation).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const sidebar = await navigation.boundingBox();
  expect(sidebar?.x).toBeGreaterThan(640);
  await expectNoSidewaysScroll(page);
});

test('the shell is accessible in light and dark', async ({ page }) => {
  await page.goto('/calendar');
  await expect(page.getByRole('status', { name: 'Live' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });
  test('the sidebar is a drawer that Escape closes', async ({ page }) => {
    await page.goto('/calendar');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Main navigation' });
    await expect(drawer.getByRole('link', { name: 'Calendar' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });
});
