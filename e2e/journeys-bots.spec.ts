import { deliveriesTo, deployBot, engineNumber, flowOf, writeFrom } from './bots.ts';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, signInAs, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

test.describe.configure({ mode: 'default' });
const BUSY = { timeout: 60_000 };
const CUSTOMER = '+447700900555';

let own: OwnServer;
test.beforeAll(async () => {
  own = await createOwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a bot answers on the simulated phone, and J8: from an unusual event to its conversation and steps, and to the bot', async ({
  page,
  browser,
}) => {
  test.slow();
  const user = await browser.newContext({ baseURL: own.url });
  await signInAs(user, 'user', own.url);
  const number = await engineNumber(user.request, own);
  const flow = flowOf([
    { id: 'start', kind: 'trigger' },
    {
      id: 'people',
      kind: 'ask',
      name: 'How many',
      text: 'How many people?',
      answer: 'number',
      saveAs: 'people',
      retries: 1,
      retryText: 'As a number, please.',
    },
    { id: 'thanks', kind: 'send', name: 'Thanks', text: 'A table for {people}.' },
  ]);
  await deployBot(user.request, own, 'Table bot', flow);
  const texts = async () => (await deliveriesTo(user.request, own, CUSTOMER)).data.map(({ text }) => text);
  await writeFrom(user.request, own, { from: CUSTOMER, to: number, text: 'hello' });
  await expect.poll(texts, BUSY).toContain('How many people?');
  await writeFrom(user.request, own, { from: CUSTOMER, to: number, text: 'a few' });
  await expect.poll(texts, BUSY).toContain('As a number, please.');
  await writeFrom(user.request, own, { from: CUSTOMER, to: number, text: '4' });
  await expect.poll(texts, BUSY).toContain('A table for 4.');
  expect((await deliveriesTo(user.request, own, CUSTOMER)).duplicates).toBe(0);

  await signInAs(page.context(), 'admin', own.url);
  const began = performance.now();
  let clicks = 0;
  const click = async (role: 'tab' | 'link' | 'row', name: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  await page.goto(`${own.url}/bot-usage-dashboard`);
  await expect(page.getByRole('heading', { name: 'Bot System Adoption Dashboard' })).toBeVisible(BUSY);
  await expect(page.getByRole('region', { name: 'Total Agents' })).toContainText('1');
  await click('tab', 'Event Distribution');
  const events = page.getByRole('table', { name: 'Node Event Distribution' });
  await expect(events.getByRole('row', { name: /answer_invalid/ })).toContainText('1');
  await click('link', 'answer_invalid');
  await expect(page).toHaveURL(/\/sessions\?eventType=answer_invalid/);
  await expect(page.getByRole('table', { name: 'Session List' })).toContainText('Completed');
  await click('row', /Completed/);
  await expect(page.getByText('Answer not understood')).toBeVisible();
  // An administrator may not read chats.
  await expect(page.getByText('Chat texts are visible to their workspace only.', { exact: false })).toBeVisible();
  await expect(page.getByText('A table for 4.')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/sessions\?eventType=answer_invalid/);
  await page.goBack();
  await expect(page).toHaveURL(/tab=events/);
  await expect(events).toBeVisible();
  console.log(`J8: ${clicks} clicks to the conversation, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  expect(clicks).toBeLessThanOrEqual(4);

  await page.goto(`${own.url}/bots`);
  await expect(page.getByRole('heading', { name: 'Bot List (Enhanced View)' })).toBeVisible();
  await expect(page.getByText('Showing 1 to 1 of 1 bots')).toBeVisible();
  const view = page.getByRole('link', { name: /^View Table bot/ });
  await expect(view).toHaveAttribute('target', '_blank');
  const [opened] = await Promise.all([page.context().waitForEvent('page'), view.click()]);
  await opened.getByRole('textbox', { name: 'Reason' }).fill('asked why the bot answers so');
  await opened.getByRole('button', { name: 'Start support mode' }).click();
  await expect(opened.getByRole('heading', { name: 'Table bot' })).toBeVisible(BUSY);
  expect(new URL(opened.url()).searchParams.get('supportedUserId')).toBeTruthy();
  await opened.close();

  // The same conversation as its workspace sees it.
  const mine = await user.newPage();
  await mine.goto('/bot-list-view');
  await mine.getByRole('link', { name: 'View Table bot' }).click();
  await mine.getByRole('tab', { name: 'Sessions' }).click();
  await mine.getByRole('row', { name: /Completed/ }).click();
  await expect(mine.getByText('A table for 4.')).toBeVisible();
  await expect(mine.getByRole('region', { name: 'Steps' })).toContainText('people');
  await user.close();
});

test('the administrators’ screens are accessible in both schemes and fit a phone', async ({ page }) => {
  await signInAs(page.context(), 'admin', own.url);
  for (const path of ['/bot-usage-dashboard', '/bots', '/sessions?processType=session_started', '/bot-list-view']) {
    await page.goto(own.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible(BUSY);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessibleInBothSchemes(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
