import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

/** Changes here would affect other tests, so this has its own server. */
let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());

const DELIVERED = { timeout: 60_000 };
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const ask = async (page: Page, request: string) => {
  await page.getByRole('textbox', { name: 'Message to the assistant' }).fill(request);
  await page.keyboard.press('Enter');
};
/** Returns the texts that the simulated phone of a number received. */
const arrived = async (page: Page, number: string): Promise<string[]> => {
  const answer = await page.request.get(`${server.url}/simulator/deliveries?to=${encodeURIComponent(number)}`);
  return ((await answer.json()) as { data: { text: string }[] }).data.map(({ text }) => text);
};
const headers = () => ({ origin: server.url });

test('a conversation sends, schedules, edits and cancels messages, and the phones show the results', async ({
  visit,
}) => {
  const page = await visit(server.url, 'user');
  await page.goto('/btgpt');
  await expect(page.getByRole('complementary', { name: 'What I can do' })).toBeVisible();

  await ask(page, 'send +447700900811: Hello at once');
  await expect(page.getByText('Nothing is done until you confirm.')).toBeVisible();
  expect(await arrived(page, '+447700900811')).toEqual([]);
  await page.getByRole('button', { name: 'Schedule 1 message' }).click();
  await expect.poll(() => arrived(page, '+447700900811'), DELIVERED).toEqual(['Hello at once']);

  await ask(page, 'in 2 hours to +447700900812: First words');
  await page.getByRole('button', { name: 'Schedule 1 message' }).click();
  await page.getByRole('button', { name: 'Edit the message to +447700900812' }).click();
  await page.getByLabel('Text').fill('Second words');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Second words')).toBeVisible();

  await ask(page, 'in 2 hours to +447700900813: Never to be seen');
  await page.getByRole('button', { name: 'Schedule 1 message' }).click();
  await page.getByRole('button', { name: 'Cancel the message to +447700900813' }).click();
  await expect(page.getByText('Message cancelled')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  const last = async () =>
    (
      (await (await page.request.get(`${server.url}/api/messages?search=%2B447700900813`)).json()) as {
        data: { status: string }[];
      }
    ).data[0]?.status;
  expect(await last()).toBe('cancelled');

  await ask(page, 'send the scheduled message to +447700900812 now instead');
  await page.getByRole('button', { name: 'Move 1 message' }).click();
  await expect.poll(() => arrived(page, '+447700900812'), DELIVERED).toEqual(['Second words']);
  expect(await arrived(page, '+447700900813')).toEqual([]);
});

test('J7: on a phone, tomorrow’s messages except Dana’s are moved and one is undone, with two sentences and one click each', async ({
  visit,
}) => {
  const page = await visit(server.url, 'user', { viewport: { width: 360, height: 740 } });
  const me = await (await page.request.get(`${server.url}/api/me`)).json();
  const day = (days: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: me.workspace.zone, ...options }).format(
      Date.now() + days * 86_400_000,
    );
  const tomorrow = day(1, { dateStyle: 'short' });
  const target = day(4, { dateStyle: 'short' });
  const weekday = new Intl.DateTimeFormat('en', { timeZone: me.workspace.zone, weekday: 'long' }).format(
    Date.now() + 4 * 86_400_000,
  );
  await page.request.post(`${server.url}/api/contacts`, {
    data: { name: 'Dana Cole', mobile: '+447700900821' },
    headers: headers(),
  });
  const schedule = async (contactName: string, mobile: string) => {
    const data = {
      contactName,
      contactList: [{ mobile }],
      message: `For ${contactName}`,
      dueDate: `${tomorrow}T12:00`,
    };
    return (await (await page.request.post(`${server.url}/api/messages`, { data, headers: headers() })).json())
      ._id as string;
  };
  const [dana, omar, maria] = [
    await schedule('Dana Cole', '+447700900821'),
    await schedule('Omar Haddad', '+447700900822'),
    await schedule('Maria Silva', '+447700900823'),
  ];
  const dayOf = async (id: string) =>
    ((await (await page.request.get(`${server.url}/api/messages/${id}`)).json()).dueLocal as string).slice(0, 10);

  await page.goto('/btgpt');
  const began = Date.now();
  await ask(page, `move tomorrow's to ${weekday}, but not Dana's`);
  const card = page.getByText('Omar Haddad (+447700900822)');
  await expect(card).toBeVisible();
  await expect(page.getByText('Dana Cole (+447700900821)')).toBeHidden();
  expect(await dayOf(omar)).toBe(tomorrow);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Move \d+ messages?$/ }).click();
  await expect(page.getByText(/^Moved \d+ messages/)).toBeVisible();
  expect([await dayOf(dana), await dayOf(omar), await dayOf(maria)]).toEqual([tomorrow, target, target]);
  await page.getByRole('button', { name: 'Undo: Maria Silva' }).click();
  await expect(page.getByText('Undone for 1 message.')).toBeVisible();
  expect([await dayOf(dana), await dayOf(omar), await dayOf(maria)]).toEqual([tomorrow, target, tomorrow]);
  test.info().annotations.push({ type: 'seconds', description: String((Date.now() - began) / 1_000) });

  // The conversation is there after returning.
  await page.reload();
  await expect(page.getByText('Undone for 1 message.')).toBeVisible();
});
