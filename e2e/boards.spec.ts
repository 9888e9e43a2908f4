import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());

test('a new board: items are added and edited by keyboard, and a colleague sees them at once', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  await page.goto('/boards');
  await page.getByRole('button', { name: 'New board' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Orders/, level: 1 })).toBeVisible();
  const newItem = page.getByRole('textbox', { name: 'Add item: Items' });
  await newItem.fill('Chairs');
  await newItem.press('Enter');
  await expect(page.getByRole('gridcell', { name: /Chairs/ })).toBeVisible();
  await newItem.fill('Tables');
  await newItem.press('Enter');
  await expect(page.getByRole('gridcell', { name: /Tables/ })).toBeVisible();

  const other = await visit(server.url, 'user');
  await other.goto(page.url());
  await expect(other.getByRole('gridcell', { name: /Tables/ })).toBeVisible();
  await expect(other.getByRole('status', { name: 'Live' })).toBeVisible();

  await page.getByRole('gridcell', { name: /Chairs/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Benches');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Done' }).click();
  await expect(other.getByRole('gridcell', { name: /Benches/ })).toBeVisible();
  await expect(other.getByRole('gridcell', { name: /Chairs/ })).toHaveCount(0);
  await expect(other.getByRole('gridcell', { name: 'Done' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.getByText('Kanban', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Done' }).getByText('Tables')).toBeVisible();
  await page.getByRole('button', { name: 'Benches', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Benches' });
  await expect(panel.getByText(/changed Name from Chairs to Benches/)).toBeVisible();
  await page.keyboard.press('Escape');

  // On the timeline an item is in the column of its day, even beside one with a longer name.
  await setDueToday(page);
  await page.getByText('Timeline', { exact: true }).click();
  const day = await page.locator('[aria-hidden] > [data-now]').boundingBox();
  for (const name of ['Benches', 'Tables']) {
    const bar = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect(Math.abs((bar?.x ?? 0) - (day?.x ?? -1)), name).toBeLessThan(4);
  }
});

test('a thousand rows are navigated by arrow keys while only the visible ones are rendered', async ({ visit }) => {
  test.setTimeout(180_000);
  const page = await visit(server.url, 'user');
  const headers = { origin: server.url };
  const made = await page.request.post(`${server.url}/api/boards`, { data: { name: 'Many' }, headers });
  const board = (await made.json()) as { _id: string; columns: { _id: string }[]; groups: { _id: string }[] };
  const rows = await page.request.post(`${server.url}/api/board-rows`, {
    data: {
      boardId: board._id,
      groupId: board.groups[0]?._id,
      columnIds: [board.columns[0]?._id],
      rows: Array.from({ length: 1_000 }, (_, at) => [`Row ${at + 1}`]),
      importId: crypto.randomUUID(),
      firstRow: 0,
    },
    headers,
  });
  expect(rows.status()).toBe(200);
  await page.goto(`${server.url}/boards/${board._id}`);
  const grid = page.getByRole('grid', { name: 'Many' });
  await expect(grid.getByRole('gridcell', { name: /^Row 1\b/ }).first()).toBeVisible();
  // The header, the group's name, its rows, and the row for a new item.
  await expect(async () => {
    await grid.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(grid).toHaveAttribute('aria-rowcount', '1003', { timeout: 1_000 });
  }).toPass();
  await grid.evaluate((box) => box.scrollTo(0, 0));
  await grid
    .getByRole('gridcell', { name: /^Row 1\b/ })
    .first()
    .focus();
  for (let row = 1; row < 1_000; row += 1) await page.keyboard.press('ArrowDown');
  const focused = page.locator('[role="gridcell"]:focus');
  await expect(focused).toHaveText(/Row 1000/);
  await expect(page.locator('[role="row"]:has(:focus)')).toHaveAttribute('aria-rowindex', '1002');
  expect(await grid.getByRole('row').count()).toBeLessThan(100);
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAttribute('aria-colindex', '2');
  await expectAccessibleInBothSchemes(page);
});

/** Adds a date column to the open board and sets today's date in all items. */
async function setDueToday(page: Page): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const headers = { origin };
  const board = `${origin}/api${pathname}`;
  const added = await page.request.post(`${board}/columns`, { data: { name: 'Due', type: 'date' }, headers });
  const columnId = ((await added.json()) as { columns: { _id: string; name: string }[] }).columns.at(-1)?._id;
  const listed = await page.request.post(`${board}/items/list`, { data: { limit: 10 }, headers });
  const { data } = (await listed.json()) as { data: { _id: string }[] };
  const value = new Date().toISOString().slice(0, 10);
  for (const { _id } of data) {
    const set = await page.request.put(`${origin}/api/board-items/${_id}/cells/${columnId}`, {
      data: { value },
      headers,
    });
    expect(set.status()).toBe(200);
  }
}

test('a board’s button, pressed by keyboard, runs an automation on its item', async ({ visit }) => {
  const page = await visit(server.url, 'user');
  const headers = { origin: server.url };
  const made = await page.request.post(`${server.url}/api/boards`, { data: { name: 'Shipping' }, headers });
  const board = (await made.json()) as { _id: string; columns: { _id: string }[]; groups: { _id: string }[] };
  const cells = { [board.columns[0]?._id ?? '']: 'Chairs' };
  const data = { groupId: board.groups[0]?._id, cells };
  expect((await page.request.post(`${server.url}/api/boards/${board._id}/items`, { data, headers })).ok()).toBe(true);
  await page.goto(`/boards/${board._id}`);

  await page.getByRole('button', { name: 'Add column' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ship');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Button', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Button text' }).fill('Ship it');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const button = page.getByRole('gridcell', { name: 'Ship it' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/No automation is turned on for Ship it/)).toBeVisible();
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.getByRole('button', { name: 'Automations' }).click();
  await dialog.getByRole('button', { name: 'New automation' }).click();
  await dialog.getByRole('button', { name: 'Start from scratch' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shipped');
  await dialog.getByRole('combobox', { name: 'When' }).click();
  await page.getByRole('option', { name: 'A button is pressed' }).click();
  await dialog.getByRole('combobox', { name: 'Step 1' }).click();
  await page.getByRole('option', { name: 'Set a cell' }).click();
  await dialog.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Hasn’t run yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ship it: 1 automation started')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Done' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});
