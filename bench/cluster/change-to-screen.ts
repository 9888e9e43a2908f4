import { setTimeout as delay } from 'node:timers/promises';
import type { OpenScreen } from './screens.ts';
import type { Sightings } from './watch-pods.ts';

const SAMPLES = 30;
const INTERVAL_MS = 150;
const TIMEOUT_MS = 3_000;

/**
 * Deletes visible pods and records when they are shown as Terminating.
 * @returns for each, milliseconds after the event of a plain watch
 */
export async function changesToScreen(
  { page, table }: OpenScreen,
  clusterUrl: string,
  namespaceOf: ReadonlyMap<string, string>,
  api: Sightings,
): Promise<{ names: string[]; latenessMs: number[] }> {
  // Rows keep their position while the pointer is over them, so that the deleted pods stay visible.
  await page.getByRole('table', { name: table.label }).hover();
  const running = await page.evaluate(({ label, nameAt, statusAt }) => {
    document.body.dataset.still = 'true';
    const { seen } = window as unknown as { seen: { at: Record<string, number>; isDone?: boolean } };
    const rows = () => [...document.querySelectorAll(`table[aria-label="${label}"] tbody tr`)];
    const cell = (row: Element, at: number) => row.querySelectorAll('td')[at]?.textContent?.trim() ?? '';
    const check = () => {
      if (seen.isDone) return;
      for (const row of rows()) {
        if (cell(row, statusAt).includes('Terminating')) seen.at[cell(row, nameAt)] ??= Date.now();
      }
      requestAnimationFrame(check);
    };
    check();
    // Deleting failed pods has no visible effect; running or retrying ones are deleted gracefully.
    return rows()
      .filter((row) => /Running|CrashLoopBackOff|Pending|BackOff|Ready/.test(cell(row, statusAt)))
      .map((row) => cell(row, nameAt));
  }, table);
  const chosen = running.filter((name) => namespaceOf.has(name)).slice(0, SAMPLES);
  for (const name of chosen) {
    await fetch(`${clusterUrl}/api/v1/namespaces/${namespaceOf.get(name)}/pods/${name}`, { method: 'DELETE' });
    await delay(INTERVAL_MS);
  }
  await delay(TIMEOUT_MS);
  const at = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { at: Record<string, number>; isDone?: boolean } };
    // The check costs time in every frame, which would distort later measurements.
    seen.isDone = true;
    return seen.at;
  });
  const latenessMs = chosen.flatMap((name) => {
    const [event, sighting] = [api.at.get(name), at[name]];
    return event === undefined || sighting === undefined ? [] : [Math.max(0, sighting - event)];
  });
  return { names: chosen, latenessMs };
}
