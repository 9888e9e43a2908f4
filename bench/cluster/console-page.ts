import type { BrowserContext, Page } from 'playwright-core';

/** How many nodes and pods the API has now. */
export async function countOf(clusterUrl: string): Promise<{ nodes: number; pods: number }> {
  const count = async (kind: string) => {
    const list = await (await fetch(`${clusterUrl}/api/v1/${kind}?limit=1`)).json();
    return list.items.length + (list.metadata.remainingItemCount ?? 0);
  };
  return { nodes: await count('nodes'), pods: await count('pods') };
}

/** Opens the optimizer in a page without a cache. @returns milliseconds from the navigation to the frame in which everything is there */
export async function openOverview(
  context: BrowserContext,
  expected: { nodes: number; pods: number },
): Promise<{ page: Page; paintedMs: number }> {
  const page = await newPage(context);
  const began = Date.now();
  await page.goto('/cluster-optimizer');
  // Every node, the pods within what changes meanwhile, and the memory bar, which needs the usage of all nodes.
  const paintedAt = await page.evaluate(
    ({ nodes, pods }) =>
      new Promise<number>((resolve) => {
        const shown = (name: string) =>
          Number(
            (document.querySelector(`section[aria-label="${name}"] > div:nth-child(2)`)?.textContent ?? '').replace(
              /\D/g,
              '',
            ),
          );
        const isWhole = () =>
          shown('Total Nodes') === nodes &&
          Math.abs(shown('Total Pods') - pods) < pods * 0.005 &&
          shown('Running Pods') > pods / 2 &&
          /\d+%/.test(document.querySelector('section[aria-label="Cluster Memory Utilization"]')?.textContent ?? '');
        const look = () => (isWhole() ? requestAnimationFrame(() => resolve(Date.now())) : requestAnimationFrame(look));
        look();
      }),
    expected,
  );
  return { page, paintedMs: paintedAt - began };
}

/** Opens the list of pods by its address. @returns milliseconds from the navigation to the frame in which its visible rows are there, in the order of the whole */
export async function openPodHealth(context: BrowserContext, pods: number): Promise<{ page: Page; paintedMs: number }> {
  const page = await newPage(context);
  const began = Date.now();
  await page.goto('/cluster-optimizer?tab=nodes&view=health');
  const paintedAt = await page.evaluate(
    (least) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const table = document.querySelector('table[aria-label="Pod Health"]');
          const isWhole = Number(table?.getAttribute('aria-rowcount')) >= least;
          const last = [...(table?.querySelectorAll('tbody tr[aria-rowindex]') ?? [])].at(-1);
          const bottom = table?.parentElement?.getBoundingClientRect().bottom ?? 0;
          const isFull = (last?.getBoundingClientRect().bottom ?? 0) >= bottom && bottom > 0;
          if (isWhole && isFull) requestAnimationFrame(() => resolve(Date.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    pods * 0.995,
  );
  return { page, paintedMs: paintedAt - began };
}

/** Opens one of the other two consoles and waits for the first row of its table. */
export async function openTable(context: BrowserContext, path: string): Promise<Page> {
  const page = await newPage(context);
  await page.goto(path);
  await page.locator('table tbody tr').first().waitFor();
  return page;
}

/** The longest task of the page's main thread so far. */
export function longestTaskMs(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { seen: { longestTaskMs: number } }).seen.longestTaskMs);
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(() => {
    const seen = { longestTaskMs: 0, at: {} as Record<string, number> };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  return page;
}
