import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

test.use({ as: 'user' });

test('the bell shows unread notifications, also by keyboard, and links to all of them', async ({ page }) => {
  await page.goto('/calendar');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.focus();
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Notifications' });
  await expect(shown).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  await expect(bell).toBeFocused();
  await bell.click();
  await shown.getByRole('link', { name: 'All notifications' }).click();
  await expect(page).toHaveURL('/notifications-drawer');
});

test.describe('with a new user', () => {
  test.use({ as: null });

  test('an account deletion is announced on every screen and cancelled; a workspace is created, entered and left', async ({
    page,
    baseURL,
  }) => {
    const unique = Date.now().toString(36);
    await page.request.post('/api/auth/sign-up/email', {
      data: {
        name: 'Nia',
        email: `nia-${unique}@example.test`,
        password: 'a long enough password',
        zone: 'UTC',
        country: 'GB',
      },
      headers: { origin: baseURL ?? '' },
    });
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
    const banner = page.getByRole('complementary', { name: 'Deletion' }).first();
    await expect(banner).toContainText('Your account will be deleted on');
    await expectAccessible(page);
    await page.goto('/calendar');
    await banner.getByRole('link', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Keep account' }).click();
    await expect(page.getByRole('complementary', { name: 'Deletion' })).toHaveCount(0);

    await page.goto('/new-workspace');
    await page.getByLabel('Name').fill('Second home');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page).toHaveURL('/calendar');
    await expect(page.getByRole('button', { name: 'Workspace: Second home' })).toBeVisible();
    await page.getByRole('button', { name: 'Workspace: Second home' }).click();
    await page.getByRole('menuitem', { name: 'Nia’s workspace' }).click();
    await expect(page.getByRole('button', { name: 'Workspace: Nia’s workspace' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Workspace: Nia’s workspace' })).toBeVisible();
  });

  test('a chosen language is shown in its own direction and follows its user to another browser', async ({
    page,
    baseURL,
    browser,
  }) => {
    const email = `noa-${Date.now().toString(36)}@example.test`;
    const password = 'a long enough password';
    await page.request.post('/api/auth/sign-up/email', {
      data: { name: 'Noa', email, password, zone: 'Asia/Jerusalem', country: 'IL' },
      headers: { origin: baseURL ?? '' },
    });
    await page.goto('/account-language');
    await page.getByRole('radio', { name: 'עברית' }).click();
    await expect(page.getByRole('heading', { name: 'שפה', level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'he');
    const sidebar = page.getByRole('navigation', { name: 'ניווט ראשי' });
    await expect.poll(async () => (await sidebar.boundingBox())?.x).toBeGreaterThan(640);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 780 });
    for (const path of ['/user-management', '/account-security', '/account-notification']) {
      await page.goto(path);
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    }

    const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
    const other = await elsewhere.newPage();
    await other.goto('/login');
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.locator('html')).toHaveAttribute('lang', 'he');
    await elsewhere.close();
  });
});
