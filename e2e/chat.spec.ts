import { engineNumber } from './bots.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signInAs, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';
import { shiftOf, watchShifts } from './shifts.ts';

/** The engine needs a moment to start, and the machine may be busy. */
const BUSY = { timeout: 60_000 };
const FRIEND = '+447700900731';

let own: OwnServer;
test.beforeAll(async () => {
  own = await createOwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a contact’s message appears at once, and the reply arrives', async ({ browser }) => {
  test.slow();
  const context = await browser.newContext({ baseURL: own.url, viewport: { width: 1280, height: 800 } });
  await signInAs(context, 'user', own.url);
  const page = await context.newPage();
  await watchShifts(page);
  const { request } = context;
  const mine = await engineNumber(request, own);
  const write = (text: string) =>
    request.post(`${own.url}/simulator/accounts/${encodeURIComponent(FRIEND)}/messages`, {
      data: { to: mine, text },
      headers: { origin: own.url },
    });

  await write('Are you open on Sunday?');
  await page.goto('/chat');
  await page.getByRole('button', { name: /Are you open on Sunday\?/ }).click(BUSY);
  const thread = page.getByRole('log');
  await expect(thread.getByText('Are you open on Sunday?')).toBeVisible();
  await write('And how *late*?');
  await expect(thread.locator('strong', { hasText: 'late' })).toBeVisible(BUSY);

  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Until six');
  await field.press('Enter');
  await expect(thread.getByText('Until six')).toBeVisible();
  await expect(field).toHaveValue('');
  const arrived = async () => {
    const answer = await request.get(`${own.url}/simulator/deliveries?to=${encodeURIComponent(FRIEND)}`);
    return ((await answer.json()) as { data: { text: string }[] }).data.map(({ text }) => text);
  };
  await expect.poll(arrived, BUSY).toEqual(['Until six']);
  await expect(thread.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible(BUSY);

  // Scheduled messages are shown at the end and can be cancelled.
  await field.fill('See you tomorrow');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(thread.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(thread.getByText('See you tomorrow')).toBeVisible();

  await field.fill('Half a sentence');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a sentence');
  await expect(thread.getByText('Until six')).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.02);
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Back to the chats' }).click();
  await expect(page.getByRole('button', { name: /Until six|Are you open/ }).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await context.close();
});
