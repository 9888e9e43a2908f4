import { utils, write } from '@e965/xlsx';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const ROWS = 1_000;
/** Long enough to import before the first is due, short enough that the kills hit messages in flight. */
const DUE_IN_MS = 15_000;
/** Rate at which rows fall due, so that the kills come in the middle. */
const ROWS_PER_SECOND = 40;

/** A number of the simulated WhatsApp for each row. */
const mobileOf = (row: number) => `+44770093${String(row).padStart(4, '0')}`;

function workbook(firstDueMs: number): Buffer {
  const header = ['Contact Name', 'Contact Mobile', 'Message', 'Due Date'];
  const rows = Array.from({ length: ROWS }, (_, row) => [
    `Kill ${row}`,
    mobileOf(row),
    `Message ${row} of the run that is killed`,
    new Date(firstDueMs + Math.floor(row / ROWS_PER_SECOND) * 1_000).toISOString(),
  ]);
  const book = utils.book_new(utils.aoa_to_sheet([header, ...rows]), 'Messages');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

interface Deliveries {
  data: { to: string }[];
  total: number;
  duplicates: number;
}

/** Counts deliveries to each of our numbers, by the simulated network's own record. */
async function deliveries(request: APIRequestContext): Promise<{ byNumber: Map<string, number>; duplicates: number }> {
  const byNumber = new Map<string, number>();
  let duplicates = 0;
  for (let skip = 0; ; skip += 500) {
    const answer = await request.get(`/simulator/deliveries?limit=500&skip=${skip}`);
    expect(answer.ok()).toBe(true);
    const page = (await answer.json()) as Deliveries;
    duplicates = page.duplicates;
    for (const { to } of page.data) {
      if (to.startsWith('+44770093')) byNumber.set(to, (byNumber.get(to) ?? 0) + 1);
    }
    if (skip + 500 >= page.total) return { byNumber, duplicates };
  }
}

const countOf = async (request: APIRequestContext, status: string): Promise<number> => {
  const answer = await request.get(`/api/messages?limit=1&search=of the run that is killed&status=${status}`);
  return answer.ok() ? ((await answer.json()) as { total: number }).total : -1;
};

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());

test('a thousand imported messages arrive exactly once although the engine, the database and the server are killed', async ({
  visit,
}) => {
  test.setTimeout(240_000);
  const page = await visit(server.url, 'user');
  const { request } = page.context();
  await page.goto('/import-messages?message=of%20the%20run%20that%20is%20killed');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'killed.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook(Date.now() + DUE_IN_MS),
  });
  await page.getByRole('button', { name: /^Import 1,?000 messages$/ }).click();
  await expect(page.getByText('Successfully imported 1000 message(s)')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Done' }).click();
  // A mark that a reload would remove.
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  await expect(page.getByRole('table', { name: 'Messages' }).getByText('Pending').first()).toBeVisible();

  /** Waits until the given number are sent, and checks that others still wait: a later kill would prove nothing. */
  const inTheMiddle = async (count: number) => {
    const sent = () => countOf(request, 'sent');
    await expect.poll(sent, { timeout: 60_000, intervals: [50] }).toBeGreaterThanOrEqual(count);
    await expect.poll(() => countOf(request, 'pending'), { intervals: [20] }).toBeGreaterThan(0);
  };
  await inTheMiddle(100);
  const [engine] = server.enginePids();
  if (engine === undefined) throw new Error('there is no engine process');
  process.kill(engine, 'SIGKILL');
  await expect.poll(() => server.enginePids().some((pid) => pid !== engine), { timeout: 30_000 }).toBe(true);
  await inTheMiddle(250);
  server.killDatabase();
  await inTheMiddle(400);
  await server.kill();
  await server.start();

  await expect.poll(() => countOf(request, 'sent'), { timeout: 120_000 }).toBe(ROWS);
  const arrived = await deliveries(request);
  expect(arrived.duplicates).toBe(0);
  expect(arrived.byNumber.size).toBe(ROWS);
  expect([...arrived.byNumber].filter(([, times]) => times !== 1)).toEqual([]);

  const table = page.getByRole('table', { name: 'Messages' });
  await expect(table.getByText('Pending')).toHaveCount(0, { timeout: 30_000 });
  await expect(table.getByText('Sent', { exact: true })).toHaveCount(50);
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
});
