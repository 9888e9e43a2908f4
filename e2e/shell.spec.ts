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
  await page.getByPlaceholder('Find a page, contact, message or connection').fill('calen');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/calendar/);
  await expect(page.getByPlaceholder('Find a page, contact, message or connection')).toBeHidden();
});

test('a link to a workspace opens its screen', async ({ page }) => {
  const { workspace } = (await (await page.request.get('/api/me')).json()) as { workspace: { _id: string } };
  await page.goto(`/w/${workspace._id}/calendar?view=day`);
  await expect(page).toHaveURL('/calendar?view=day');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const missing = await page.request.get('/w/00000000-0000-7000-8000-000000000000/calendar');
  expect(missing.status()).toBe(404);
});

test('the sidebar collapses to icons that keep their names, and stays collapsed', async ({ page }) => {
  await page.goto('/calendar');
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(sidebar.getByText('Plan')).toBeHidden();
  await expect(sidebar.getByRole('link', { name: 'Calendar', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
});

test('settings are in one place with their own list, and Back returns to the previous screen', async ({ page }) => {
  await page.goto('/engines');
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Calendar', exact: true })).toBeHidden();
  for (const group of ['You', 'Workspace', 'Plan and billing', 'Developers']) {
    await expect(sidebar.getByRole('list', { name: group, exact: true })).toBeVisible();
  }
  await sidebar.getByRole('link', { name: 'API keys' }).click();
  await expect(page).toHaveURL('/admin-api');
  await sidebar.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/engines');
  await expect(sidebar.getByRole('link', { name: 'Calendar', exact: true })).toBeVisible();
});

test('campaigns, contacts and the assistant have tabs for their parts; earlier URLs redirect there', async ({
  page,
}) => {
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  await page.goto('/campaigns');
  await page.getByRole('navigation', { name: 'Campaign sections' }).getByRole('link', { name: 'Templates' }).click();
  await expect(page).toHaveURL('/campaigns-management?tab=templates');
  await expect(page.getByRole('button', { name: 'New template' }).first()).toBeVisible();
  await page.goto('/campaigns-management?tab=optOuts');
  await expect(page).toHaveURL('/contacts?tab=optOuts');
  await expect(page.getByRole('button', { name: 'Add opt-out' }).first()).toBeVisible();
  await sidebar.getByRole('link', { name: 'Assistant' }).click();
  await expect(page).toHaveURL('/ai-assistant');
  await page.getByRole('link', { name: 'What I can do' }).click();
  await expect(page).toHaveURL(/^[^?]*\/btgpt/);
  await expect(page.getByRole('heading', { name: 'Assistant', level: 1 })).toBeVisible();
});

test('the theme is chosen in the account menu and remembered', async ({ page }) => {
  await page.goto('/calendar');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('shows that it is live', async ({ page }) => {
  await page.goto('/calendar');
  await expect(page.getByRole('status', { name: 'Live' })).toBeVisible();
});

test.describe('with a refused request', () => {
  // The screen may send a request just as the sign-out takes effect.
  test.use({ as: null, allowedErrors: [/status of 401/] });
  test('a sign-out in another tab leads to the login page at the next screen', async ({ page }) => {
    await signIn(page.request, 'user@switchyard.local', 'switchyard-demo');
    await page.goto('/calendar');
    await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: new URL(page.url()).origin } });
    await page.reload();
    await expect(page).toHaveURL('/login?returnTo=%2Fcalendar');
  });
});

test('is laid out from right to left for such languages', async ({ page }) => {
  await page.goto('/calendar');
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(navigation).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  // The waiting frame is replaced with the signed-in user's; for a moment there is neither.
  await expect.poll(async () => (await navigation.boundingBox())?.x).toBeGreaterThan(640);
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
    await expect(drawer.getByRole('link', { name: 'Calendar', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  test('the menu leads to the settings and their sections', async ({ page }) => {
    await page.goto('/calendar');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Main navigation' });
    await drawer.getByRole('button', { name: 'Settings' }).click();
    await expect(drawer.getByRole('link', { name: 'Calendar', exact: true })).toBeHidden();
    await drawer.getByRole('button', { name: 'Back' }).click();
    await drawer.getByRole('button', { name: 'Settings' }).click();
    await drawer.getByRole('link', { name: 'Security' }).click();
    await expect(page).toHaveURL('/account-security');
    await expect(drawer).toBeHidden();
  });

  test('a menu opened while the screen is loading stays open and works', async ({ page }) => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/**', async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto('/calendar');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Main navigation' });
    await expect(drawer).toBeVisible();
    answer();
    await expect(page.getByRole('heading', { name: 'Calendar', level: 1, includeHidden: true })).toHaveCount(1);
    await drawer.getByRole('link', { name: 'Engines' }).click();
    await expect(page).toHaveURL(/\/engines$/);
    await expect(drawer).toBeHidden();
  });
});

test.describe('while the server does not respond', () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 780 },
  ]) {
    test(`the frame is shown and stays in place, ${viewport.width} px wide`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript(() => {
        Object.assign(window, { moved: 0 });
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          const sum = shifts.filter((shift) => !shift.hadRecentInput).reduce((total, shift) => total + shift.value, 0);
          Object.assign(window, { moved: (window as unknown as { moved: number }).moved + sum });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/**', async (route) => {
        await answered;
        await route.continue();
      });
      await page.goto('/calendar');
      const parts = [
        page.getByRole('complementary', { name: 'Demo' }),
        page.getByRole('button', { name: 'Search' }),
        page.getByRole('main'),
        // The list on a phone starts at today, which is below the heading.
        ...(viewport.width > 768 ? [page.getByRole('heading', { name: 'Calendar', level: 1 })] : []),
      ];
      for (const part of parts) await expect(part).toBeVisible();
      const before = await Promise.all(parts.map((part) => part.boundingBox()));
      answer();
      await expect(page.getByRole('button', { name: 'New message' })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Live' })).toBeVisible();
      const after = await Promise.all(parts.map((part) => part.boundingBox()));
      // A heading's width depends on the count beside it.
      const place = (box: (typeof before)[number]) => box && [box.x, box.y, box.height];
      expect(after.map(place)).toEqual(before.map(place));
      expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.02);
    });
  }
});
