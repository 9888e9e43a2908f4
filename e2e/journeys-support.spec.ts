import { baseUrl, expect, expectAccessible, test } from './fixtures.ts';

const REASON = 'Asked in ticket 4711 why messages wait';

test('J12: support views a workspace with a reason, changes nothing and leaves; the customer can see that it happened', async ({
  visit,
}) => {
  const baseURL = baseUrl();
  const beganAt = Date.now();
  const customer = await visit(baseURL, 'free');
  const me = await (await customer.request.get('/api/me')).json();
  const page = await visit(baseURL, 'admin');
  const banner = page.getByRole('complementary', { name: 'Support mode' });

  await page.goto(`/engines?supportedUserId=${me._id}&workspaceId=${me.workspace._id}`);
  await expect(page.getByText(`what Sam Free sees in ${me.workspace.name}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start support mode' }).click();
  await expect(page.getByText('Enter a reason', { exact: true })).toBeVisible();
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Start support mode' }).click();

  await expect(banner).toContainText('you see what Sam Free sees');
  await expect(page.getByRole('heading', { name: 'Engines', exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Settings' }).click();
  for (const screen of ['Subscription', 'Invoices', 'Billing']) {
    await page.getByRole('link', { name: screen, exact: true }).first().click();
    await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
    await expect(banner, screen).toBeInViewport();
    expect(new URL(page.url()).searchParams.get('supportedUserId'), screen).toBe(me._id);
  }
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  const supported = { 'x-supported-user-id': me._id, 'x-supported-workspace-id': me.workspace._id, origin: baseURL };
  const change = { data: { name: 'Taken over' }, headers: supported };
  expect((await page.request.patch('/api/workspace', change)).status()).toBe(403);

  await banner.getByRole('button', { name: 'Leave support mode' }).click();
  await expect(page).toHaveURL('/calendar');
  await expect(banner).toBeHidden();
  expect((await page.request.get('/api/me', { headers: supported })).status()).toBe(403);

  await customer.goto('/admin-billing');
  const looks = customer.getByRole('region', { name: 'Support access' });
  await expect(looks.getByRole('row').filter({ hasText: REASON })).toContainText('Alex Admin');
  const after = await (await customer.request.get('/api/me')).json();
  expect(after.workspace.name).toBe(me.workspace.name);
  test.info().annotations.push({ type: 'J12', description: `${(Date.now() - beganAt) / 1_000} s` });
});
