import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts';

test.use({ as: 'free' });

test('a key is created, shown once, reads what it may, and stops working once revoked', async ({
  page,
  playwright,
  baseURL,
}) => {
  const name = `Booking ${Date.now().toString(36)}`;
  await page.goto('/admin-api');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Name the key')).toBeVisible();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('checkbox', { name: 'Contacts: Read' }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const made = page.getByRole('dialog', { name: 'Copy the key now' });
  const key = (await made.getByTestId('api-key').textContent()) ?? '';
  await expectAccessibleInBothSchemes(page);
  await made.getByRole('button', { name: 'I have copied it' }).click();

  const program = await playwright.request.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  expect((await program.get('/api/contacts')).status()).toBe(200);
  expect((await program.get('/api/messages')).status()).toBe(403);

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('from ');
  await expect(page.getByText(key)).toHaveCount(0);
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row.getByText('Revoked')).toBeVisible();
  expect((await program.get('/api/contacts')).status()).toBe(401);
  await program.dispose();
});
