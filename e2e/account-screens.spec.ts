import { expect, expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './fixtures.ts';

test.use({ as: 'user' });

const SCREENS = [
  ['/account', 'Account'],
  ['/user-overview', 'Overview'],
  ['/support', 'Help'],
  ['/account-language', 'Language'],
  ['/account-security', 'Security'],
  ['/account-notification', 'What you are told'],
  ['/notifications-drawer', 'Notifications'],
  ['/account-workspace', 'My workspaces'],
  ['/new-workspace', 'New workspace'],
  ['/edit-workspace', 'Workspace settings'],
  ['/user-management', 'People'],
  ['/user-management?tab=invitations', 'People'],
  ['/user-management?tab=log', 'People'],
] as const;

for (const [path, title] of SCREENS) {
  test(`${path} is accessible in light and dark, and fits a phone`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
  });
}

test('the bell tells what is unread, by the keyboard too, and leads to all of it', async ({ page }) => {
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

test.describe('by somebody of their own', () => {
  test.use({ as: null });

  test('an account is deleted, which every screen tells, and kept; a workspace is made, entered and left behind', async ({
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
    await expect(banner).toContainText('Your account is deleted on');
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
});
