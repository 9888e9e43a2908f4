// The console at the size of a real fleet: 1,000 nodes and 20,000 pods with 200 changes a second. From page load to a complete first paint; from a
// change's watch event to the screen, beside what `kubectl get pods -w` takes for the same changes; the longest task; frames while scrolling, beside those of an
// empty page; memory; 30 browsers at once beside one and none.
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { createOwnServer } from '../e2e/own-server.ts';
import { costOfBrowsers } from './cluster/browsers.ts';
import { countOf, longestTaskMs, openOverview, openPodHealth, openTable } from './cluster/console-page.ts';
import { scroll } from './cluster/scrolling.ts';
import { residentMegabytes } from './cluster/server-cost.ts';
import { watchApi, watchKubectl } from './cluster/watch-pods.ts';
import { tellMeasures } from './measurement.ts';

const FLEET = 'nodes:1000,pods:20000,changes:200,seed:7';
const LOADS = 3;
const SAMPLES = 30;
/** Until the server's memory is that of a server that has run for a while. */
const SETTLE_MS = 30_000;

const loadBefore = loadavg()[0] ?? 0;
const server = await createOwnServer({ FLEET, RATE_LIMIT_PER_MINUTE: '0' });
let browser: Browser | undefined;
try {
  await server.start();
  const pid = server.pid() ?? 0;
  browser = await chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : { channel: 'chromium' }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1400, height: 1300 } });
  const signedIn = await context.request.post('/api/auth/sign-in/email', {
    data: { email: 'admin@switchyard.local', password: 'switchyard-demo' },
    headers: { origin: server.url },
  });
  if (!signedIn.ok()) throw new Error(`sign-in: ${signedIn.status()}`);
  // The server has read the cluster when its gateway status answers.
  await context.request.post('/api/cluster/gateway-status', { timeout: 60_000 });
  await delay(20_000);

  const overviewMs: number[] = [];
  const podHealthMs: number[] = [];
  /** The longest task of each page. */
  const tasksMs = {
    overview: [] as number[],
    podHealth: [] as number[],
    gateway: [] as number[],
    nodes: [] as number[],
    work: [] as number[],
  };
  for (let load = 0; load < LOADS; load += 1) {
    const first = await openOverview(context, await countOf(server.clusterUrl));
    overviewMs.push(first.paintedMs);
    await delay(2_000);
    tasksMs.overview.push(await longestTaskMs(first.page));
    await first.page.close();
    const second = await openPodHealth(context, (await countOf(server.clusterUrl)).pods);
    podHealthMs.push(second.paintedMs);
    tasksMs.podHealth.push(await longestTaskMs(second.page));
    await second.page.close();
    for (const [tasks, path] of [
      [tasksMs.gateway, '/k8s-analyzer'],
      [tasksMs.nodes, '/k8s-analyzer-nodes'],
    ] as const) {
      const page = await openTable(context, path);
      await delay(2_000);
      tasks.push(await longestTaskMs(page));
      await page.close();
    }
  }

  const { page } = await openOverview(context, await countOf(server.clusterUrl));
  await page.getByRole('tab', { name: 'Nodes & Pods' }).click();
  await delay(1_000);
  await page.getByRole('tab', { name: 'Pod Health' }).click();
  const table = page.getByRole('table', { name: 'Pod Health' });
  await table.getByRole('row').nth(10).waitFor();
  const lateness = await changesToScreen(page);
  const scrolled = await scrollList(page, context);
  await page.mouse.move(0, 0);
  await delay(SETTLE_MS);
  tasksMs.work.push(await longestTaskMs(page));
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const serverMB = residentMegabytes(pid);
  await page.close();

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const looked = { url: server.url, clusterUrl: server.clusterUrl, pid, cookie };
  const nobody = await costOfBrowsers(looked, 0);
  const one = await costOfBrowsers(looked, 1);
  const thirty = await costOfBrowsers(looked, 30);
  const { pods } = await countOf(server.clusterUrl);
  if (thirty.fewestPods < pods * 0.995 || thirty.mostPods > pods * 1.005)
    throw new Error(`the browsers know ${thirty.fewestPods} to ${thirty.mostPods} pods of ${pods}`);

  const limit = (value: number, atMost: number) => ({ value: Math.round(value), atMost });
  tellMeasures('cluster', {
    firstPaintMs: limit(Math.max(...overviewMs), 2_000),
    firstPaintMedianMs: Math.round(middle(overviewMs)),
    podHealthFirstPaintMs: Math.round(Math.max(...podHealthMs)),
    changeToScreenP95Ms: limit(p95(lateness.screen), 500),
    changeToScreenSamples: lateness.screen.length,
    kubectlWatchP95Ms: Math.round(p95(lateness.kubectl)),
    kubectlSamples: lateness.kubectl.length,
    longestTaskMs: limit(Math.max(...Object.values(tasksMs).flat()), 100),
    longestTaskOverviewMs: Math.max(...tasksMs.overview),
    longestTaskPodHealthMs: Math.max(...tasksMs.podHealth),
    longestTaskGatewayMs: Math.max(...tasksMs.gateway),
    longestTaskNodesMs: Math.max(...tasksMs.nodes),
    longestTaskWorkMs: Math.max(...tasksMs.work),
    scrollFramesPerSecond: round(scrolled.list.framesPerSecond),
    scrollGapP95Ms: round(scrolled.list.gapP95Ms),
    scrollLongestGapMs: round(scrolled.list.longestGapMs),
    emptyPageFramesPerSecond: round(scrolled.empty.framesPerSecond),
    emptyPageGapP95Ms: round(scrolled.empty.gapP95Ms),
    emptyPageLongestGapMs: round(scrolled.empty.longestGapMs),
    pageHeapMB: limit(usedSize / 1024 ** 2, 250),
    serverMB: limit(serverMB, 400),
    serverMBFor30: limit(thirty.serverMB, 400),
    serverCoresFor0: round(nobody.cores),
    serverCoresFor1: round(one.cores),
    serverCoresFor30: round(thirty.cores),
    cpuRatio30To1: { value: round(thirty.cores / one.cores), below: 3 },
    apiConnectionsFor1: one.apiConnections,
    apiConnectionsFor30: thirty.apiConnections,
    deliveredLateP95MsFor30: thirty.lateP95Ms,
    streamedMegabytesFor1: round(one.megabytes),
    streamedMegabytesFor30: round(thirty.megabytes),
    loadAverageBefore: round(loadBefore),
    loadAverageAfter: round(loadavg()[0] ?? 0),
  });
} finally {
  await browser?.close();
  await server.remove();
}

