import type { Page } from '@playwright/test';
import { baseUrl, expect, expectAccessible, expectAccessibleInBothSchemes, signIn, test } from './fixtures.ts';

/** Signs up a user with their own workspace in London. */
async function signUp(page: Page): Promise<void> {
  const email = `recurrence-${crypto.randomUUID()}@example.com`;
  const data = { name: 'Ada', email, password: 'long enough', zone: 'Europe/London', country: 'GB' };
  const headers = { origin: baseUrl() };
  expect((await page.request.post('/api/auth/sign-up/email', { data, headers })).status()).toBe(200);
  await signIn(page.request, email, 'long enough');
}

async function schedule(page: Page, dueDate: string, rule: string): Promise<void> {
  const data = {
    ...{ contactName: 'Dana', message: 'Stand-up', contactList: [{ mobile: '+447700900123' }] },
    ...{ dueDate, recurrence: { rule } },
  };
  expect((await page.request.post('/api/messages', { data, headers: { origin: baseUrl() } })).status()).toBe(201);
}

const DAY_MS = 86_400_000;
/** Returns the day a number of days from now; beyond two months only the first message of a series exists. */
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface ListedMessage {
  dueLocal: string;
  dueDate: string;
  message: string;
}

async function waiting(page: Page): Promise<ListedMessage[]> {
  const answer = await page.request.get('/api/messages?status=pending&sort=dueDate&limit=500');
  return ((await answer.json()) as { data: ListedMessage[] }).data;
}

test('the last Friday of each month is composed by keyboard, described in words with its next ten dates, and scheduled', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/calendar?view=month&date=2031-03-28');
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await expect(dialog.getByLabel('To')).toBeFocused();
  await page.keyboard.type('+447700900123');
  await dialog.getByRole('textbox', { name: 'Message', exact: true }).fill('Month is over');
  await dialog.getByLabel('Date').fill('Mar 28, 2031');
  await dialog.getByLabel(/^Time( \*)?$/).fill('16:30');
  const repeats = dialog.getByRole('combobox', { name: 'Repeats' });
  await repeats.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('M');
  await page.getByRole('option', { name: 'Monthly' }).click();
  await dialog.getByRole('combobox', { name: 'On', exact: true }).click();
  await page.getByRole('option', { name: 'the last Friday' }).click();
  await expect(dialog.getByText('Every month on the last Friday at 4:30 PM')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Next times' }).getByRole('listitem')).toHaveCount(10);
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toBeHidden();
  expect((await waiting(page)).map(({ dueLocal }) => dueLocal)).toEqual(['2031-03-28T16:30']);
});

test('this and following: the selected message and later ones get the edited text and time, earlier ones are unchanged', async ({
  page,
}) => {
  await signUp(page);
  await schedule(page, `${dayIn(3)}T10:00`, 'FREQ=DAILY;COUNT=5');
  await page.goto(`/calendar?view=day&date=${dayIn(5)}`);
  await page.getByRole('button', { name: /Recurs: Dana/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('region', { name: 'Recurrence' })).toContainText('Every day at 10:00 AM, 5 times');
  await panel.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit message' });
  await dialog.getByRole('radio', { name: 'This and following' }).check();
  await expect(dialog.getByRole('list', { name: 'All 3 times' }).getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('textbox', { name: 'Message', exact: true }).fill('Sit-down');
  await dialog.getByLabel(/^Time( \*)?$/).fill('11:30');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('3 messages saved')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Recurrence' })).toContainText('Every day at 11:30 AM, 3 times');
  expect((await waiting(page)).map(({ dueLocal, message }) => [dueLocal, message])).toEqual([
    [`${dayIn(3)}T10:00`, 'Stand-up'],
    [`${dayIn(4)}T10:00`, 'Stand-up'],
    [`${dayIn(5)}T11:30`, 'Sit-down'],
    [`${dayIn(6)}T11:30`, 'Sit-down'],
    [`${dayIn(7)}T11:30`, 'Sit-down'],
  ]);
});

test('a message of a series dragged across a clock change keeps its wall-clock time, and the series its rule', async ({
  page,
}) => {
  await signUp(page);
  // Nothing has to be scrolled while dragging.
  await page.setViewportSize({ width: 1280, height: 1200 });
  // The clocks go forward on Sunday, 30 March 2031.
  await schedule(page, '2031-03-28T10:00', 'FREQ=WEEKLY;COUNT=3');
  await page.goto('/calendar?view=month&date=2031-03-28');
  await page
    .getByRole('button', { name: /Dana/ })
    .first()
    .dragTo(page.getByRole('button', { name: 'Monday, March 31, 2031' }));
  await expect(page.getByText(/^Moved to Mar 31, 2031, 10:00/)).toBeVisible();
  expect((await waiting(page)).map(({ dueLocal, dueDate }) => [dueLocal, dueDate])).toEqual([
    ['2031-03-31T10:00', '2031-03-31T09:00:00.000Z'],
  ]);
  await page.getByRole('button', { name: /Dana/ }).click();
  await expect(page.getByRole('region', { name: 'Recurrence' })).toContainText(
    'Every week on Friday at 10:00 AM, 3 times',
  );
});

test('cancelling asks which messages; pausing leaves none pending, and resuming restores them', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  await schedule(page, `${dayIn(3)}T10:00`, 'FREQ=DAILY;COUNT=4');
  await page.goto(`/calendar?view=day&date=${dayIn(5)}`);
  await page.getByRole('button', { name: /Dana/ }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Cancel message' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio', { name: 'This and following' }).check();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel message' }).click();
  await expect(page.getByText('2 messages cancelled')).toBeVisible();
  expect(await waiting(page)).toHaveLength(2);
  const series = panel.getByRole('region', { name: 'Recurrence' });
  await series.getByRole('button', { name: 'Pause all' }).click();
  await expect(series.getByRole('status')).toContainText('Paused');
  expect(await waiting(page)).toHaveLength(0);
  await series.getByRole('button', { name: 'Resume' }).click();
  await expect(series.getByRole('button', { name: 'Pause all' })).toBeVisible();
  expect((await waiting(page)).map(({ dueLocal }) => dueLocal)).toEqual([3, 4].map((days) => `${dayIn(days)}T10:00`));
});
