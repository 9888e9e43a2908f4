import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());
// Revoked links return 404.
test.use({ allowedErrors: [/40[49]/, /410/] });

test('a board is shared: a stranger fills in its form and watches its table until it is revoked, and someone joins', async ({
  visit,
}) => {
  const page = await visit(server.url, 'user');
  await page.goto('/boards');
  await page.getByRole('button', { name: 'New board' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Orders/, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Orders' });
  const create = async (kind: string) => {
    await dialog.getByText(kind, { exact: true }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    await dialog.getByRole('button', { name: 'Create another' }).click();
    return link;
  };
  const form = await create('Form');
  const table = await create('Read-only table');
  const invitation = await create('Invitation');
  await expectAccessibleInBothSchemes(page);

  const stranger = await visit(server.url, null);
  await stranger.goto(table);
  await expect(stranger.getByText('0 rows')).toBeVisible();
  const sender = await visit(server.url, null);
  await sender.goto(form);
  await sender.getByRole('button', { name: 'Send' }).click();
  await expect(sender.getByText('Fill this in.')).toBeVisible();
  await expectAccessibleInBothSchemes(sender);
  await sender.getByRole('textbox', { name: 'Name', exact: true }).fill('Two chairs');
  await sender.getByRole('button', { name: 'Send' }).click();
  await expect(sender.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(stranger.getByRole('gridcell', { name: /Two chairs/ })).toBeVisible();
  await expectAccessibleInBothSchemes(stranger);

  await dialog.getByRole('listitem').filter({ hasText: 'Read-only table' }).getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(stranger.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  await expect(stranger.getByText('Two chairs')).toHaveCount(0);

  const guest = await visit(server.url, 'free');
  await guest.goto(invitation);
  await expect(guest.getByText(/invites you to the board Orders/)).toBeVisible();
  await expectAccessibleInBothSchemes(guest);
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByRole('gridcell', { name: /Two chairs/ })).toBeVisible();
});
