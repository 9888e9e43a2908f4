import type { Locator } from '@playwright/test';
import { engineNumber, writeFrom } from './bots.ts';
import { joinAsMember } from './colleague.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const BUSY = { timeout: 60_000 };
const FRIEND = '+447700900811';
/** A picture of one pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.use({
  launchOptions: {
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      // A simulated microphone, allowed without asking.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
});

let own: OwnServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  own = await createOwnServer();
  await own.start();
});
test.afterAll(() => own?.remove());

test('J16: on a phone, a notification leads to the chat, where a voice note, a photo and a message for tomorrow are sent', async ({
  visit,
}) => {
  test.setTimeout(300_000);
  const page = await visit(own.url, 'user', { viewport: { width: 360, height: 740 }, permissions: ['microphone'] });
  const mira = await visit(own.url, null);
  await joinAsMember(own, page, { page: mira, name: 'Mira' });
  const ours = await engineNumber(page.request, own);
  const headers = { origin: own.url };
  await writeFrom(page.request, own, { from: FRIEND, to: ours, text: 'Can you call me?' });
  const conversations = async () => (await (await mira.request.get('/api/conversations')).json()).data;
  await expect.poll(async () => (await conversations()).length, BUSY).toBe(1);
  const [{ _id, version }] = await conversations();
  const me = await (await page.request.get('/api/me')).json();
  const given = await mira.request.post(`/api/conversations/${_id}/assign`, {
    data: { version, userId: me._id },
    headers,
  });
  expect(given.status(), await given.text()).toBe(200);

  await page.goto('/calendar');
  const beganAt = Date.now();
  let taps = 0;
  const tap = async (target: Locator) => {
    await expect(target).toBeInViewport();
    await target.click();
    taps += 1;
  };
  await tap(page.getByRole('button', { name: /^Notifications, \d+ unread$/ }));
  await tap(page.getByRole('link', { name: `${FRIEND} was assigned to you` }));
  const log = page.getByRole('log');
  await expect(log.getByText('Can you call me?')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await tap(page.getByRole('button', { name: 'Record a voice note' }));
  await expect(page.getByRole('timer')).toHaveText('0:01');
  await tap(page.getByRole('button', { name: 'Send the voice note' }));
  const kinds = async () => {
    const answer = await page.request.get(`/simulator/deliveries?to=${encodeURIComponent(FRIEND)}`);
    return (await answer.json()).data.map(({ media }: { media: { media: string } | null }) => media?.media);
  };
  await expect.poll(kinds, BUSY).toEqual(['voice']);

  const choosing = page.waitForEvent('filechooser');
  await tap(page.getByRole('button', { name: 'Attach a file' }));
  await (await choosing).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: PHOTO });
  await tap(page.getByRole('button', { name: 'Send', exact: true }));
  await expect.poll(kinds, BUSY).toEqual(['voice', 'image']);

  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(field).toHaveValue('');
  await field.fill('I’ll call you tomorrow');
  await tap(page.getByRole('button', { name: 'Send later' }));
  await tap(page.getByRole('button', { name: 'Schedule', exact: true }));
  await expect(log.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(log.getByText('I’ll call you tomorrow')).toBeVisible();
  await expectNoSidewaysScroll(page);
  const seconds = (Date.now() - beganAt) / 1_000;
  const { data } = await (await page.request.get('/api/messages?status=pending')).json();
  const pending = (data as { message: string }[]).map(({ message }) => message);
  expect(pending.filter((message) => message === 'I’ll call you tomorrow')).toHaveLength(1);
  expect(taps).toBeLessThanOrEqual(8);
  test.info().annotations.push({ type: 'J16', description: `${taps} taps, ${seconds} s` });
});
