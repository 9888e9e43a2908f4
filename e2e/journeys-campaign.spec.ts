import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { baseUrl, expect, expectAccessible, test } from './fixtures.ts';

const GUESTS = 40;
const BUSY = { timeout: 60_000 };
/** Numbers and names unique to this run, because the demo's workspace is shared. */
const RUN = Date.now().toString().slice(-5);
const mobileOf = (at: number) => `+44770${RUN}${String(at).padStart(2, '0')}`;
const LIST = `Guests ${RUN}`;

test.use({ as: 'user' });

/** Names, numbers and cities: the first has no city, the last has the same number as the one before. */
function guests(): { name: string; mimeType: string; buffer: Buffer } {
  const rows = Array.from({ length: GUESTS }, (_, at) => {
    const number = at === GUESTS - 1 ? mobileOf(at - 1) : mobileOf(at);
    return `Guest ${RUN} ${at},${number},${at === 0 ? '' : `City ${at}`}`;
  });
  const text = ['Name,Phone,City', ...rows, `Nobody,call me,Hull`].join('\n');
  return { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Counts a person's clicks and chosen files. */
function countActions(page: Page) {
  let clicks = 0;
  return {
    clicks: () => clicks,
    async press(name: string | RegExp) {
      clicks += 1;
      await page.getByRole('button', { name }).first().click();
    },
    async follow(name: string) {
      clicks += 1;
      await page.getByRole('link', { name }).first().click();
    },
  };
}

async function delivered(page: Page, mobile: string): Promise<string[]> {
  const answer = await page.request.get(`${baseUrl()}/simulator/deliveries?to=${encodeURIComponent(mobile)}`);
  const { data } = (await answer.json()) as { data: { text: string }[] };
  return data.map(({ text }) => text);
}

test('J5: guests are imported from a file, texts are personalised with gaps shown beforehand; the campaign is launched, paused and resumed, and deliveries are verified', async ({
  page,
}) => {
  const { press, follow, clicks } = countActions(page);
  const dialog = page.getByRole('dialog');

  // The address book: every row of the file has a result.
  await page.goto('/contacts');
  await press('Import');
  await dialog.locator('input[type=file]').setInputFiles(guests());
  await expect(dialog.getByText('Match columns')).toBeVisible(BUSY);
  await dialog.getByLabel('Add to a list').fill(LIST);
  await press(`Import ${GUESTS + 1} rows`);
  await expect(dialog.getByText('Import finished')).toBeVisible(BUSY);
  await expect(dialog.getByText(`${GUESTS - 1} new`)).toBeVisible();
  await expect(dialog.getByText('1 with the same number as an earlier row')).toBeVisible();
  await expect(dialog.getByText('1 rejected')).toBeVisible();
  await expect(dialog.getByText(`${GUESTS + 1} of ${GUESTS + 1} rows`)).toBeVisible();
  await expectAccessible(page);
  await press('Done');

  // One of them has opted out.
  const unwanted = mobileOf(3);
  const headers = { origin: baseUrl() };
  expect((await page.request.post('/api/suppressions', { data: { mobile: unwanted }, headers })).status()).toBe(201);

  // Audience, text and time, and the preview of the launch.
  const began = Date.now();
  await page.goto('/campaigns');
  await follow('New campaign');
  await page.getByRole('radio', { name: 'From a list' }).click();
  await page.getByRole('combobox', { name: 'List', exact: true }).click();
  await page.getByRole('option', { name: LIST }).click();
  await expect(page.getByText(`${GUESTS - 1} contacts now`)).toBeVisible(BUSY);
  await expectAccessible(page);
  await press('Continue');
  await page.getByLabel('Campaign name').fill(`Party ${RUN}`);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hi {name|there}, see you in {city} {');
  await press('Continue');
  await expect(page.getByText(/A \{ has no matching \}/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hi {name|there}, see you in {city}!');
  await press('Continue');
  await page.getByLabel('Maximum messages per minute').fill('60');
  await press('Continue');
  await expect(page.getByRole('heading', { name: `${GUESTS - 3} recipients get it` })).toBeVisible(BUSY);
  await expect(page.getByText('1 have no {city}')).toBeVisible();
  await expect(page.getByText('1 opted out')).toBeVisible();
  await expect(page.getByText('No {city}: won’t get a message.')).toBeVisible();
  await expect(page.getByText(/^Ends about/).first()).toBeVisible();
  await expectAccessible(page);
  await press(`Launch to ${GUESTS - 3} recipients`);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible(BUSY);
  const launchedIn = Date.now() - began;

  // It starts, pauses at once, resumes, and ends with numbers that add up.
  await press('Pause');
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible(BUSY);
  await expectAccessible(page);
  await press('Resume');
  await expect(page.getByRole('button', { name: `Sent ${GUESTS - 3}` })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('button', { name: 'Excluded 2' })).toBeVisible();

  // Deliveries by the network's own count: each guest once, and none to the opted-out one.
  for (const at of [1, 20, GUESTS - 2]) {
    await expect
      .poll(() => delivered(page, mobileOf(at)), BUSY)
      .toEqual([`Hi Guest ${RUN} ${at}, see you in City ${at}!`]);
  }
  expect(await delivered(page, unwanted)).toEqual([]);
  expect(await delivered(page, mobileOf(0))).toEqual([]);
  const download = page.waitForEvent('download');
  await press('Export');
  const book = read(readFileSync(await (await download).path()));
  const rows = utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {});
  expect(new Set(rows.map((row) => row.Number)).size).toBe(GUESTS - 1);
  expect(rows).toHaveLength(GUESTS - 1);
  expect(rows.filter((row) => row.Outcome === 'Sent')).toHaveLength(GUESTS - 3);

  // Recipients who did not reply can be messaged again: all of them, because none has.
  await follow('Follow up');
  await expect(page.getByText(`${GUESTS - 3} contacts now`)).toBeVisible(BUSY);
  test.info().annotations.push({ type: 'measured', description: `${clicks()} clicks, launched in ${launchedIn} ms` });
});
