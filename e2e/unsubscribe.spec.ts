import type { Page } from '@playwright/test';
import { baseUrl, expect, expectAccessible, test } from './fixtures.ts';

const BUSY = { timeout: 60_000 };
/** Numbers and names unique to this run, because the demo's workspace is shared. */
const RUN = Date.now().toString().slice(-5);

test.use({ as: 'user' });

async function delivered(page: Page, mobile: string): Promise<string[]> {
  const answer = await page.request.get(`${baseUrl()}/simulator/deliveries?to=${encodeURIComponent(mobile)}`);
  const { data } = (await answer.json()) as { data: { text: string }[] };
  return data.map(({ text }) => text);
}

test('an unsubscribe link: opening it changes nothing, its button unsubscribes, and that can be undone', async ({
  page,
}) => {
  const headers = { origin: baseUrl() };
  const mobile = `+44771${RUN}77`;
  const made = await page.request.post('/api/contacts', { data: { name: `Link ${RUN}`, mobile }, headers });
  const { _id: contactId } = (await made.json()) as { _id: string };
  const label = `Link ${RUN}`;
  await page.request.post('/api/contacts/label', { data: { selection: { ids: [contactId] }, label }, headers });
  const labels = (await (await page.request.get('/api/labels?limit=1000')).json()) as {
    data: { _id: string; name: string }[];
  };
  const labelId = labels.data.find(({ name }) => name === label)?._id;
  const draft = {
    name: `Link ${RUN}`,
    audience: { from: { kind: 'labels', labelIds: [labelId] } },
    variants: ['No more? {unsubscribe}'],
    launchKey: crypto.randomUUID(),
  };
  expect((await page.request.post('/api/campaigns', { data: draft, headers })).status()).toBe(201);
  await expect.poll(() => delivered(page, mobile), BUSY).toHaveLength(1);
  const [text = ''] = await delivered(page, mobile);
  const { pathname } = new URL(text.replace('No more? ', ''));
  await page.context().clearCookies();
  for (let time = 0; time < 2; time += 1) {
    await page.goto(pathname);
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible(BUSY);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText(/no longer message your WhatsApp number/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
});
