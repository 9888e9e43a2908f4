import { readFileSync } from 'node:fs';
import { totpOf } from '../apps/server/test/totp.ts';
import { expect, test } from './fixtures.ts';
import { MAIL_WAITS, readMailedLink } from './mailed.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const PASSWORD = 'a long enough password';
const LEAD = 'lena@example.test';
const GUEST = 'kim@example.test';
const BUSY = { timeout: 60_000 };
const CUSTOMER = '+447700912377';

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer(MAIL_WAITS);
  await server.start();
});
test.afterAll(() => server?.remove());

test('a team’s life: sign-up, people, plans, an engine and a campaign, to the end of the workspace', async ({
  browser,
}) => {
  const beganAt = Date.now();
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const read = async (path: string) => (await page.request.get(path)).json();
  const headers = { origin: server.url };

  await test.step('sign up and verify the address', async () => {
    await page.goto('/signup');
    await page.getByLabel('Your name').fill('Lena Lead');
    await page.getByLabel('Email').fill(LEAD);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Workspace name').fill('Lena’s own');
    await press('Create account');
    await expect(page).toHaveURL('/calendar');
    await page.goto('/account');
    await press('Verify by email');
    await page.goto(await readMailedLink(server, LEAD, '/account?verify='));
    await expect(page.getByText('Your email address is verified.')).toBeVisible();
    await expect(page).toHaveURL('/account');
  });

  await test.step('a workspace with a second member', async () => {
    await page.goto('/new-workspace');
    await page.getByLabel('Name').fill('Harbour Tours');
    await press('Create workspace');
    await expect(page.getByRole('button', { name: 'Workspace: Harbour Tours' })).toBeVisible();
    await page.goto('/user-management');
    await press('Invite');
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByLabel('Email').fill(GUEST);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(dialog.getByText(`Invitation sent to ${GUEST}`)).toBeVisible();
    const other = await browser.newContext({ baseURL: server.url });
    const data = { name: 'Kim', email: GUEST, password: PASSWORD };
    expect((await other.request.post('/api/auth/sign-up/email', { data, headers })).status()).toBe(200);
    const kim = await other.newPage();
    await kim.goto(await readMailedLink(server, GUEST, '/join-workspace/'));
    await kim.getByRole('button', { name: 'Join' }).click();
    await expect(kim.getByRole('button', { name: 'Workspace: Harbour Tours' })).toBeVisible();
    await other.close();
  });

  await test.step('two-factor authentication', async () => {
    await page.goto('/account-security');
    await press('Set up');
    await page.getByLabel('Your password').fill(PASSWORD);
    await press('Continue');
    const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
    await page.getByLabel('Code from the app').fill(totpOf(`otpauth://totp/x?secret=${key}`));
    await press('Turn on');
    await press('I’ve saved them');
    expect(await read('/api/me/security')).toMatchObject({ hasTwoFactor: true, isAddressVerified: true });
  });

  await test.step('a larger plan, an engine, and the limit', async () => {
    await page.goto('/account-subscription');
    await press('Switch to Pro');
    await expect(page.getByText('The plan is now Pro')).toBeVisible();
    await page.goto('/engines');
    await press('Create engine');
    await press('Scan');
    await expect.poll(async () => (await read('/api/engines')).data[0].status, BUSY).toBe('connected');
    await press('Done');
    await press('Create engine');
    await expect(page.getByRole('dialog', { name: 'Engine Limit Reached' })).toBeVisible();
    await press('Got it');
    expect((await read('/api/engines')).total).toBe(1);
  });

  await test.step('a campaign', async () => {
    const data = { name: 'A customer', mobile: CUSTOMER };
    expect((await page.request.post('/api/contacts', { data, headers })).status()).toBe(201);
    await page.goto('/campaigns');
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await expect(page.getByText('1 contact now')).toBeVisible();
    await press('Continue');
    await page.getByLabel('Campaign name').fill('Season');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hi {name|there}, we sail again!');
    await press('Continue');
    await press('Continue');
    await press('Launch to 1 recipient');
    const arrived = `/simulator/deliveries?to=${encodeURIComponent(CUSTOMER)}`;
    await expect
      .poll(async () => (await read(arrived)).data.map(({ text }: { text: string }) => text), BUSY)
      .toEqual(['Hi A customer, we sail again!']);
  });

  await test.step('a smaller plan from next month', async () => {
    await page.goto('/pricing');
    await press('Switch to Free');
    const dialog = page.getByRole('alertdialog', { name: 'Switch to Free?' });
    await dialog.getByRole('button', { name: 'Switch to Free' }).click();
    await expect(page.getByText('Your plan changes to Free on')).toBeVisible();
  });

  await test.step('export of personal data', async () => {
    await page.goto('/account');
    const download = page.waitForEvent('download');
    await press('Download');
    const exported = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    expect(exported.person).toMatchObject({ email: LEAD });
  });

  await test.step('deletion requested, cancelled and requested again', async () => {
    const isGoing = async () => (await read('/api/me')).workspace.deleteAfter !== null;
    const remove = async () => {
      await press('Delete workspace');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete workspace' }).click();
      await expect(page.getByText('The workspace will be deleted on').first()).toBeVisible();
      await expect.poll(isGoing).toBe(true);
    };
    await page.goto('/edit-workspace');
    await remove();
    await press('Keep workspace');
    await expect.poll(isGoing).toBe(false);
    await remove();
    await expect.poll(async () => (await read('/api/engines')).data[0]?.status ?? 'gone', BUSY).not.toBe('connected');
  });
  await context.close();
  test.info().annotations.push({ type: 'a team’s life', description: `${(Date.now() - beganAt) / 1_000} s` });
});