/** Deletes pods that are in sight and looks when they are shown as Terminating, here and by kubectl, after the event of a bare watch. */
async function changesToScreen(page: Page): Promise<{ screen: number[]; kubectl: number[] }> {
  const api = await watchApi(server.clusterUrl);
  const kubectl = await watchKubectl(server.clusterUrl);
  // Rows keep their place while the pointer is on them, so that the pods that are deleted stay in sight.
  await page.getByRole('table', { name: 'Pod Health' }).hover();
  await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { at: Record<string, number>; isDone?: true } };
    const look = () => {
      if (seen.isDone) return;
      for (const row of document.querySelectorAll('table[aria-label="Pod Health"] tbody tr')) {
        const cells = row.querySelectorAll('td');
        const name = cells[2]?.textContent ?? '';
        if (name && cells[3]?.textContent?.includes('Terminating')) seen.at[name] ??= Date.now();
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const targets = await page.evaluate(() =>
    [...document.querySelectorAll('table[aria-label="Pod Health"] tbody tr')].flatMap((row) => {
      const cells = [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '');
      return cells[3]?.includes('Running') ? [{ name: cells[2] ?? '', namespace: cells[7] ?? '' }] : [];
    }),
  );
  const chosen = targets.slice(0, SAMPLES);
  for (const { name, namespace } of chosen) {
    await fetch(`${server.clusterUrl}/api/v1/namespaces/${namespace}/pods/${name}`, { method: 'DELETE' });
    await delay(150);
  }
  await delay(3_000);
  const screen = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { at: Record<string, number>; isDone?: true } };
    // Looking costs time in every frame, which scrolling is not to pay for.
    seen.isDone = true;
    return seen.at;
  });
  const after = (sightings: (name: string) => number | undefined) =>
    chosen.flatMap(({ name }) => {
      const [event, sighting] = [api.at.get(name), sightings(name)];
      return event === undefined || sighting === undefined ? [] : [sighting - event];
    });
  const found = { screen: after((name) => screen[name]), kubectl: after((name) => kubectl?.at.get(name)) };
  api.stop();
  kubectl?.stop();
  return found;
}

/** Scrolls the list of 20,000 pods, and then a page with nothing on it. */
async function scrollList(page: Page, context: BrowserContext) {
  const box = await page.getByRole('table', { name: 'Pod Health' }).locator('xpath=..').boundingBox();
  if (!box) throw new Error('the list of pods is not in sight');
  const list = await scroll(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const blank = await context.newPage();
  await blank.setContent('<div style="height: 400000px"></div>');
  const empty = await scroll(blank, { x: 700, y: 600 });
  await blank.close();
  return { list, empty };
}

function middle(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? -1;
}

function p95(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? -1;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
