import type { Locator, Page } from '@playwright/test';
import { totpOf } from '../apps/server/test/totp.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const PASSWORD = 'a long enough password';
const CUSTOMER = '+447700912399';

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());

/** Signs up a new person in a separate page, with their own workspace. */
async function signUpNewcomer(page: Page, name: string, email: string): Promise<Page> {
  const answer = await page.request.post('/api/auth/sign-up/email', {
    data: { name, email, password: PASSWORD, zone: 'Europe/London', country: 'GB' },
    headers: { origin: server.url },
  });
  expect(answer.status(), `sign-up of ${name}`).toBe(200);
  return page;
}

// A person removed from a workspace is notified by the first response, which the browser logs.
test.use({ allowedErrors: [/status of 4(03|09)/] });

test('J10: a team lead invites two people, sets roles and requires two-factor authentication; one leaves, and their scheduled messages are sent', async ({
  visit,
}) => {
  const lead = await visit(server.url, 'user');
  const beganAt = Date.now();
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click();
    clicks += 1;
  };
  const toast = (page: Page, words: string | RegExp) =>
    expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();

  await lead.goto('/user-management');
  const invite = async (email: string): Promise<string> => {
    const dialog = lead.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByLabel('Email').fill(email);
    await click(dialog.getByRole('button', { name: 'Invite', exact: true }));
    return dialog.getByLabel('Link').inputValue();
  };
  await click(lead.getByRole('button', { name: 'Invite', exact: true }));
  const miraLink = await invite('mira@example.test');
  await click(lead.getByRole('button', { name: 'Invite another' }));
  const joeLink = await invite('joe@example.test');
  await click(lead.getByRole('button', { name: 'Done' }));

  const mira = await signUpNewcomer(await visit(server.url, null), 'Mira', 'mira@example.test');
  const joe = await signUpNewcomer(await visit(server.url, null), 'Joe', 'joe@example.test');
  await joe.goto(miraLink);
  await expect(joe.getByText('This invitation is for mira@example.test')).toBeVisible();
  for (const [page, link] of [
    [mira, miraLink],
    [joe, joeLink],
  ] as const) {
    await page.goto(link);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page).toHaveURL('/calendar');
    await expect(page.getByRole('button', { name: 'Workspace: Rose & Crown Dental' })).toBeVisible();
  }
  await mira.goto(miraLink);
  await expect(mira.getByText('was used, withdrawn or has expired')).toBeVisible();

  // Live: they appear in the lead's list without a reload.
  await lead.getByRole('combobox', { name: 'Role of Mira' }).selectOption('admin');
  clicks += 1;
  await toast(lead, 'Mira’s role is now Admin');
  await expectAccessible(lead);

  const scheduled = await joe.request.post('/api/messages', {
    data: {
      contactName: 'A customer',
      message: 'By Joe',
      dueDate: new Date(Date.now() + 8_000).toISOString(),
      contactList: [{ mobile: CUSTOMER }],
    },
    headers: { origin: server.url },
  });
  expect(scheduled.status()).toBe(201);
  await joe.goto('/calendar');
  await expect(joe.getByRole('status', { name: 'Live' })).toBeVisible();
  await click(lead.getByRole('button', { name: 'Actions for Joe' }));
  await click(lead.getByRole('menuitem', { name: 'Remove' }));
  await click(lead.getByRole('alertdialog').getByRole('button', { name: 'Remove' }));
  await toast(lead, 'Joe was removed');
  // Joe's open screen switches at once to his own workspace.
  await expect(joe.getByRole('button', { name: 'Workspace: Joe’s workspace' })).toBeVisible();

  await lead.goto('/account-security');
  await click(lead.getByRole('button', { name: 'Set up' }));
  await lead.getByLabel('Your password').fill('switchyard-demo');
  await click(lead.getByRole('button', { name: 'Continue' }));
  const key = await lead.getByRole('textbox', { name: 'Key' }).inputValue();
  const code = () => totpOf(`otpauth://totp/x?secret=${key}`);
  await expectAccessible(lead);
  await lead.getByLabel('Code from the app').fill(code());
  await click(lead.getByRole('button', { name: 'Turn on' }));
  await expect(lead.getByRole('listitem')).not.toHaveCount(0);
  await click(lead.getByRole('button', { name: 'I’ve saved them' }));
  await lead.goto('/edit-workspace');
  await click(lead.getByRole('switch', { name: 'Require two-factor authentication' }));
  // Mira has no second factor: she stays in her own workspace until she does.
  await expect(mira.getByRole('button', { name: 'Workspace: Mira’s workspace' })).toBeVisible();
  await mira.getByRole('button', { name: 'Workspace: Mira’s workspace' }).click();
  await expect(mira.getByText('Requires two-factor authentication')).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(20);
  const seconds = (Date.now() - beganAt) / 1_000;

  // The next sign-in asks for the code and returns to the requested page.
  await lead.context().clearCookies();
  await lead.goto('/user-management?tab=log');
  await lead.getByLabel('Email').fill('user@switchyard.local');
  await lead.getByLabel('Password', { exact: true }).fill('switchyard-demo');
  await lead.getByRole('button', { name: 'Sign in' }).click();
  await lead.getByLabel('Code', { exact: true }).fill(code());
  await lead.getByRole('button', { name: 'Sign in' }).click();
  await expect(lead.getByRole('row').filter({ hasText: 'member.remove' })).toContainText('Joe');

  await expect
    .poll(async () => await (await lead.request.get(`/simulator/deliveries?to=${encodeURIComponent(CUSTOMER)}`)).text())
    .toContain('By Joe');
  test.info().annotations.push({ type: 'J10', description: `${clicks} clicks, ${seconds} s` });
});
