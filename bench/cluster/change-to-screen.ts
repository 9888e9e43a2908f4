import { setTimeout as delay } from 'node:timers/promises';
import type { OpenScreen } from './screens.ts';
import type { Sightings } from './watch-pods.ts';

const SAMPLES = 30;
const BETWEEN_MS = 150;
const LONGEST_MS = 3_000;

/**
 * Deletes pods that are in sight and looks when they are shown as Terminating.
 * @returns for each, milliseconds after the event of a bare watch
 */
export async function changesToScreen(
  { page, table }: OpenScreen,
  clusterUrl: string,
  namespaceOf: ReadonlyMap<string, string>,
  api: Sightings,
): Promise<{ names: string[]; latenessMs: number[] }> {
  // Rows keep their place while the pointer is on them, so that the pods that are deleted stay in sight.
  await page.getByRole('table', { name: table.label }).hover();
  const running = await page.evaluate(({ label, nameAt, statusAt }) => {
    document.body.dataset.still = 'true';
    const { seen } = window as unknown as { seen: { at: Record<string, number>; isDone?: boolean } };
    const rows = () => [...document.querySelectorAll(`table[aria-label="${label}"] tbody tr`)];
    const cell = (row: Element, at: number) => row.querySelectorAll('td')[at]?.textContent?.trim() ?? '';
    const look = () => {
      if (seen.isDone) return;
      for (const row of rows()) {
        if (cell(row, statusAt).includes('Terminating')) seen.at[cell(row, nameAt)] ??= Date.now();
      }
      requestAnimationFrame(look);
    };
    look();
    // Deleting makes those that failed no more; what works, or waits to be tried again, is deleted gracefully.
    return rows()
      .filter((row) => /Running|CrashLoopBackOff|Pending|BackOff|Ready/.test(cell(row, statusAt)))
      .map((row) => cell(row, nameAt));
  }, table);
  const chosen = running.filter((name) => namespaceOf.has(name)).slice(0, SAMPLES);
  for (const name of chosen) {
    await fetch(`${clusterUrl}/api/v1/namespaces/${namespaceOf.get(name)}/pods/${name}`, { method: 'DELETE' });
    await delay(BETWEEN_MS);
  }
  await delay(LONGEST_MS);
  const at = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { at: Record<string, number>; isDone?: boolean } };
    // Looking costs time in every frame, which nothing that follows is to pay for.
    seen.isDone = true;
    return seen.at;
  });
  const latenessMs = chosen.flatMap((name) => {
    const [event, sighting] = [api.at.get(name), at[name]];
    return event === undefined || sighting === undefined ? [] : [Math.max(0, sighting - event)];
  });
  return { names: chosen, latenessMs };
}
