import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import type { MeasuredRoute } from './routes.ts';

/** Processors of phones and cheap laptops are about this much slower than the one of a developer. */
const SLOWED_TIMES = 4;
/** Nothing moves any more once nothing has for so long. */
const QUIET_MS = 2_000;
const LONGEST_MS = 30_000;

/** Something that moved by itself: by how much (the browser's own measure), and what. */
export interface Shift {
  value: number;
  atMs: number;
  what: string[];
}

export interface Look {
  /** The sum of all shifts that followed no input, not only of the worst moment. */
  layoutShift: number;
  shifts: Shift[];
  /** Rules of axe that found something, good practice included. */
  findings: string[];
}

/** Milliseconds from the navigation until the screen has done what it is for. */
export async function timeToUse(context: BrowserContext, address: string, route: MeasuredRoute): Promise<number> {
  const { page } = await openSlowed(context);
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await route.use(page);
  const usableMs = performance.now() - began;
  await page.close();
  return usableMs;
}

/** Opens the screen and touches nothing until it stands still. */
export async function look(context: BrowserContext, address: string, endsAt: RegExp): Promise<Look> {
  const { page, slow } = await openSlowed(context);
  await page.addInitScript(() => {
    const shifts: { value: number; atMs: number; what: string[] }[] = [];
    Object.assign(window, { shifts, lastChangeMs: 0 });
    const name = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent}` : '?';
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node, previousRect: was, currentRect: is }) => {
          const place = (rect: DOMRect) => `${rect.x},${rect.y} ${rect.width}×${rect.height}`;
          return `${place(was)} → ${place(is)} ${name(node).slice(0, 120)}`;
        });
        shifts.push({ value: entry.value, atMs: Math.round(entry.startTime), what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const observer = new MutationObserver(() => Object.assign(window, { lastChangeMs: performance.now() }));
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForURL(endsAt);
  // The frame stands before its screen. One that never has a heading is axe's to tell.
  await page
    .getByRole('heading', { level: 1 })
    .first()
    .waitFor()
    .catch(() => undefined);
  await page.waitForFunction(
    ({ quietMs, longestMs }) => {
      const { lastChangeMs } = window as unknown as { lastChangeMs: number };
      return performance.now() - lastChangeMs > quietMs || performance.now() > longestMs;
    },
    { quietMs: QUIET_MS, longestMs: LONGEST_MS },
  );
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  // What axe says does not hang on the processor, and takes most of the time.
  await slow(1);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  await page.close();
  return {
    layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    shifts,
    findings: violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
  };
}

async function openSlowed(context: BrowserContext): Promise<{ page: Page; slow(times: number): Promise<void> }> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  const session = await context.newCDPSession(page);
  const slow = async (times: number) => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  };
  await slow(SLOWED_TIMES);
  return { page, slow };
}
