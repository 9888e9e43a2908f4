import type { Page } from '@playwright/test';
import { baseUrl, expect, expectAccessible, expectAccessibleInBothSchemes, signIn, test } from './fixtures.ts';

/** A Monday far enough ahead that nothing becomes due. */
const DAY = '2031-03-10';
const NAMES = ['Dana', 'Omar', 'Kim', 'Lea', 'Noor', 'Ivo'];

/** Signs up a user with their own workspace in London. */
async function signUp(page: Page): Promise<void> {
  const email = `calendar-${crypto.randomUUID()}@example.com`;
  const data = { name: 'Ada', email, password: 'long enough', zone: 'Europe/London', country: 'GB' };
  const headers = { origin: baseUrl() };
  expect((await page.request.post('/api/auth/sign-up/email', { data, headers })).status()).toBe(200);
  await signIn(page.request, email, 'long enough');
}

async function schedule(page: Page, contactName: string, more: object = {}): Promise<void> {
  const data = { contactName, message: `Hello ${contactName}`, contactList: [{ mobile: '+447700900123' }], ...more };
  const answer = await page.request.post('/api/messages', { data, headers: { origin: baseUrl() } });
  expect(answer.status()).toBe(201);
}

test('an hour with six messages shows the first ones, opens the rest, and has an accessible name', async ({ page }) => {
  await signUp(page);
  for (const [at, name] of NAMES.entries()) await schedule(page, name, { dueDate: `${DAY}T10:0${at}` });
  await schedule(page, 'Past', { dueDate: `${DAY}T12:00`, status: 'sent' });
  await schedule(page, 'Never', { dueDate: `${DAY}T12:30`, status: 'cancelled' });
  for (const view of ['day', 'week', 'month']) {
    await page.goto(`/calendar?view=${view}&date=${DAY}`);
    const entry = (name: string | RegExp) => page.getByRole('button', { name });
    await expect(entry(/Dana/)).toBeVisible();
    await expect(entry(/Omar/)).toBeVisible();
    const rest = entry(view === 'month' ? /^\+\d more: (Omar, Kim, Lea|Kim, Lea, Noor)…$/ : '+5 more: Omar, Kim, Lea…');
    await expect(rest).toBeVisible();
    if (view !== 'month') {
      await expect(entry('Monday, March 10, 10:00 AM, 6 messages')).toBeAttached();
      await expect(entry('Monday, March 10, 11:00 AM, free')).toBeAttached();
      await expect(page.getByText('Never')).toHaveCSS('text-decoration-line', 'line-through');
    }
    // An entry half hidden behind the week's header is too small to click, and reported as such.
    await rest.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      const hour = document.querySelector<HTMLElement>('[data-hour]');
      const pane = hour?.closest<HTMLElement>('[class*="_hours_"]');
      if (hour && pane) pane.scrollTop -= pane.scrollTop % hour.offsetHeight;
    });
    await expectAccessibleInBothSchemes(page);
    await rest.click();
    const drawer = page.getByRole('dialog');
    for (const name of NAMES) await expect(drawer.getByText(name, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('the calendar opens at the current time, and later where it was left', async ({ page }) => {
  await signUp(page);
  await page.goto('/calendar');
  await expect(page.locator('[data-now-line]')).toBeInViewport();
  await page.getByText('Month', { exact: true }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  const shown = await page.locator('[aria-live=polite]', { hasText: /20\d\d/ }).textContent();
  await page.goto('/import-messages');
  await page.goto('/calendar');
  await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked();
  await expect(page.getByText(shown ?? '', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByText(shown ?? '', { exact: true })).toBeHidden();
});

test.describe('in a browser with a clock change on Sunday, 9 March, at two', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('a skipped hour is shown in its place, and a message dragged from there keeps its time and can be moved back', async ({
    page,
  }) => {
    await signUp(page);
    await schedule(page, 'Dana', { dueDate: '2031-03-09T02:30' });
    await page.goto('/calendar?view=week&date=2031-03-09');
    const hour = (name: string) => page.getByRole('button', { name });
    const entry = page.getByRole('button', { name: /Dana/ });
    const due = await hour('Sunday, March 9, 2:00 AM, 1 message').boundingBox();
    const shown = await entry.boundingBox();
    expect(shown?.y).toBeGreaterThanOrEqual(due?.y ?? Number.NaN);
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual((due?.y ?? 0) + (due?.height ?? 0));
    await entry.dragTo(hour('Saturday, March 8, 2:00 AM, free'));
    await expect(page.getByText(/^Moved to Mar 8, 2031, 2:30/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Moved back to Mar 9, 2031, 2:30/)).toBeVisible();
  });
});

test('compose focuses its first field, keeps the input and restores the focus', async ({ page }) => {
  await signUp(page);
  await page.goto('/calendar');
  const opener = page.getByRole('button', { name: 'New message' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await expect(dialog.getByLabel('To')).toBeFocused();
  await dialog.getByLabel('Message').fill('Half a thought');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(opener).toBeFocused();
  await page.reload();
  await opener.click();
  await expect(dialog.getByLabel('To')).toBeFocused();
  await dialog.getByRole('button', { name: 'Continue your draft' }).click();
  await expect(dialog.getByLabel('Message')).toHaveValue('Half a thought');
  await expectAccessible(page);
});

test('a failed message is retried from its panel, which then shows the new message', async ({ page }) => {
  await signUp(page);
  await schedule(page, 'Dana', { dueDate: `${DAY}T10:00`, status: 'failed' });
  await page.goto(`/calendar?view=day&date=${DAY}`);
  await page.getByRole('button', { name: /Dana/ }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('list', { name: 'Progress' })).toContainText('Failedtime unknown');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('region', { name: 'Why not sent yet' })).toContainText('no connection');
  await panel.getByRole('button', { name: 'Send it now' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('can’t cancel it after that')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(panel.getByRole('link', { name: 'Connect a number' })).toBeVisible();
});
