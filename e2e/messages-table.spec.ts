import type { Locator, Page } from '@playwright/test';
import { baseUrl, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts';

/** Signs up a person with their own workspace and the given number of messages. */
async function createMessages(page: Page, count: number): Promise<void> {
  const headers = { origin: baseUrl() };
  const email = `table-${crypto.randomUUID()}@example.com`;
  const data = { name: 'Ada', email, password: 'long enough', zone: 'Europe/London', country: 'GB' };
  expect((await page.request.post('/api/auth/sign-up/email', { data, headers })).status()).toBe(200);
  await signIn(page.request, email, 'long enough');
  const rows = Array.from({ length: count }, (_, at) => ({
    row: at + 2,
    message: {
      message: `Reminder ${at + 1}`,
      contactName: `Guest ${at + 1}`,
      contactList: [{ mobile: `+4477009${10_000 + at}` }],
      dueDate: '2031-03-19T09:30',
    },
  }));
  const batch = { importId: crypto.randomUUID(), rows };
  expect((await page.request.post('/api/messages/batch', { data: batch, headers })).status()).toBe(200);
}

test('messages are selected by keyboard, moved to another day and back, and all matches are cancelled', async ({
  page,
}) => {
  await createMessages(page, 60);
  await page.goto('/import-messages?sort=contactMobile');
  await expect(page.getByText('1–50 of 60')).toBeVisible();
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByLabel('Date').fill('2031-04-01');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 moved')).toBeVisible();
  await expect(page.getByRole('row', { name: /Guest 1 / }).getByText(/Apr/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 moved back')).toBeVisible();
  await expect(page.getByRole('row', { name: /Guest 1 / }).getByText(/Mar/)).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Select all 60 that match' }).click();
  await page.getByRole('button', { name: 'Cancel messages' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel 60 messages?' });
  await question.getByRole('button', { name: 'Cancel messages' }).click();
  await expect(page.getByText('60 cancelled')).toBeVisible();
  const { total } = await (await page.request.get('/api/messages?status=cancelled&limit=1')).json();
  expect(total).toBe(60);
});

test('at 1440 pixels the failure’s reason and the column menu are visible; on a phone a row shows text and time', async ({
  page,
}) => {
  await createMessages(page, 3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/import-messages');
  await expect(page.getByRole('columnheader', { name: 'Send Failure Reason' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Choose columns' })).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 360, height: 740 });
  const row = page.getByRole('row').filter({ hasText: 'Guest 2' });
  await expect(row.getByText('Reminder 2')).toBeInViewport({ ratio: 1 });
  await expect(row.getByText(/Mar/)).toBeInViewport({ ratio: 1 });
  // To the end of the row, also below the column menu.
  const ends = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right);
  expect(await ends(page.getByRole('table'))).toBeLessThan((await ends(row.getByText(/Mar/))) + 32);
  await expectNoSidewaysScroll(page);
  await row.getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Cancel messages' })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
