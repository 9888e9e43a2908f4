import { createHash } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

test.use({ as: 'user' });

/** The engine needs a moment to start, and the machine may be busy. */
const BUSY = { timeout: 40_000 };
/** A picture of ten by ten pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);

interface Delivery {
  kind: string;
  text: string;
  media: { media: string; mimeType: string; fileName: string; bytes: number; sha256: string } | null;
  poll: { options: string[]; selectable: number } | null;
}

/** Returns what the simulated network delivered to a number, by its own count. */
async function delivered(request: APIRequestContext, to: string): Promise<Delivery[]> {
  const answer = await request.get(`/simulator/deliveries?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { data: Delivery[] }).data;
}

/** Returns a number that no other test of this run writes to. */
const newNumber = () => `+4477009${String(Math.floor(Math.random() * 90_000) + 10_000)}`;

/** Opens the dialog for a message due at once. */
async function compose(page: Page, to: string) {
  if (!page.url().includes('/import-messages')) await page.goto('/import-messages');
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('To').fill(to);
  await dialog.getByLabel('Send it now').check();
  return dialog;
}

const PHONE = { width: 360, height: 800 };
const WIDE = { width: 1280, height: 800 };

/** Expects that it fits and is accessible in a narrow and a wide window, and restores the window's size. */
async function expectGoodAtBothWidths(page: Page): Promise<void> {
  const before = page.viewportSize() ?? WIDE;
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(before);
}

test('a picture and a poll are scheduled on a phone and on a wide screen, and arrive unchanged', async ({ page }) => {
  // Two messages, and three accessibility checks at each width.
  test.slow();
  await page.setViewportSize(PHONE);
  const to = newNumber();
  let dialog = await compose(page, to);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'holiday.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(dialog.getByText('holiday.png')).toBeVisible();
  await expect(dialog.locator('img')).toBeVisible();
  await dialog.getByLabel('Caption').fill('Look at this');
  await expectGoodAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.setViewportSize(WIDE);
  dialog = await compose(page, to);
  await dialog.getByRole('button', { name: 'Create a poll' }).click();
  await dialog.getByLabel('Question').fill('Tea or coffee?');
  await dialog.getByLabel('Option 1', { exact: true }).fill('Tea');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Coffee');
  // The option being written moves up and keeps the focus.
  await page.keyboard.press('Alt+ArrowUp');
  await expect(dialog.getByLabel('Option 1', { exact: true })).toHaveValue('Coffee');
  await expect(dialog.getByLabel('Option 1', { exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove Option 3' }).click();
  await dialog.getByLabel('People may choose several options').check();
  await expectGoodAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden();

  await expect.poll(async () => (await delivered(page.request, to)).length, BUSY).toBe(2);
  const [picture, poll] = await delivered(page.request, to);
  const sha256 = createHash('sha256').update(PICTURE).digest('hex');
  expect(picture).toMatchObject({
    kind: 'media',
    text: 'Look at this',
    media: { media: 'image', mimeType: 'image/png', fileName: 'holiday.png', bytes: PICTURE.length, sha256 },
  });
  expect(poll).toMatchObject({
    kind: 'poll',
    text: 'Tea or coffee?',
    poll: { options: ['Coffee', 'Tea'], selectable: 0 },
  });

  await page.goto(`/import-messages?contactMobile=${encodeURIComponent(JSON.stringify(to))}`);
  await page.getByText('Look at this').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('img', { name: 'Picture holiday.png' })).toBeVisible();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('holiday.png');
  await expectGoodAtBothWidths(page);
});

test.describe('a message that cannot be sent', () => {
  test.use({ allowedErrors: [/422 \(Unprocessable/] });

  test('is reported at its field', async ({ page }) => {
    const dialog = await compose(page, newNumber());
    const input = dialog.locator('input[type=file]');
    await input.setInputFiles({ name: 'not-a.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
    await expect(dialog.getByText(/says it is image\/png/)).toBeVisible();
    await input.setInputFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    await expect(dialog.getByText('empty.txt is empty.')).toBeVisible();
    await input.setInputFiles({ name: 'large.bin', mimeType: 'video/mp4', buffer: Buffer.alloc(16 * 1024 * 1024 + 1) });
    await expect(dialog.getByText('large.bin is too large: the limit is 16 MB.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create a poll' }).click();
    await dialog.getByLabel('Option 1', { exact: true }).fill('Tea');
    await dialog.getByLabel('Option 2', { exact: true }).fill('Tea');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByText('Ask a question.')).toBeVisible();
    await expect(dialog.getByText('This option already exists.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove the poll' }).click();
    await expect(dialog.getByText('This option already exists.')).toBeHidden();
  });
});

test('a dropped file is attached', async ({ page }) => {
  const dialog = await compose(page, newNumber());
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
    return transfer;
  }, PICTURE.toString('base64'));
  await dialog.dispatchEvent('dragenter', { dataTransfer: data });
  await page.getByText('Drop the file to attach it').dispatchEvent('drop', { dataTransfer: data });
  await expect(dialog.getByText('dropped.png')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove dropped.png' }).click();
  await expect(dialog.getByText('dropped.png')).toBeHidden();
});

test('received messages appear in the explorer without a reload, and open', async ({ page }) => {
  const engines = (await (await page.request.get('/api/engines')).json()) as {
    data: { _id: string; phoneNumber: string }[];
  };
  const [engine] = engines.data;
  await page.goto(`/engine-explorer/${engine?._id}?tab=chats`);
  await expect(page.getByRole('table')).toBeVisible(BUSY);
  const friend = newNumber();
  const write = (text: string) =>
    page.request.post(`/simulator/accounts/${encodeURIComponent(friend)}/messages`, {
      data: { to: engine?.phoneNumber, text },
    });
  await write('Are you open on Monday?');
  const row = page.getByRole('row').filter({ hasText: friend });
  await expect(row).toContainText('Are you open on Monday?', BUSY);
  await row.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Are you open on Monday?')).toBeVisible();
  await write('Or on Tuesday?');
  await expect(drawer.getByText('Or on Tuesday?')).toBeVisible(BUSY);
  await expect(row).toContainText('2');
  await expectAccessible(page);
});
