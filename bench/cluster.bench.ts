// The console at the size of a real fleet: 1,000 nodes and 20,000 pods with 200 changes a second. From page load to a complete first paint; from a
// change's watch event to the screen, beside what `kubectl get pods -w` takes for the same changes; the longest task; memory; 30 browsers at once.
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { createOwnServer } from '../e2e/own-server.ts';
import { cpuSeconds, openStreams, residentMegabytes } from './cluster/server-cost.ts';
import { watchApi, watchKubectl } from './cluster/watch-pods.ts';
import { tellMeasures } from './measurement.ts';

const PODS = 20_000;
const FLEET = `nodes:1000,pods:${PODS},changes:200,seed:7`;
const SAMPLES = 30;
const CPU_SECONDS = 15;

const server = await createOwnServer({ FLEET, RATE_LIMIT_PER_MINUTE: '0' });
await server.start();
const pid = server.pid() ?? 0;
const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : { channel: 'chromium' }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1400, height: 1300 } });
  const signedIn = await context.request.post('/api/auth/sign-in/email', {
    data: { email: 'admin@switchyard.local', password: 'switchyard-demo' },
    headers: { origin: server.url },
  });
  if (!signedIn.ok()) throw new Error(`sign-in: ${signedIn.status()}`);
  // The server has read the cluster when its gateway status answers.
  await context.request.post('/api/cluster/gateway-status', { timeout: 60_000 });
  await delay(20_000);

  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { longestTaskMs: 0, at: {} as Record<string, number> };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  const began = Date.now();
  await page.goto('/cluster-optimizer');
  const paintedAt = await page.evaluate(
    (least) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const card = document.querySelector('section[aria-label="Total Pods"]');
          const shown = Number((card?.textContent ?? '').replace(/\D/g, ''));
          if (shown >= least) requestAnimationFrame(() => resolve(Date.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    PODS * 0.95,
  );
  const firstPaintMs = paintedAt - began;

  await page.getByRole('tab', { name: 'Nodes & Pods' }).click();
  await page.getByRole('tab', { name: 'Pod Health' }).click();
  await page.getByRole('table', { name: 'Pod Health' }).getByRole('row').nth(10).waitFor();
  const api = await watchApi(server.clusterUrl);
  const kubectl = await watchKubectl(server.clusterUrl);
  // Rows keep their place while the pointer is on them, so that the pods that are deleted stay in sight.
  await page.getByRole('table', { name: 'Pod Health' }).hover();
  await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { at: Record<string, number> } };
    const look = () => {
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
  const screen = await page.evaluate(() => (window as unknown as { seen: { at: Record<string, number> } }).seen.at);
  const lateness = (sightings: (name: string) => number | undefined) =>
    chosen.flatMap(({ name }) => {
      const [event, seen] = [api.at.get(name), sightings(name)];
      return event === undefined || seen === undefined ? [] : [seen - event];
    });
  const toScreen = lateness((name) => screen[name]);
  const toKubectl = lateness((name) => kubectl?.at.get(name));
  api.stop();
  kubectl?.stop();

  await page.mouse.move(0, 0);
  await delay(15_000);
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const longestTaskMs = await page.evaluate(
    () => (window as unknown as { seen: { longestTaskMs: number } }).seen.longestTaskMs,
  );
  const serverMB = residentMegabytes(pid);
  await page.close();

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const costOf = async (browsers: number) => {
    const stop = openStreams(server.url, cookie, browsers);
    await delay(5_000);
    const before = cpuSeconds(pid);
    await delay(CPU_SECONDS * 1_000);
    const cores = (cpuSeconds(pid) - before) / CPU_SECONDS;
    return { cores, megabytes: stop() / 1024 ** 2 };
  };
  const cpuOf1 = await costOf(1);
  const cpuOf30 = await costOf(30);

  tellMeasures('cluster', {
    firstPaintMs,
    changeToScreenP95Ms: p95(toScreen),
    changeToScreenSamples: toScreen.length,
    kubectlWatchP95Ms: p95(toKubectl),
    kubectlSamples: toKubectl.length,
    longestTaskMs: Math.round(longestTaskMs),
    pageHeapMB: Math.round(usedSize / 1024 ** 2),
    serverMB: Math.round(serverMB),
    serverCpuCoresFor1: Math.round(cpuOf1.cores * 100) / 100,
    serverCpuCoresFor30: Math.round(cpuOf30.cores * 100) / 100,
    streamedMegabytesFor1: Math.round(cpuOf1.megabytes * 10) / 10,
    streamedMegabytesFor30: Math.round(cpuOf30.megabytes * 10) / 10,
    cpuRatio30To1: Math.round((cpuOf30.cores / cpuOf1.cores) * 100) / 100,
  });
} finally {
  await browser.close();
  await server.remove();
}

function p95(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? -1;
}
