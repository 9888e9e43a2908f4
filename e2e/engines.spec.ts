import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

/** Engines are killed and deleted here, so this has its own server; its tests build on each other. */
test.describe.configure({ mode: 'serial' });

const PHONE = '+447700900077';

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer({ EXTENSION_STORE_URL: 'https://chromewebstore.google.com/detail/switchyard' });
  await server.start();
});
test.afterAll(() => server.remove());

interface ListedEngine {
  _id: string;
  status: string;
  qrcode: string | null;
  connection: { id: string; connectionTime: string | null } | null;
}

async function enginesOf(request: APIRequestContext): Promise<ListedEngine[]> {
  return ((await (await request.get('/api/engines')).json()) as { data: ListedEngine[] }).data;
}

/** Returns the connected process with its connection time; null if none is connected. */
async function connectionOf(request: APIRequestContext): Promise<string | null> {
  const [engine] = await enginesOf(request);
  return engine?.status === 'connected' ? JSON.stringify(engine.connection) : null;
}

/** Scans the code shown by the workspace's engine with the phone. */
async function scan(request: APIRequestContext): Promise<void> {
  const [engine] = await enginesOf(request);
  const answer = await request.post(`/simulator/accounts/${encodeURIComponent(PHONE)}/scan`, {
    data: { qr: engine?.qrcode },
  });
  expect(answer.status()).toBe(200);
}

/** A mark that a reload would remove. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { neverReloaded: true }));
const wasNeverReloaded = (page: Page) => page.evaluate(() => 'neverReloaded' in window);

/**
 * Records all states of the first engine in the table, in order, and whether the hint for starting engines was shown.
 * @returns a function that reads the record
 */
async function watchStates(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const states: string[] = [];
    const recordState = () => {
      const hint = document.querySelector('table')?.textContent?.includes('This may take a few minutes')
        ? ' hinted'
        : '';
      const state = (document.querySelector('table [data-tone]')?.textContent ?? '') + hint;
      if (state !== states.at(-1)) states.push(state);
      Object.assign(window, { statesSeen: states.join(' > ') });
    };
    recordState();
    new MutationObserver(recordState).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => String(Reflect.get(window, 'statesSeen')));
}

const counter = (page: Page, name: string) =>
  page.locator('dl[aria-label="Connections by state"] > div').filter({ hasText: name }).locator('dd');

