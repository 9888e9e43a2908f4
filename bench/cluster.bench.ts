// The console at the size of a real fleet: 1,000 nodes and 20,000 pods with 200 changes a second, on all three screens.
// From the navigation to a complete first paint; from a change's watch event to the screen, beside what `kubectl get
// pods -w` takes for the same changes; the longest task; what moved by itself; frames while scrolling, beside those of
// an empty page; memory; 30 browsers at once beside one and none. Beside each figure of a screen stands that of a plain
// page with the same rows and changes and no framework (`…Plain`), opened in turn with it.
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayStatus } from '@switchyard/contracts/cluster/gateway-status';
import type { MonitoredNodeRow } from '@switchyard/contracts/cluster/monitored-nodes';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { createOwnServer } from '../e2e/own-server.ts';
import { costOfBrowsers } from './cluster/browsers.ts';
import { changesToScreen } from './cluster/change-to-screen.ts';
import { countOf, openOverview } from './cluster/console-page.ts';
import { servePlainPages } from './cluster/plain-page.ts';
import { CONSOLE_SCREENS, type ConsoleScreen, openScreen, seenOn } from './cluster/screens.ts';
import { scroll } from './cluster/scrolling.ts';
import { residentMegabytes } from './cluster/server-cost.ts';
import { watchApi, watchKubectl } from './cluster/watch-pods.ts';
import { reportMeasurements } from './measurement.ts';

