import { expect, test } from './fixtures.ts';

test.use({ as: 'user' });

test('a table is operated by keyboard, sorted, and reduced to selected columns', async ({ page }) => {
  await page.goto('/import-messages');
  const table = page.getByRole('table');
  const rows = table.locator('tbody tr[data-index]');
  await expect(rows.first()).toBeVisible();

  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toBeFocused();

  const contact = table.getByRole('columnheader', { name: 'Contact Name' });
  await expect(contact).toHaveAttribute('aria-sort', 'none');
  await contact.getByRole('button').click();
  await expect(contact).toHaveAttribute('aria-sort', 'ascending');
  await contact.getByRole('button').click();
  await expect(contact).toHaveAttribute('aria-sort', 'descending');

  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('checkbox', { name: 'Contact Mobile' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'Contact Mobile' })).toBeHidden();
  await page.reload();
  await expect(rows.first()).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Contact Mobile' })).toBeHidden();
});
