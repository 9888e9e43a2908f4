import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

/** The demo's engine is replaced here, so this has its own server; its tests build on each other. */
test.describe.configure({ mode: 'serial' });

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());

async function openSettings(page: Page): Promise<void> {
  await page.goto('/engines');
  await page.getByRole('table', { name: 'Engines' }).getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/tab=settings/);
}

test('pacing is set, rejected if invalid, and saved', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  await openSettings(page);
  const pacing = page.getByRole('region', { name: 'Sending speed' });
  await pacing.getByLabel('Per minute, to known contacts').fill('30');
  await pacing.getByLabel('Quiet from').fill('22:00');
  await pacing.getByRole('button', { name: 'Save' }).click();
  await expect(pacing.getByText('Enter both the start and the end of quiet hours.')).toBeVisible();
  await pacing.getByLabel('Quiet from').fill('');
  await pacing.getByLabel('Per day').fill('500');
  await pacing.getByRole('button', { name: 'Save' }).click();
  await expect(pacing.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('region', { name: 'Sending speed' })).toContainText(/30 a minute.*Daily limit500/s);
});

test('an engine is renamed', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  await openSettings(page);
  const name = page.getByRole('region', { name: 'Name' });
  await name.getByLabel('Name').fill('Front desk');
  await name.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Front desk' })).toBeVisible();
});

test('an engine of another kind is chosen, set up with a token, and sends', async ({ visit }) => {
  test.setTimeout(120_000);
  const page = await visit(server.url, 'user');
  const { request } = page.context();
  await page.goto('/engines');
  await page.getByRole('table', { name: 'Engines' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete engine' }).click();
  await expect(page.getByText('No connections yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create another kind of connection' }).first().click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: /Business Cloud API/ }).click();
  const made = page.getByRole('dialog', { name: 'New connection: Business Cloud API' });
  await expect(made.getByText('Meta gives each business number a daily limit')).toBeVisible();
  await made.getByRole('button', { name: 'Create engine' }).click();

  const dialog = page.getByRole('dialog', { name: 'Connect WhatsApp' });
  await dialog.getByRole('link', { name: 'Open its settings' }).click({ timeout: 40_000 });
  const access = page.getByRole('region', { name: 'WhatsApp Cloud API' });
  await expect(access.getByRole('button', { name: 'Save' })).toBeDisabled();
  await access.getByLabel('Phone number ID').fill('not a number');
  await access.getByLabel('Access token').fill('EAAG-this-is-a-token');
  await access.getByLabel('App secret').fill('a secret of Meta');
  await access.getByRole('button', { name: 'Save' }).click();
  await expect(access.getByText('the number that Meta calls Phone number ID')).toBeVisible();
  await access.getByRole('button', { name: 'Use a simulated business number' }).click();
  await expect(access.getByText('Callback URL (enter this at Meta)')).toBeVisible();
  await expect(access.getByLabel('Access token')).toHaveValue('');
  await expect(page.getByRole('main').getByText('Connected', { exact: true }).first()).toBeVisible({ timeout: 30_000 });

  const to = '+447700900321';
  const sent = await request.post('/api/messages', {
    data: { message: 'by the Cloud API', contactList: [{ mobile: to, name: 'Somebody' }] },
    headers: { origin: server.url },
  });
  expect(sent.ok()).toBe(true);
  const arrived = async () => {
    const answer = await request.get(`/simulator/deliveries?to=${encodeURIComponent(to)}`);
    return (await answer.json()) as { total: number; data: { from: string; text: string }[] };
  };
  await expect
    .poll(async () => (await arrived()).data, { timeout: 60_000 })
    .toMatchObject([{ from: '+447700900500', text: 'by the Cloud API' }]);
});

test('the settings fit a phone and are accessible in light and dark', async ({ visit }) => {
  const page = await visit(server.url, 'user', { viewport: { width: 360, height: 780 } });
  await openSettings(page);
  await expect(page.getByRole('region', { name: 'WhatsApp Cloud API' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
});
