import type { BrowserContext, Page } from 'playwright-core';
import { newPage } from './screens.ts';

/** Returns the current number of nodes and pods of the API. */
export async function countOf(clusterUrl: string): Promise<{ nodes: number; pods: number }> {
  const count = async (kind: string) => {
    const list = await (await fetch(`${clusterUrl}/api/v1/${kind}?limit=1`)).json();
    return list.items.length + (list.metadata.remainingItemCount ?? 0);
  };
  return { nodes: await count('nodes'), pods: await count('pods') };
}

/**
 * Opens the optimizer in a page without a cache.
 * @returns milliseconds from the navigation to the frame in which everything is shown
 */
export async function openOverview(
  context: BrowserContext,
  expected: { nodes: number; pods: number },
): Promise<{ page: Page; paintedMs: number }> {
  const page = await newPage(context);
  const began = Date.now();
  await page.goto('/cluster-optimizer');
  // All nodes, all pods except for concurrent changes, and the memory bar, which needs the usage of all nodes.
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
        const check = () =>
          isWhole() ? requestAnimationFrame(() => resolve(Date.now())) : requestAnimationFrame(check);
        check();
      }),
    expected,
  );
  return { page, paintedMs: paintedAt - began };
}
