import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { baseUrl, expect, expectAccessible, expectNoSidewaysScroll, signIn, signInAs, test } from './fixtures.ts';

const workbooks = join(import.meta.dirname, '../apps/web/src/features/messages/workbook/fixtures');

// Reading and sending a workbook keeps two cores busy for a moment, and tests run in parallel.
const BUSY = { timeout: 30_000 };

/** Signs up a user with their own workspace in London. */
async function signUp(page: Page): Promise<APIRequestContext> {
  const email = `import-${crypto.randomUUID()}@example.com`;
  const data = { name: 'Ada', email, password: 'long enough', zone: 'Europe/London', country: 'GB' };
  const headers = { origin: baseUrl() };
  expect((await page.request.post('/api/auth/sign-up/email', { data, headers })).status()).toBe(200);
  await signIn(page.request, email, 'long enough');
  return page.request;
}

async function chooseWorkbook(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}

test('a workbook with errors reports its nine faulty rows and imports the others', async ({ page }) => {
  const api = await signUp(page);
  // One row has a name but no number.
  await api.post('/api/contacts', {
    data: { name: 'Emma Müller', mobile: '+491511914088' },
    headers: { origin: baseUrl() },
  });
  await page.goto('/import-messages');
  await expect(page.getByText('No messages found')).toBeVisible(BUSY);
  await chooseWorkbook(page, join(workbooks, 'messages-with-errors.xlsx'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('31 messages ready to import')).toBeVisible(BUSY);
  for (const row of [5, 7, 11, 12, 23]) {
    await expect(
      dialog.getByText(`Row ${row}: Missing required fields: message and contact information`),
    ).toBeVisible();
  }
  await expect(dialog.getByText('... and 4 more')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 31 messages' }).click();
  await expect(dialog.getByText('Successfully imported 31 message(s)')).toBeVisible(BUSY);
  await expect(dialog.getByText('Failed to import 9 message(s)')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('1–31 of 31')).toBeVisible();
});

test('a thousand rows of an .xls are imported, and filters and sorting apply beyond the page', async ({ page }) => {
  await signUp(page);
  await page.goto('/import-messages');
  await chooseWorkbook(page, join(workbooks, 'messages-1000.xls'));
  await page.getByRole('button', { name: 'Import 1000 messages' }).click();
  await expect(page.getByText('Successfully imported 1000 message(s)')).toBeVisible(BUSY);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('1–50 of 1,000')).toBeVisible();

  await page.getByLabel('Rows per page').selectOption('200');
  await expect(page.getByText('1–200 of 1,000')).toBeVisible();

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Filter Message').fill('invoice #1027');
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/message=/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter Message' }).click();
  await expect(page.getByText('1–200 of 1,000')).toBeVisible();

  await page
    .getByRole('button', { name: /Contact Name/ })
    .first()
    .click();
  await expect(page.getByRole('row').nth(1)).toContainText('Ana Souza');
});

test('an export can be imported, and sent messages are not sent again', async ({ page }) => {
  const api = await signUp(page);
  for (const status of ['pending', 'sent', 'failed']) {
    const data = {
      contactName: '=1+1',
      message: `was ${status}`,
      status,
      dueDate: '2031-01-01T09:30',
      contactList: [{ mobile: '+447700900123' }],
    };
    expect((await api.post('/api/messages', { data, headers: { origin: baseUrl() } })).status()).toBe(201);
  }
  await page.goto('/import-messages');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^user-messages-export-[\d-T]+\.xlsx$/);
  const buffer = readFileSync(await download.path());
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await chooseWorkbook(page, { name: 'again.xlsx', mimeType, buffer });
  await expect(page.getByText('2 rows were already sent, failed or cancelled')).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 messages' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('1–6 of 6')).toBeVisible();
  const { total } = await (await api.get('/api/messages?status=pending')).json();
  expect(total).toBe(2);
});

test('a file that is not a workbook is rejected with a reason', async ({ page }) => {
  await signUp(page);
  await page.goto('/import-messages');
  await chooseWorkbook(page, {
    name: 'list.xlsx',
    mimeType: 'text/csv',
    buffer: Buffer.from('Message,Contact Name\n'),
  });
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('File parsing error: the file is text');
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download template' }).click();
  expect((await downloading).suggestedFilename()).toBe('user-messages-import-template.xlsx');
});

test('a message is composed, edited and cancelled, with each fault at its field', async ({ page }) => {
  await signUp(page);
  await page.goto('/calendar');
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog.getByText('Add a recipient.')).toBeVisible();
  await expect(dialog.getByText('Write a message.')).toBeVisible();
  await dialog.getByLabel('To').fill('+447700900123');
  await dialog.getByLabel('Message').fill('See you tomorrow');
  await dialog.getByLabel('Date').fill('2031-03-30');
  await dialog.locator('input[type=time]').fill('01:30');
  await expect(dialog.getByText('doesn’t exist: it’s sent at 02:30')).toBeVisible();
  await dialog.locator('input[type=time]').fill('09:30');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/calendar?view=month&date=2031-03-30');
  await page.getByText('+447700900123').first().click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog', { name: 'Edit message' }).getByLabel('Message').fill('See you on Monday');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('See you on Monday')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel message' }).click();
  await expect(page.getByText('Message cancelled')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo, 'what was offered before leaves').toHaveCount(1);
  await undo.click();
  await expect(page.getByText('Message scheduled again')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel message' }).click();
  await expect(page.getByRole('button', { name: 'Schedule again' })).toBeVisible();
});

test.describe('with the demo’s engine', () => {
  test.use({ as: 'user' });

  test('a due message is sent, and the calendar shows it without a reload', async ({ page }) => {
    const name = `Live ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto('/calendar?view=day');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const dueDate = new Date(Date.now() + 3_000).toISOString();
    const data = { contactName: name, message: 'Hello', dueDate, contactList: [{ mobile: '+447700900555' }] };
    expect((await page.request.post('/api/messages', { data, headers: { origin: baseUrl() } })).status()).toBe(201);
    await page.getByLabel('Search messages').fill(name);
    await expect(page.locator('[data-status=sent]', { hasText: name })).toBeVisible({ timeout: 30_000 });
  });
});

for (const path of ['/calendar', '/calendar?view=month', '/import-messages']) {
  test(`${path} fits a phone and is accessible`, async ({ page }) => {
    await signInAs(page.context(), 'user');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading messages...')).toBeHidden();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page);
  });
}
