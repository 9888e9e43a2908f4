import { readFile } from 'node:fs/promises';
import { read, utils, type WorkSheet, write } from '@e965/xlsx';
import type { Locator } from '@playwright/test';
import { baseUrl, expect, signIn, test } from './fixtures.ts';
import { placesOf, textPatterns } from './text-patterns.ts';

const BUSY = { timeout: 60_000 };
const REMINDERS = 30;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PHONE = '+447700912399';

/** Expects numbers and times in their order, regardless of the direction of the surrounding text. */
async function expectInOrder(shown: Locator, text: string): Promise<void> {
  const places = await placesOf(shown, text);
  expect(places, `“${text}” is read from left to right`).toEqual(places.toSorted((a, b) => a - b));
}

test.describe('in Hebrew', () => {
  test.use({ locale: 'he-IL' });

  test('J13, like J1: the browser’s language from the first page to a message that is read, with numbers in order', async ({
    page,
  }) => {
    const word = textPatterns('he');
    const beganAt = Date.now();
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    const button = (place: string) => page.getByRole('button', { name: word(place) }).first();
    const led = page.getByRole('complementary', { name: word('firstSteps:label') });

    await page.goto('/signup');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.getByLabel(word('accounts:fullName')).fill('גרייס הופר');
    await page.getByLabel(word('accounts:email')).fill(`grace-${crypto.randomUUID()}@example.com`);
    await page.getByLabel(word('accounts:password')).fill('a first password');
    await page.getByLabel(word('accounts:signup.workspace')).fill('מהדרים (2026)');
    await click(button('accounts:signup.submit'));
    await expect(page).toHaveURL('/calendar');
    await click(led.getByRole('button', { name: word('firstSteps:act.connect') }));
    await click(page.getByRole('dialog').getByRole('button', { name: word('engines:pairing.scan') }));
    await click(page.getByRole('dialog').getByRole('button', { name: word('engines:pairing.firstMessage') }));
    const dialog = page.getByRole('dialog', { name: word('messages:compose.newTitle') });
    await dialog.getByLabel(word('messages:compose.contact')).fill(PHONE);
    await dialog
      .getByRole('textbox', { name: word('messages:compose.message') })
      .fill('התור שלך ב־09:30, טלפון 03-5551234');
    await click(dialog.getByLabel(word('messages:compose.sendNow')));
    await click(dialog.getByRole('button', { name: word('messages:compose.send') }));
    await expect(dialog).toBeHidden();
    await click(page.getByRole('navigation').getByRole('link', { name: word('messages:pageTitle') }));
    const row = page.getByRole('row').filter({ hasText: 'התור שלך' });
    await expect(row.getByText(word('state:message.read'))).toBeVisible(BUSY);
    await expectInOrder(row, '09:30');
    await expectInOrder(row, '03-5551234');
    test.info().annotations.push({ type: 'J13', description: `${clicks} clicks, ${(Date.now() - beganAt) / 1_000} s` });
  });
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' });

  test('J13, like J2: reminders from Excel, one without a recipient, with names, numbers and times as written; one withdrawn', async ({
    page,
  }) => {
    const word = textPatterns('ar');
    const email = `amal-${crypto.randomUUID()}@example.com`;
    const data = { name: 'أمل حداد', email, password: 'long enough', zone: 'Asia/Dubai', country: 'AE' };
    const answer = await page.request.post('/api/auth/sign-up/email', { data, headers: { origin: baseUrl() } });
    expect(answer.status()).toBe(200);
    await signIn(page.request, email, 'long enough');
    await page.goto('/import-messages');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const dialog = page.getByRole('dialog');
    const press = (place: string, within: Locator | typeof page = page) =>
      within
        .getByRole('button', { name: word(place) })
        .first()
        .click();

    await press('messages:import');
    await dialog.locator('input[type=file]').setInputFiles(reminders());
    await expect(dialog.getByText(word('messages:importing.valid_many')).last()).toBeVisible(BUSY);
    const saved = page.waitForEvent('download');
    await press('messages:importing.saveFaults_one', dialog);
    const toMend = read(await readFile(await (await saved).path()));
    const [nobodys] = utils.sheet_to_json<Record<string, unknown>>(toMend.Sheets.Messages as WorkSheet);
    expect(nobodys?.Reason).toMatch(/^[^A-Za-z]*\p{Script=Arabic}/u);
    await press('messages:importing.start_many', dialog);
    await expect(dialog.getByText(word('messages:importing.success')).last()).toBeVisible(BUSY);
    await page.keyboard.press('Escape');

    const row = page.getByRole('row').filter({ hasText: 'ضيف 7 (VIP)' });
    await expect(row).toBeVisible();
    await expectInOrder(row, '+971501234507');
    await row.getByRole('checkbox').check();
    await press('messages:bulk.cancel');
    await press('messages:bulk.cancel', page.getByRole('alertdialog'));
    await expect(row.getByText(word('state:message.cancelled'))).toBeVisible(BUSY);
    const { total } = await (await page.request.get('/api/messages?limit=1&status=pending')).json();
    expect(total).toBe(REMINDERS - 2);
  });
});

/** Returns reminders of an Arabic guest house; the first has no recipient. */
function reminders() {
  const rows = Array.from({ length: REMINDERS }, (_, at) => ({
    'Contact Name': at === 0 ? '' : `ضيف ${at} (VIP)`,
    'Contact Mobile': at === 0 ? '' : `+97150${String(1_234_500 + at)}`,
    Message: `تذكير ${at}: موعدك الساعة 09:30`,
    'Due Date': '2031-03-19',
    'Due Time': '09:30',
  }));
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Messages');
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  return { name: 'تذكير.xlsx', mimeType: XLSX, buffer };
}
