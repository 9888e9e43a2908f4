import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const MAX_CLICKS = 8;
const PHONE = '+447700912345';

for (const width of [1280, 360]) {
  test(`J1: an owner’s first day at ${width} px, from signing up to a first message that is read`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
    const beganAt = Date.now();
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    const led = page.getByRole('complementary', { name: 'First steps' });

    await page.goto('/signup');
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('Email').fill(`grace-${crypto.randomUUID()}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('a first password');
    await page.getByLabel('Workspace name').fill('Compilers');
    await click(page.getByRole('button', { name: 'Create account' }));
    await expect(page).toHaveURL('/calendar');

    await click(led.getByRole('button', { name: 'Connect' }));
    const pairing = page.getByRole('dialog', { name: 'Connect WhatsApp' });
    await click(pairing.getByRole('button', { name: 'Scan' }));
    await expect(pairing.getByText('Connected', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/calendar');

    await click(pairing.getByRole('button', { name: 'Send your first message' }));
    await expect(pairing).toBeHidden();
    const dialog = page.getByRole('dialog', { name: 'New message' });
    await dialog.getByLabel('To').fill(PHONE);
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The first of many');
    await click(dialog.getByLabel('Send it now'));
    await click(dialog.getByRole('button', { name: 'Send', exact: true }));
    await expect(dialog).toBeHidden();

    if (width === 360) await click(page.getByRole('button', { name: 'Open menu' }));
    await click(page.getByRole('link', { name: 'Import/Export Messages' }));
    const row = page.getByRole('row').filter({ hasText: 'The first of many' });
    await expect(row.getByText('Read')).toBeVisible();
    await expect(led.getByRole('link', { name: 'Import' })).toBeVisible();

    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    test.info().annotations.push({ type: 'J1', description: `${clicks} clicks, ${(Date.now() - beganAt) / 1_000} s` });
  });
}
