import { consoleServer } from './cluster-console.ts';
import { expect, test } from './fixtures.ts';

const server = consoleServer({ FLEET: 'nodes:50,pods:1000,changes:0,seed:3' });

test('a table of a thousand pods renders few rows, each in its place and aligned with the headers, down to the last', async ({
  page,
}) => {
  await server.open(page, '/cluster-optimizer?tab=nodes&view=health');
  const table = page.getByRole('table', { name: 'Pod Health' });
  await expect(table.getByRole('row').nth(20)).toBeVisible();
  const rowCount = Number(await table.getAttribute('aria-rowcount'));
  expect(rowCount).toBeGreaterThan(1_000);
  await table.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(table.locator(`tr[aria-rowindex="${rowCount}"]`)).toBeInViewport({ timeout: 500 });
  }).toPass();
  const seen = await table.evaluate((element) => {
    const box = element.parentElement?.getBoundingClientRect();
    const rows = [...element.querySelectorAll<HTMLTableRowElement>('tbody tr')];
    const lefts = (row: Element) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left));
    const head = element.querySelector('thead tr');
    return {
      rows: rows.length,
      indexes: rows.map((row) => Number(row.getAttribute('aria-rowindex'))),
      tops: rows.map((row) => Math.round(row.getBoundingClientRect().top)),
      lefts: rows.map(lefts),
      headLefts: head ? lefts(head) : [],
      headGapPx: (head?.getBoundingClientRect().top ?? 0) - (box?.top ?? 0),
      endGapPx: (box?.bottom ?? 0) - (rows.at(-1)?.getBoundingClientRect().bottom ?? 0),
    };
  });
  expect(seen.rows).toBeLessThan(60);
  expect(seen.indexes).toEqual(seen.indexes.map((_, at) => rowCount - seen.rows + 1 + at));
  expect(seen.tops.slice(1).map((top, at) => top - (seen.tops[at] ?? 0))).toEqual(Array(seen.rows - 1).fill(42));
  expect(seen.lefts).toEqual(Array(seen.rows).fill(seen.headLefts));
  // The border, and a scrollbar if there is one.
  expect(seen.headGapPx).toBeLessThanOrEqual(1);
  expect(seen.endGapPx).toBeLessThanOrEqual(16);
});

test('it is a table for screen readers despite its layout', async ({ page }) => {
  await server.open(page, '/cluster-optimizer?tab=nodes&view=health');
  const table = page.getByRole('table', { name: 'Pod Health' });
  await expect(table.getByRole('row').nth(5)).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const roles = new Map<string, number>();
  for (const { role, ignored } of nodes) {
    const name = String(role?.value);
    if (!ignored) roles.set(name, (roles.get(name) ?? 0) + 1);
  }
  expect(roles.get('table')).toBe(1);
  expect(roles.get('rowgroup')).toBe(2);
  expect(roles.get('columnheader')).toBe(12);
  expect(roles.get('row')).toBeGreaterThan(5);
  expect(roles.get('cell')).toBe(((roles.get('row') ?? 0) - 1) * 12);
});

test('all columns of the three consoles are visible in a window 1280 wide', async ({ page }) => {
  // Minus the width of the page's and the table's scrollbars, which are not drawn here.
  await page.setViewportSize({ width: 1280 - 2 * 15, height: 900 });
  for (const [address, name] of [
    ['/cluster-optimizer?tab=nodes&view=health', 'Pod Health'],
    ['/k8s-analyzer', 'Gateway Pods Status'],
    ['/k8s-analyzer-nodes', 'Kubernetes Nodes'],
  ] as const) {
    await server.open(page, address);
    const table = page.getByRole('table', { name });
    await expect(table.getByRole('row').nth(5)).toBeVisible();
    const beyondPx = await table.evaluate(({ parentElement: box }) => box && box.scrollWidth - box.clientWidth);
    expect(beyondPx, address).toBe(0);
  }
});
