import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import type { MeasuredRoute } from './routes.ts';

/** CPU throttling: phones and cheap laptops are about this much slower than a developer's machine. */
const SLOWDOWN = 4;
/** A screen counts as stable after this long without changes. */
const QUIET_MS = 2_000;
const TIMEOUT_MS = 30_000;

/** A layout shift without input: its value by the browser's own measure, and the affected elements. */
export interface Shift {
  value: number;
  atMs: number;
  what: string[];
}

export interface Inspection {
  /** Sum of all layout shifts without input, not only those of the worst session window. */
  layoutShift: number;
  shifts: Shift[];
  /** Violated axe rules, including best practices. */
  findings: string[];
}

/** Returns the milliseconds from navigation until the screen serves its purpose. */
export async function timeToUse(context: BrowserContext, address: string, route: MeasuredRoute): Promise<number> {
  const { page } = await openSlowed(context);
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await route.use(page);
  const usableMs = performance.now() - began;
  await page.close();
  return usableMs;
}

/** Opens a screen and observes it without input until it is stable. */
export async function inspect(context: BrowserContext, address: string, endsAt: RegExp): Promise<Inspection> {
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
  // The frame appears before its screen. A missing heading is left to axe to report.
  await page
    .getByRole('heading', { level: 1 })
    .first()
    .waitFor()
    .catch(() => undefined);
  await page.waitForFunction(
    ({ quietMs, timeoutMs }) => {
      const { lastChangeMs } = window as unknown as { lastChangeMs: number };
      return performance.now() - lastChangeMs > quietMs || performance.now() > timeoutMs;
    },
    { quietMs: QUIET_MS, timeoutMs: TIMEOUT_MS },
  );
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  // axe's result does not depend on the CPU, and it takes most of the time.
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
  page.setDefaultTimeout(TIMEOUT_MS);
  const session = await context.newCDPSession(page);
  const slow = async (times: number) => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  };
  await slow(SLOWDOWN);
  return { page, slow };
}