const FLEET = 'nodes:1000,pods:20000,changes:200,seed:7';
const LOADS = 3;
/** So long a page is watched after its first paint. */
const SEEN_FOR_MS = 3_000;
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

  await servePlainPages(context);
  const fleet = await readFleet(context);
  const expected = { optimizer: fleet.pods * 0.995, gateway: fleet.gatewayPods * 0.99, nodes: fleet.nodes };
  const overviewMs: number[] = [];
  const overviewSeen: { longestTaskMs: number; layoutShift: number }[] = [];
  const own = measuresOfScreens();
  const plain = measuresOfScreens();
  for (let load = 0; load < LOADS; load += 1) {
    const overview = await openOverview(context, await countOf(server.clusterUrl));
    overviewMs.push(overview.paintedMs);
    await delay(SEEN_FOR_MS);
    overviewSeen.push(await seenOn(overview.page));
    await overview.page.close();
    for (const screen of CONSOLE_SCREENS) {
      for (const [measures, isPlain] of [
        [plain, true],
        [own, false],
      ] as const) {
        const opened = await openScreen(context, screen, isPlain, expected[screen]);
        measures[screen].paintedMs.push(opened.paintedMs);
        await delay(SEEN_FOR_MS);
        measures[screen].seen.push(await seenOn(opened.page));
        await opened.page.close();
      }
    }
  }

  const api = await watchApi(server.clusterUrl);
  const kubectl = await watchKubectl(server.clusterUrl);
  const kubectlMs: number[] = [];
  let scrolled: Awaited<ReturnType<typeof scrollList>> | undefined;
  let usedSize = 0;
  for (const screen of CONSOLE_SCREENS) {
    for (const [measures, isPlain] of [
      [plain, true],
      [own, false],
    ] as const) {
      const now = await readFleet(context);
      // Among the most urgent gateway pods hardly one can be seen to end; of the nodes, one with many pods that can.
      const node = now.busiestNode;
      const choice = { optimizer: '', gateway: 'sort=name', nodes: `name=${node}&open=${node}` }[screen];
      const rows = screen === 'nodes' ? 1 : expected[screen];
      const opened = await openScreen(context, screen, isPlain, rows, choice);
      const { names, latenessMs } = await changesToScreen(opened, server.clusterUrl, now.namespaceOf, api);
      measures[screen].latenessMs.push(...latenessMs);
      for (const name of names) {
        const [event, sighting] = [api.at.get(name), kubectl?.at.get(name)];
        if (event !== undefined && sighting !== undefined) kubectlMs.push(sighting - event);
      }
      const isWatchedLong = screen === 'optimizer' && !isPlain;
      if (isWatchedLong) {
        scrolled = await scrollList(opened.page, context);
        await opened.page.mouse.move(0, 0);
        await delay(SETTLE_MS);
      }
      measures[screen].seen.push(await seenOn(opened.page));
      if (isWatchedLong) {
        // After the page's own tasks were read: the collection is this benchmark's.
        const session = await context.newCDPSession(opened.page);
        await session.send('HeapProfiler.collectGarbage');
        ({ usedSize } = await session.send('Runtime.getHeapUsage'));
      }
      await opened.page.close();
    }
  }
  api.stop();
  kubectl?.stop();
  const refreshKB = await gatewayRefreshKB(context, expected.gateway);
  const serverMB = residentMegabytes(pid);

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const looked = { url: server.url, clusterUrl: server.clusterUrl, pid, cookie };
  const nobody = await costOfBrowsers(looked, 0);
  const one = await costOfBrowsers(looked, 1);
  const thirty = await costOfBrowsers(looked, 30);
  const { pods } = await countOf(server.clusterUrl);
  if (thirty.fewestPods < pods * 0.995 || thirty.mostPods > pods * 1.005)
    throw new Error(`the browsers know ${thirty.fewestPods} to ${thirty.mostPods} pods of ${pods}`);

  const limit = (value: number, atMost: number) => ({ value: Math.round(value), atMost });
  const painted = beside((one) => Math.max(...one.paintedMs), own, plain);
  const lateness = beside((one) => p95(one.latenessMs), own, plain);
  const tasks = beside((one) => Math.max(...one.seen.map(({ longestTaskMs }) => longestTaskMs)), own, plain);
  const shifts = beside((one) => Math.max(...one.seen.map(({ layoutShift }) => layoutShift)), own, plain);
  reportMeasurements('cluster', {
    firstPaintMs: limit(Math.max(painted.worst, ...overviewMs), 2_000),
    overviewFirstPaintMs: Math.round(Math.max(...overviewMs)),
    ...painted.named('FirstPaintMs'),
    changeToScreenP95Ms: limit(lateness.worst, 500),
    ...lateness.named('ChangeToScreenP95Ms'),
    changeToScreenSamples: Math.min(...CONSOLE_SCREENS.map((screen) => own[screen].latenessMs.length)),
    kubectlWatchP95Ms: Math.round(p95(kubectlMs)),
    kubectlSamples: kubectlMs.length,
    longestTaskMs: limit(Math.max(tasks.worst, ...overviewSeen.map((one) => one.longestTaskMs)), 100),
    overviewLongestTaskMs: Math.max(...overviewSeen.map((one) => one.longestTaskMs)),
    ...tasks.named('LongestTaskMs'),
    layoutShift: {
      value: thousandths(Math.max(shifts.worst, ...overviewSeen.map((one) => one.layoutShift))),
      below: 0.02,
    },
    ...shifts.named('LayoutShift', thousandths),
    gatewayRefreshKB: limit(refreshKB, 100),
    scrollFramesPerSecond: round(scrolled?.list.framesPerSecond ?? -1),
    scrollGapP95Ms: round(scrolled?.list.gapP95Ms ?? -1),
    scrollLongestGapMs: round(scrolled?.list.longestGapMs ?? -1),
    emptyPageFramesPerSecond: round(scrolled?.empty.framesPerSecond ?? -1),
    emptyPageGapP95Ms: round(scrolled?.empty.gapP95Ms ?? -1),
    emptyPageLongestGapMs: round(scrolled?.empty.longestGapMs ?? -1),
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

interface Measured {
  paintedMs: number[];
  latenessMs: number[];
  seen: { longestTaskMs: number; layoutShift: number }[];
}
type Screens = Record<ConsoleScreen, Measured>;

function measuresOfScreens(): Screens {
  const none = (): Measured => ({ paintedMs: [], latenessMs: [], seen: [] });
  return { optimizer: none(), gateway: none(), nodes: none() };
}

/** A figure of every screen, that of the plain page beside it, and the worst of the screens. */
function beside(figure: (measured: Measured) => number, own: Screens, plain: Screens) {
  return {
    worst: Math.max(...CONSOLE_SCREENS.map((screen) => figure(own[screen]))),
    named: (name: string, rounded: (value: number) => number = Math.round) =>
      Object.fromEntries(
        CONSOLE_SCREENS.flatMap((screen) => [
          [`${screen}${name}`, rounded(figure(own[screen]))],
          [`${screen}${name}Plain`, rounded(figure(plain[screen]))],
        ]),
      ),
  };
}

/** What there is now: how many rows each screen has, where each pod is, and the node with the most running pods. */
async function readFleet(context: BrowserContext) {
  const answer = await context.request.get('/api/cluster/nodes?type=all', { timeout: 60_000 });
  const { nodes } = (await answer.json()) as { nodes: MonitoredNodeRow[] };
  const running = (node: MonitoredNodeRow) => node.pods.filter(({ status }) => status === 'Running').length;
  const pods = nodes.flatMap((node) => node.pods);
  const status = await context.request.post('/api/cluster/gateway-status', { timeout: 60_000 });
  return {
    nodes: nodes.length,
    pods: pods.length,
    gatewayPods: ((await status.json()) as GatewayStatus).pods.length,
    namespaceOf: new Map(pods.map((pod) => [pod.name, pod.namespace])),
    busiestNode: nodes.toSorted((one, other) => running(other) - running(one))[0]?.name ?? '',
  };
}

/** What a refresh of the gateway screen brings beside the stream, in kilobytes. */
async function gatewayRefreshKB(context: BrowserContext, rows: number): Promise<number> {
  const { page } = await openScreen(context, 'gateway', false, rows);
  await delay(SEEN_FOR_MS);
  const session = await context.newCDPSession(page);
  const asked = new Map<string, string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.get(requestId)?.includes('/api/cluster/')) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.getByRole('button', { name: /^Refresh in/ }).click();
  await delay(SEEN_FOR_MS);
  await page.close();
  if (bytes === 0) throw new Error('the refresh asked for nothing');
  return bytes / 1024;
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

function p95(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? -1;
}

function thousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