test('a killed engine process is shown going away and coming back, without a reload or a new QR code', async ({
  visit,
}) => {
  const page = await visit(server.url, 'user');
  await page.goto('/engines');
  await mark(page);
  const table = page.getByRole('table', { name: 'Engines' });
  await expect(table.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(counter(page, 'Total')).toHaveText('1');
  await expect(counter(page, 'Connected')).toHaveText('1');
  await expect(page.getByRole('heading', { name: 'Engine Types' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get the browser extension' })).toHaveAttribute('target', '_blank');

  const seen = await watchStates(page);
  // After the first kill it is back before it can be seen; after later ones the cluster waits for one second, then two.
  for (const _ of [1, 2, 3]) {
    const before = await connectionOf(page.request);
    const [pid] = server.enginePids();
    if (pid === undefined) throw new Error('there is no engine process');
    process.kill(pid, 'SIGKILL');
    // Only a connected one can be seen going away.
    await expect
      .poll(async () => [null, before].includes(await connectionOf(page.request)), { timeout: 30_000 })
      .toBe(false);
  }
  await expect.poll(seen).toContain('Disconnected');
  await expect.poll(seen, { timeout: 30_000 }).toMatch(/Disconnected.*Connected$/);
  await expect(counter(page, 'Connected')).toHaveText('1');
  expect(await seen()).not.toContain('QR code');
  expect(await wasNeverReloaded(page)).toBe(true);
});

test('without Pro the create button explains what is missing, in the specification’s words', async ({ visit }) => {
  const page = await visit(server.url, 'free');
  await page.goto('/engines');
  await page.getByRole('button', { name: 'Create engine' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade to Pro Required' });
  await expect(dialog).toContainText('Gateway engines are exclusive to the Pro plan');
  await dialog.getByRole('button', { name: 'Maybe Later' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Create engine' }).first().click();
  await dialog.getByRole('link', { name: 'Upgrade to Pro' }).click();
  await expect(page).toHaveURL('/account-subscription');
  await expect(page.getByRole('heading', { name: 'Subscription' })).toBeVisible();
});

test('a Pro account with its one engine is told about the limit', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  await page.goto('/engines');
  await page.getByRole('button', { name: 'Create engine' }).click();
  const dialog = page.getByRole('dialog', { name: 'Engine Limit Reached' });
  await expect(dialog).toContainText('You have reached your limit of 1 engine. Each Pro account has 1 engine for now.');
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await expect(dialog).toBeHidden();
});

test('a restart shows the engine’s progress and keeps it linked', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  await page.goto('/engines');
  await mark(page);
  const table = page.getByRole('table', { name: 'Engines' });
  await expect(table.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  const seen = await watchStates(page);
  await table.getByRole('button', { name: 'Restart' }).click();
  // It may be back before it can be seen.
  await expect.poll(seen, { timeout: 40_000 }).toMatch(/Initializing hinted.* > Connected$/);
  expect(await seen()).not.toMatch(/QR code|Disconnected/);
  expect(await wasNeverReloaded(page)).toBe(true);
});

test('an engine is deleted, recreated and connected by scanning, on this screen and on a second one', async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const page = await visit(server.url, 'user');
  const { request } = page.context();
  await page.goto('/engines');
  await page.getByRole('table', { name: 'Engines' }).getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText('It disconnects from WhatsApp (+447700900001)');
  await expect(confirm).toContainText(/waiting messages? stay/);
  await confirm.getByRole('button', { name: 'Delete engine' }).click();
  await expect(page.getByText('No connections yet')).toBeVisible();
  await expect(counter(page, 'Total')).toHaveText('0');

  await page.getByRole('button', { name: 'Create engine' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Connect WhatsApp' });
  const code = dialog.getByRole('img', { name: 'QR code to link WhatsApp' });
  await expect(code).toBeVisible({ timeout: 40_000 });
  await expect(dialog.getByRole('timer')).toHaveText(/Valid for \d:\d\d/);
  await expectAccessible(page);

  const second = await page.context().newPage();
  await second.goto('/qr-view');
  const alone = second.getByRole('img', { name: 'QR code to link WhatsApp' });
  await expect(alone).toHaveAttribute('data-text', (await code.getAttribute('data-text')) ?? '');
  await expect(second.getByRole('navigation')).toHaveCount(0);

  await scan(request);
  await expect(dialog.getByText(`Linked to ${PHONE}. You can send messages now.`)).toBeVisible();
  await expect(second.getByText(`Linked to ${PHONE}. You can send messages now.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(counter(page, 'Connected')).toHaveText('1');
});

test('an engine is logged out and linked again with a pairing code instead of the QR code', async ({ visit }) => {
  test.setTimeout(120_000);
  const page = await visit(server.url, 'user');
  const { request } = page.context();
  await page.goto('/engines');
  await page.getByRole('button', { name: 'Actions for WhatsApp' }).click();
  await page.getByRole('menuitem', { name: 'Log out of WhatsApp' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Show QR' }).click({ timeout: 30_000 });
  const dialog = page.getByRole('dialog', { name: 'Connect WhatsApp' });
  await dialog.getByRole('button', { name: 'Link with a phone number instead' }).click();
  await dialog.getByLabel('Phone number').fill('0770');
  await dialog.getByRole('button', { name: 'Get a code' }).click();
  await expect(dialog.getByText('Enter the number with its country code')).toBeVisible();
  await dialog.getByLabel('Phone number').fill('+44 7700 900077');
  await dialog.getByRole('button', { name: 'Get a code' }).click();
  const code = await dialog.locator('output').innerText();
  expect(code).toMatch(/^\w{4}-\w{4}$/);
  const typed = await request.post(`/simulator/accounts/${encodeURIComponent(PHONE)}/enter-code`, { data: { code } });
  expect(typed.status()).toBe(200);
  await expect(dialog.getByText(`Linked to ${PHONE}. You can send messages now.`)).toBeVisible();
});

test('the simulated phone’s buttons link an engine', async ({ visit }) => {
  test.setTimeout(120_000);
  const page = await visit(server.url, 'user');
  await page.goto('/whatsapp-simulator');
  const phone = page.getByRole('region', { name: 'Phone' });
  await phone.getByRole('combobox', { name: 'Phone' }).selectOption(PHONE);
  await expect(phone.getByText('Phone is on · Connected')).toBeVisible();
  await page.getByRole('button', { name: 'Unlink devices' }).click();
  await page.getByRole('button', { name: 'Scan the code of WhatsApp' }).click({ timeout: 30_000 });
  await expect(phone.getByText('Phone is on · Connected')).toBeVisible({ timeout: 30_000 });

  // A customer's message appears in the chats of both phones.
  const amelia =
    (await phone
      .getByRole('option', { name: /Amelia Clarke/ })
      .first()
      .getAttribute('value')) ?? '';
  await phone.getByRole('combobox', { name: 'Phone' }).selectOption(amelia);
  await phone.getByRole('textbox', { name: 'Message' }).fill('Is my crown there?');
  await phone.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(phone.getByRole('log')).toContainText('Is my crown there?');
  await phone.getByRole('combobox', { name: 'Phone' }).selectOption(PHONE);
  await phone.getByRole('combobox', { name: 'Chat with' }).selectOption(amelia);
  await expect(phone.getByRole('log')).toContainText('Is my crown there?');
  await page.getByRole('switch', { name: 'All messages allowed' }).click();
  await expect(phone.getByText('Restricted by WhatsApp')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'First contacts allowed' })).toBeDisabled();
});

test('the explorer shows an engine’s lane, lease, memory and events, but not to outsiders', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  await page.goto('/engines');
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
  await expect(page).toHaveURL(/\/engine-explorer\//);
  await expect(page.getByRole('heading', { level: 1, name: 'WhatsApp' })).toBeVisible();
  const process = page.getByRole('region', { name: 'Process' });
  await expect(process).toContainText(/including shared memory\s*[\d.]+ MiB/);
  await expect(process).toContainText(/Lease holder\s*engine-/);
  await expect(page.getByRole('region', { name: 'Queue' })).toContainText(/Pending/);
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(page).toHaveURL(/tab=events/);
  await expect(page.getByRole('listitem').filter({ hasText: 'authenticated' }).first()).toBeVisible();

  const outsider = await visit(server.url, 'free');
  const [engine] = await enginesOf(page.context().request);
  const answer = await outsider.context().request.get(`/api/engines/${engine?._id}/explore`);
  expect(answer.status()).toBe(404);
});

test('the session timeline shows all sessions, one or none, 20 at a time, for admins only', async ({ visit }) => {
  const page = await visit(server.url, 'admin');
  const pages: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/session-events')) pages.push(new URL(request.url()).search);
  });
  await page.goto('/session-timeline');
  await expect(page.getByRole('heading', { level: 1, name: 'All Sessions' })).toBeVisible();
  const events = page.getByRole('main').locator('ol > li');
  await expect(events.first()).toBeVisible();
  await expect
    .poll(async () => {
      await events.last().scrollIntoViewIfNeeded();
      return events.count();
    })
    .toBeGreaterThan(20);
  const queries = pages.map((search) => new URLSearchParams(search));
  expect(queries.every((query) => query.get('limit') === '20' && query.get('sort') === '-fromDateTime')).toBe(true);
  expect(queries.map((query) => Number(query.get('skip')))).toContain(20);

  await events.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Session ID: [0-9a-f-]{36}$/ })).toBeVisible();
  await page.goto('/session-timeline/018f0000-0000-7000-8000-000000000000');
  await expect(page.getByText('No session events found')).toBeVisible();
  await expect(page.getByText('There are no events available.')).toBeVisible();

  const user = await visit(server.url, 'user');
  await user.goto('/session-timeline');
  await expect(user).toHaveURL('/forbidden-access');
});

test('the owner tries both plans in the demo; changes are recorded and effective at once', async ({ visit }) => {
  const page = await visit(server.url, 'free');
  await page.goto('/account-subscription');
  await page.getByRole('button', { name: 'Switch to Pro' }).click();
  await expect(page.getByText('Free to Pro')).toBeVisible();
  await page.goto('/engines');
  await page.getByRole('button', { name: 'Create engine' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Connect WhatsApp' })).toBeVisible();
});

test('without a live connection a banner says so and links to the plans', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  await page.route('**/api/live/ticket', (route) => route.abort());
  await page.goto('/engines');
  await expect(page.getByText('Live connection is offline')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Upgrade' }).click();
  await expect(page).toHaveURL('/account-subscription');
});

test('the screens are accessible on a phone, in light and dark', async ({ visit }) => {
  const page = await visit(server.url, 'admin', { viewport: { width: 360, height: 780 } });
  for (const path of ['/engines', '/account-subscription', '/session-timeline', '/whatsapp-simulator', '/qr-view']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page);
  }
});
