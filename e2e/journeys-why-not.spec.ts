import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

/** An engine is stopped here, so this has its own server. */
let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());

const BUSY = { timeout: 60_000 };

test('J3: on a phone, finding out why a message was not sent, fixing it, moving it to tomorrow and back takes four taps', async ({
  visit,
}) => {
  const page = await visit(server.url, 'user', { viewport: { width: 360, height: 740 } });
  const headers = { origin: server.url };
  const { data: engines } = await (await page.request.get(`${server.url}/api/engines`)).json();
  for (const { _id } of engines) {
    expect((await page.request.delete(`${server.url}/api/engines/${_id}`, { headers })).status()).toBe(200);
  }
  const data = { contactName: 'Dana', message: 'See you at noon', contactList: [{ mobile: '+447700900555' }] };
  const sent = await page.request.post(`${server.url}/api/messages`, { data, headers });
  const { _id: id } = (await sent.json()) as { _id: string };
  const status = async () => (await (await page.request.get(`${server.url}/api/messages/${id}`)).json()).status;

  // A started engine may be faster than the taps, and messages in flight cannot be moved. It starts when they are done.
  const tapped = Promise.withResolvers<void>();
  await page.route('**/api/engines', async (route) => {
    if (route.request().method() === 'POST') await tapped.promise;
    await route.continue();
  });

  let taps = 0;
  const tap = async (where: Locator) => {
    await where.click();
    taps += 1;
  };
  await page.goto(`${server.url}/calendar?view=day`);
  await tap(page.getByRole('button', { name: /Dana/ }));
  const why = page.getByRole('region', { name: 'Why not sent yet' });
  await expect(why).toContainText('stopped');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const start = why.getByRole('button', { name: /^Start / }).first();
  await expect(start).toBeInViewport();
  await tap(start);
  const tomorrow = page.getByRole('button', { name: /^Tomorrow 9:00/ });
  await expect(tomorrow).toBeInViewport();
  await tap(tomorrow);
  await expect(page.getByText(/^Moved to .* 9:00/)).toBeVisible();
  await tap(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByText(/^Moved back to /)).toBeVisible();
  expect(taps).toBe(4);
  expect(await status()).toBe('pending');
  tapped.resolve();
  // It was overdue, so it is sent once its engine can.
  await expect.poll(status, BUSY).toBe('sent');
});
