import type { BrowserContext, Page } from 'playwright-core';

/** The three screens of the console. */
export const CONSOLE_SCREENS = ['optimizer', 'gateway', 'nodes'] as const;
export type ConsoleScreen = (typeof CONSOLE_SCREENS)[number];

/** Each screen's path, the label of its large table, and the indexes of the name and status columns. */
const TABLES: Record<ConsoleScreen, { path: string; label: string; nameAt: number; statusAt: number }> = {
  optimizer: { path: '/cluster-optimizer?tab=nodes&view=health', label: 'Pod Health', nameAt: 2, statusAt: 3 },
  gateway: { path: '/k8s-analyzer', label: 'Gateway Pods Status', nameAt: 0, statusAt: 1 },
  nodes: { path: '/k8s-analyzer-nodes?nodes=all', label: 'Kubernetes nodes', nameAt: 0, statusAt: 1 },
};
const PLAIN = { label: 'Plain', nameAt: 0, statusAt: 1 };
const PAINT_TIMEOUT_MS = 60_000;

export interface OpenScreen {
  page: Page;
  table: { label: string; nameAt: number; statusAt: number };
  /** From the navigation to the frame in which the visible rows are shown in their final order. */
  paintedMs: number;
}

/**
 * Opens a screen, or its plain page, in a page without a cache.
 * @param choice query parameters: `open=NODE`, `sort=name`
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
    ({ label, minimum, timeoutMs }) =>
      new Promise<number>((resolve, reject) => {
        const until = Date.now() + timeoutMs;
        // A table filtered to one node and its pods need not fill the window.
        const isWhole = (drawn: number, isFull: boolean) => (minimum > 1 ? drawn > 5 && isFull : drawn > 1);
        const check = () => {
          const found = document.querySelector(`table[aria-label="${label}"]`);
          const rows = [...(found?.querySelectorAll('tbody tr') ?? [])];
          const count = Number(document.body.dataset.rows ?? Number(found?.getAttribute('aria-rowcount')) - 1);
          const box = found?.parentElement?.getBoundingClientRect();
          const bottom = Math.min(box?.bottom ?? 0, innerHeight);
          const last = rows.reduce((max, row) => Math.max(max, row.getBoundingClientRect().bottom), 0);
          if (isWhole(rows.length, last >= bottom - 1) && count >= minimum)
            requestAnimationFrame(() => resolve(Date.now()));
          else if (Date.now() > until)
            reject(new Error(`not painted: ${count} rows of ${minimum}, ${rows.length} drawn`));
          else requestAnimationFrame(check);
        };
        check();
      }),
    { label: table.label, minimum: expectedRows, timeoutMs: PAINT_TIMEOUT_MS },
  );
  return { page, table, paintedMs: paintedAt - began };
}

/** Returns the longest task of the page's main thread so far, and the total layout shift. */
export const readObservations = (page: Page): Promise<{ longestTaskMs: number; layoutShift: number }> =>
  page.evaluate(() => (window as unknown as { seen: { longestTaskMs: number; layoutShift: number } }).seen);

/** Opens a page without a cache that records its long tasks and layout shifts. */
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
