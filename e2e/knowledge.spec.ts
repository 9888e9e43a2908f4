import type { Page } from '@playwright/test';
import { makePdf } from '../apps/server/test/knowledge-documents/make-documents.ts';
import { baseUrl, expect, expectAccessibleInBothSchemes, signIn, test } from './fixtures.ts';

/** Signs up a user with their own workspace. */
async function signUp(page: Page): Promise<void> {
  const email = `knowledge-${crypto.randomUUID()}@example.com`;
  const data = { name: 'Ada', email, password: 'long enough', zone: 'Europe/London', country: 'GB' };
  const headers = { origin: baseUrl() };
  expect((await page.request.post('/api/auth/sign-up/email', { data, headers })).status()).toBe(200);
  await signIn(page.request, email, 'long enough');
}

const file = (name: string, mimeType: string, bytes: Uint8Array | string) => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes as Uint8Array),
});

test('from an empty base to an answer: files are read, a question is tested, the missing answer is written and found', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/knowledge-base');
  await expect(page.getByText('No knowledge yet')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'New knowledge base' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Guest house');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Guest house', level: 1 })).toBeVisible();

  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('Breakfast.pdf', 'application/pdf', makePdf(['Rooms are forty euros.', 'Breakfast is served until ten.'])),
      file('Scan.pdf', 'application/pdf', makePdf(['', ''])),
      file('Prices.csv', 'application/vnd.ms-excel', 'Room;Price a night\nSingle;40\nDouble;60\n'),
      file('Letter.rtf', 'application/rtf', '{}'),
    ]);
  await expect(page.getByText('Letter.rtf can’t be read.')).toBeVisible();
  const rows = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Breakfast.pdf' })).toContainText('2 passages');
  await expect(rows.filter({ hasText: 'Prices.csv' })).toContainText('Ready');
  await expect(rows.filter({ hasText: 'Scan.pdf' })).toContainText('It contains scanned pages without text.');
  await expectAccessibleInBothSchemes(page);

  const test = page.getByRole('region', { name: 'Test a question' });
  await test.getByRole('textbox', { name: 'Question' }).fill('Until when do you serve breakfast?');
  await page.keyboard.press('Enter');
  await expect(test.getByText('A bot would answer from the first result:')).toBeVisible();
  await expect(test.getByRole('listitem').first()).toContainText('Breakfast.pdf › page 2');

  await rows.filter({ hasText: 'Breakfast.pdf' }).getByRole('button', { name: 'See the text' }).click();
  await expect(page.getByRole('dialog').getByText('Rooms are forty euros.')).toBeVisible();
  await page.keyboard.press('Escape');

  await test.getByRole('textbox', { name: 'Question' }).fill('May I bring my dog?');
  await page.keyboard.press('Enter');
  await expect(test.getByText('A bot would say it doesn’t know.')).toBeVisible();
  await test.getByRole('button', { name: 'Write the answer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Answer' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Dogs are welcome in both garden rooms.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await test.getByRole('textbox', { name: 'Question' }).fill('can i bring a dog');
  await page.keyboard.press('Enter');
  await expect(test.getByRole('listitem').first()).toContainText('Dogs are welcome in both garden rooms.');

  await page.getByRole('tab', { name: /Texts and answers/ }).click();
  await expect(page.getByRole('list', { name: 'Texts and answers' })).toContainText('May I bring my dog?');
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('tab', { name: /Unanswered questions/ }).click();
  await expect(page.getByText('No unanswered questions')).toBeVisible();
  await page.getByRole('link', { name: 'All knowledge bases' }).click();
  await expect(page.getByRole('row', { name: /Guest house/ })).toContainText('1 not read');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('guest');
  await page.getByRole('dialog').getByText('Guest house').click();
  await expect(page.getByRole('heading', { name: 'Guest house', level: 1 })).toBeVisible();
});

test('at 360 px everything is shown and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  const headers = { origin: baseUrl() };
  const made = await page.request.post('/api/knowledge-bases', { data: { name: 'A'.repeat(128) }, headers });
  const { _id: id } = (await made.json()) as { _id: string };
  const entry = { kind: 'answer', title: 'W'.repeat(300), text: 'x'.repeat(3_000) };
  await page.request.post(`/api/knowledge-bases/${id}/entries`, { data: entry, headers });
  for (const address of ['/knowledge-base', `/knowledge-base/${id}`, `/knowledge-base/${id}?tab=entries`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (address.endsWith('entries')) await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await expectAccessibleInBothSchemes(page);
  }
});
