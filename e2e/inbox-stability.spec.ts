import type { Page } from '@playwright/test';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { engineNumber, writeFrom } from './bots.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';
import { shiftOf, watchShifts } from './shifts.ts';

const BUSY = { timeout: 60_000 };
const FRIEND = '+447700900741';
const OLDER = 400;
const MAX_SHIFT = 0.02;

let own: OwnServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  own = await createOwnServer();
  await own.start();
});
test.afterAll(() => own?.remove());

/** Opens a chat with a long history in the inbox. */
async function openLongChat(page: Page): Promise<{ engineId: string; conversationId: string; ours: string }> {
  const ours = await engineNumber(page.request, own);
  const conversations = async () => (await (await page.request.get('/api/conversations')).json()).data;
  if ((await conversations()).length === 0) {
    await writeFrom(page.request, own, { from: FRIEND, to: ours, text: 'The latest words' });
    await expect.poll(async () => (await conversations()).length, BUSY).toBe(1);
  }
  const [{ _id: conversationId, engineId }] = await conversations();
  const { pool, close } = openDatabase(own.databaseUrl(), 1, () => undefined);
  await pool.query(
    `insert into received_messages (id, engine_id, wa_message_id, chat, writer, from_me, kind, body, written_at)
     select uuidv7(), $1, 'old-' || n, $2, $2, false, 'text', 'Word ' || n || repeat(' and more', n % 40), now() - n * interval '10 minutes'
     from generate_series(1, $3::int) n on conflict do nothing`,
    [engineId, FRIEND, OLDER],
  );
  await close();
  return { engineId, conversationId, ours };
}

for (const width of [1_280, 360]) {
  test(`there is no layout shift at ${width} px on the screens of Talk`, async ({ visit }) => {
    test.setTimeout(300_000);
    const page = await visit(own.url, 'user', { viewport: { width, height: 800 } });
    await watchShifts(page);
    const { engineId, conversationId } = await openLongChat(page);
    const chat = `/chat?engine=${engineId}&chat=${encodeURIComponent(FRIEND)}`;
    const inbox = `/bt-team-inbox?conversation=${conversationId}`;
    for (const address of ['/chat', chat, '/bt-team-inbox', inbox, '/bt-team-inbox?show=report', '/team-inbox']) {
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      if (address === chat || address === inbox) {
        await expect(page.getByRole('log').getByText('The latest words')).toBeVisible();
      }
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      expect(await shiftOf(page), address).toBeLessThan(MAX_SHIFT);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
}

test('the message being read stays in place while older and newer messages are loaded', async ({ visit }) => {
  test.setTimeout(300_000);
  const page = await visit(own.url, 'user', { viewport: { width: 1_280, height: 800 } });
  const { conversationId, ours } = await openLongChat(page);
  // Older ones: requested at the top, and delayed until the position is known, even if the page requests them as it opens.
  const held = Promise.withResolvers<void>();
  await page.route(/chats\/thread\?.*before=/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/bt-team-inbox?conversation=${conversationId}`);
  const log = page.getByRole('log');
  await expect(log.getByText('The latest words')).toBeVisible();

  /** Returns the position of a message once nothing has moved for two frames. */
  const placeOf = (text: string) =>
    log.getByText(text, { exact: true }).evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          let last = Number.NaN;
          const check = () => {
            const { y } = element.getBoundingClientRect();
            if (y === last) resolve(y);
            else {
              last = y;
              requestAnimationFrame(check);
            }
          };
          check();
        }),
    );
  const firstInSight = () =>
    log.evaluate((scroller) => {
      const { top } = scroller.getBoundingClientRect();
      const words = [...scroller.querySelectorAll('*')].filter(
        (element) => element.childElementCount === 0 && /^Word \d+/.test(element.textContent ?? ''),
      );
      return words.find((element) => element.getBoundingClientRect().top >= top + 40)?.textContent ?? '';
    });

  const heightOf = () => log.evaluate((scroller) => scroller.scrollHeight);
  await log.evaluate((scroller) => {
    scroller.scrollTop = 300;
  });
  await expect(async () => expect(await firstInSight()).not.toBe('')).toPass();
  const reading = await firstInSight();
  const before = await placeOf(reading);
  const height = await heightOf();
  held.resolve();
  await expect.poll(heightOf).toBeGreaterThan(height);
  expect(await placeOf(reading)).toBe(before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  // Newer ones, while an older one is being read.
  const now = await firstInSight();
  const at = await placeOf(now);
  await writeFrom(page.request, own, { from: FRIEND, to: ours, text: 'And one more thing' });
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible(BUSY);
  expect(await placeOf(now)).toBe(at);
});

test('the reports are read and opened by keyboard', async ({ visit }) => {
  test.setTimeout(300_000);
  const page = await visit(own.url, 'user', { viewport: { width: 1_280, height: 800 } });
  await openLongChat(page);
  await page.goto('/bt-team-inbox');
  const open = page.getByRole('button', { name: 'Inbox reports' });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox reports' })).toBeVisible();
  const figure = page.getByRole('button', { name: /Opened: show All/ });
  await expect(figure).toBeVisible();
  await expectAccessible(page);
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(figure).toBeFocused({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [10] });
  await page.keyboard.press('Enter');
  const rows = page.getByRole('dialog', { name: 'Opened: All' });
  await expect(rows.getByRole('link', { name: FRIEND })).toBeVisible();
  await expectAccessible(page);
  const downloaded = page.waitForEvent('download');
  await rows.getByRole('button', { name: 'Export to Excel' }).press('Enter');
  expect((await downloaded).suggestedFilename()).toBe('inbox-opened.xlsx');
  await rows.getByRole('link', { name: FRIEND }).press('Enter');
  await expect(page.getByRole('log').getByText('The latest words')).toBeVisible();
});
