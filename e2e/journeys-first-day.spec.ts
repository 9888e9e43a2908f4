import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const MAX_CLICKS = 10;
const PHONE = '+447700912345';

test('J1: an owner’s first day, from signing up to a first message that is read', async ({ page }) => {
  const beganAt = Date.now();
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  const led = page.getByRole('complementary', { name: 'First steps' });

  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Email').fill(`grace-${Date.now().toString(36)}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('a first password');
  await page.getByLabel('Workspace name').fill('Compilers');
  await click(page.getByRole('button', { name: 'Create account' }));
  await expect(page).toHaveURL('/calendar');

  await click(led.getByRole('link', { name: 'Connect' }));
  await click(page.getByRole('button', { name: 'Create engine' }).first());
  await click(page.getByRole('link', { name: 'Scan it with the simulated phone' }));
  await click(page.getByRole('button', { name: /^Scan the code of/ }));
  await expect(led.getByRole('listitem', { name: 'Connect WhatsApp, done' })).toBeVisible();

  await click(led.getByRole('button', { name: 'New message' }));
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByLabel('To').fill(PHONE);
  await dialog.getByRole('textbox', { name: 'Message' }).fill('The first of many');
  await click(dialog.getByLabel('Send it now'));
  await click(dialog.getByRole('button', { name: 'Send', exact: true }));
  await expect(dialog).toBeHidden();

  await click(page.getByRole('link', { name: 'Import/Export Messages' }));
  const row = page.getByRole('row').filter({ hasText: 'The first of many' });
  await expect(row.getByText('Read')).toBeVisible();
  await expect(led.getByRole('listitem', { name: 'Schedule a message, done' })).toBeVisible();

  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  test.info().annotations.push({ type: 'J1', description: `${clicks} clicks, ${(Date.now() - beganAt) / 1_000} s` });
});
