import { readFileSync } from 'node:fs';
import { read, utils, write } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { baseUrl, expect, expectAccessible, signIn, test } from './fixtures.ts';

const REMINDERS = 300;
const BUSY = { timeout: 60_000 };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
type Sheet = Record<string, string>[];

/** Signs up a person with their own workspace in London. */
async function signUp(page: Page): Promise<void> {
  const email = `journey-${crypto.randomUUID()}@example.com`;
  const data = { name: 'Ada', email, password: 'long enough', zone: 'Europe/London', country: 'GB' };
  const answer = await page.request.post('/api/auth/sign-up/email', { data, headers: { origin: baseUrl() } });
  expect(answer.status()).toBe(200);
  await signIn(page.request, email, 'long enough');
}

/** Returns 300 reminders; the first has no recipient, the second an invalid date. */
function reminders(): Sheet {
  return Array.from({ length: REMINDERS }, (_, at) => ({
    'Contact Name': at === 0 ? '' : `Guest ${at + 1}`,
    'Contact Mobile': at === 0 ? '' : `+4477009${String(10_000 + at)}`,
    Message: `Reminder ${at + 1}: see you soon`,
    'Due Date': at === 1 ? '2031-02-30' : '2031-03-19',
    'Due Time': '09:30',
    Table: String(at + 1),
  }));
}

function workbook(rows: Sheet): { name: string; mimeType: string; buffer: Buffer } {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Messages');
  return {
    name: 'reminders.xlsx',
    mimeType: XLSX,
    buffer: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
  };
}

/** Counts a person's clicks and chosen files. */
function countActions(page: Page) {
  let clicks = 0;
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  return {
    clicks: () => clicks,
    async press(name: string | RegExp) {
      clicks += 1;
      await button(name).click();
    },
    async choose(file: ReturnType<typeof workbook>) {
      clicks += 1;
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    },
  };
}

test('J2: 300 reminders are imported, two rows corrected, a repeated file noticed, one reminder withdrawn and then all', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/import-messages');
  await expect(page.getByText('No messages found')).toBeVisible(BUSY);
  const began = Date.now();
  const { press, choose, clicks } = countActions(page);
  const dialog = page.getByRole('dialog');

  // The counts add up: 298 announced, 298 imported, two reported with reasons.
  await press(/^Import$/);
  await choose(workbook(reminders()));
  await expect(dialog.getByText('298 messages ready to import')).toBeVisible(BUSY);
  await expect(dialog.getByText('Row 2: Missing required fields: message and contact information')).toBeVisible();
  await expect(dialog.getByText(/Row 3: Due Date “2031-02-30” is not a day of the calendar/)).toBeVisible();
  await expectAccessible(page);
  await press('Import 298 messages');
  await expect(dialog.getByText('Successfully imported 298 message(s)')).toBeVisible(BUSY);
  await expect(dialog.getByText('Failed to import 2 message(s)')).toBeVisible();

  // The two rows come back as a workbook, are corrected in place and imported unchanged otherwise.
  const downloading = page.waitForEvent('download');
  await press('Download these 2 rows with their reasons');
  const failed = await downloading;
  expect(failed.suggestedFilename()).toMatch(/^user-messages-import-failed-[\d-T]+\.xlsx$/);
  const book = read(readFileSync(await failed.path()), { type: 'buffer' });
  const sheet = book.Sheets.Messages;
  if (!sheet) throw new Error('the failed rows have no sheet Messages');
  const rows = utils.sheet_to_json<Record<string, string>>(sheet, { raw: false });
  expect(rows.map(({ Table, Reason }) => [Table, Reason])).toEqual([
    ['1', 'Missing required fields: message and contact information'],
    ['2', expect.stringContaining('is not a day of the calendar')],
  ]);
  const mended = rows.map((row, at) => ({
    ...row,
    'Contact Mobile': `+4477009${10_000 + at}`,
    'Due Date': '2031-03-19',
  }));
  await press('Choose another file');
  await choose(workbook(mended));
  await expect(dialog.getByText('2 messages ready to import')).toBeVisible(BUSY);
  await expect(dialog.getByText(/Columns not used: Table\./)).toBeVisible();
  await press('Import 2 messages');
  await expect(dialog.getByText('Successfully imported 2 message(s)')).toBeVisible(BUSY);
  await expect(dialog.getByText(/Failed to import/)).toHaveCount(0);

  // Importing the same file again is noticed, and its rows are skipped by default.
  await press('Choose another file');
  await choose(workbook(reminders()));
  await expect(dialog.getByText('298 rows already exist: same recipient, text and due time')).toBeVisible(BUSY);
  await expect(dialog.getByText('0 messages ready to import')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import 0 messages' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1–50 of 300')).toBeVisible();

  // One reminder is withdrawn.
  await page.getByLabel('Search messages').fill('Reminder 7:');
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select row 1' }).check();
  await press('Cancel messages');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel messages' }).click();
  await expect(page.getByText('1 cancelled')).toBeVisible();

  // The whole import is undone in two clicks from the list of imports.
  const before = clicks();
  await press('Recent imports');
  const large = page.getByRole('dialog').locator('div', { hasText: '298 messages' }).last();
  await expect(page.getByText('298 messages', { exact: true })).toBeVisible();
  await expect(large).toBeVisible();
  await page.getByRole('button', { name: 'Undo this import' }).nth(1).click();
  await page.getByRole('button', { name: 'Withdraw 297 messages' }).click();
  await expect(page.getByText('297 withdrawn, 1 cancelled before')).toBeVisible();
  expect(clicks() - before + 2).toBeLessThanOrEqual(3);
  const standing = await (await page.request.get('/api/messages?limit=1&status=pending')).json();
  expect(standing.total).toBe(2);
  test
    .info()
    .annotations.push({ type: 'journey', description: `${clicks() + 4} clicks, ${(Date.now() - began) / 1000} s` });
});

test('an import stopped halfway is undone in two clicks', async ({ page }) => {
  await signUp(page);
  await page.goto('/import-messages');
  const { press, choose } = countActions(page);
  const dialog = page.getByRole('dialog');
  await press(/^Import$/);
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    Message: `Reminder ${at + 1}`,
    'Contact Mobile': `+4477${String(10_000_000 + at)}`,
    'Due Date': '2031-03-19 09:30',
  }));
  await choose(workbook(many));
  await expect(dialog.getByText('20000 messages ready to import')).toBeVisible(BUSY);
  await press('Import 20000 messages');
  await press('Stop importing');
  await expect(dialog.getByText('You stopped the import.')).toBeVisible(BUSY);
  const { total } = await (await page.request.get('/api/messages?limit=1&exactTotal=true')).json();
  expect(total).toBeLessThan(20_000);
  await expect(dialog.getByText(`Successfully imported ${total} message(s)`)).toBeVisible();
  await press('Undo this import');
  await press(`Withdraw ${total} messages`);
  await expect(dialog.getByText(`${total} withdrawn`)).toBeVisible(BUSY);
  expect((await (await page.request.get('/api/messages?limit=1&status=pending')).json()).total).toBe(0);
});
