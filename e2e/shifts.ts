import type { Page } from '@playwright/test';

/** Sums up the layout shifts of a page without input, from its start. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      for (const { value, hadRecentInput } of entries) {
        if (!hadRecentInput)
          Object.assign(window, { shifted: ((window as { shifted?: number }).shifted ?? 0) + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { shifted?: number }).shifted ?? 0);
