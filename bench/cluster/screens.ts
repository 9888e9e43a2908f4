import type { BrowserContext, Page } from 'playwright-core';

/** The three screens of the console. */
export const CONSOLE_SCREENS = ['optimizer', 'gateway', 'nodes'] as const;
export type ConsoleScreen = (typeof CONSOLE_SCREENS)[number];

/** Where a screen's large table is, and where in its rows name and status stand. */
const TABLES: Record<ConsoleScreen, { path: string; label: string; nameAt: number; statusAt: number }> = {
  optimizer: { path: '/cluster-optimizer?tab=nodes&view=health', label: 'Pod Health', nameAt: 2, statusAt: 3 },
  gateway: { path: '/k8s-analyzer', label: 'Gateway Pods Status', nameAt: 0, statusAt: 1 },
  nodes: { path: '/k8s-analyzer-nodes?nodes=all', label: 'Kubernetes nodes', nameAt: 0, statusAt: 1 },
};
const PLAIN = { label: 'Plain', nameAt: 0, statusAt: 1 };
const LONGEST_PAINT_MS = 60_000;

export interface OpenScreen {
  page: Page;
  table: { label: string; nameAt: number; statusAt: number };
  /** From the navigation to the frame in which its visible rows are there, in the order of the whole. */
  paintedMs: number;
}

/**
 * Opens a screen, or the plain page beside it, in a page without a cache.
 * @param choice of what is shown, as the address has it: `open=NODE`, `sort=name`
 */
export async function openScreen(
  context: BrowserContext,
  screen: ConsoleScreen,
  isPlain: boolean,
  expectedRows: number,
  choice = '',
): Promise<OpenScreen> {
  const page = await newPage(context);
  const { path, ...own } = TABLES[screen];
  const table = isPlain ? PLAIN : own;
  const address = isPlain ? `/plain/${screen}` : path;
  const began = Date.now();
  await page.goto(choice ? `${address}${address.includes('?') ? '&' : '?'}${choice}` : address);
  const paintedAt = await page.evaluate(
    ({ label, least, longestMs }) =>
      new Promise<number>((resolve, reject) => {
        const until = Date.now() + longestMs;
        // A table that is filtered down to one node and its pods need not reach the window's end.
        const isWhole = (drawn: number, isFull: boolean) => (least > 1 ? drawn > 5 && isFull : drawn > 1);
        const look = () => {
          const found = document.querySelector(`table[aria-label="${label}"]`);
          const rows = [...(found?.querySelectorAll('tbody tr') ?? [])];
          const count = Number(document.body.dataset.rows ?? Number(found?.getAttribute('aria-rowcount')) - 1);
          const box = found?.parentElement?.getBoundingClientRect();
          const bottom = Math.min(box?.bottom ?? 0, innerHeight);
          const last = rows.reduce((most, row) => Math.max(most, row.getBoundingClientRect().bottom), 0);
          if (isWhole(rows.length, last >= bottom - 1) && count >= least)
            requestAnimationFrame(() => resolve(Date.now()));
          else if (Date.now() > until)
            reject(new Error(`not painted: ${count} rows of ${least}, ${rows.length} drawn`));
          else requestAnimationFrame(look);
        };
        look();
      }),
    { label: table.label, least: expectedRows, longestMs: LONGEST_PAINT_MS },
  );
  return { page, table, paintedMs: paintedAt - began };
}

/** The longest task of the page's main thread so far, and all that moved by itself. */
export const seenOn = (page: Page): Promise<{ longestTaskMs: number; layoutShift: number }> =>
  page.evaluate(() => (window as unknown as { seen: { longestTaskMs: number; layoutShift: number } }).seen);

/** A page without a cache that watches itself. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(() => {
    const seen = { longestTaskMs: 0, layoutShift: 0, at: {} as Record<string, number> };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) seen.layoutShift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}
