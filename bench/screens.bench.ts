// All screens as a visitor who may see them, wide and on a phone, with an empty cache and the CPU slowed down four
// times: layout shift until the screen is stable, time until it serves its purpose, and axe's findings.
// `SCREENS=/calendar,/engines` measures only those. `npm run bench screens -- --modes`: layout shift and axe's findings
// in each of the eight modes instead.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { MODES } from '../e2e/modes.ts';
import { createOwnServer } from '../e2e/own-server.ts';
import { reportMeasurements } from './measurement.ts';
import { MEASURED, type MeasuredRoute, type Visitor } from './screens/routes.ts';
import { type Inspection, inspect, timeToUse } from './screens/visit.ts';

/** How a screen is viewed. */
interface ViewMode {
  viewport: { width: number; height: number };
  scheme?: 'light' | 'dark';
  /** Stored in the browser; defaults to English. */
  language?: string;
}
const VIEWPORTS = { wide: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } };
const VIEW_MODES: Record<string, ViewMode> = process.argv.includes('--modes')
  ? Object.fromEntries(
      MODES.map(({ scheme, direction, width }) => [
        `${scheme} ${direction} ${width}`,
        { scheme, viewport: { width, height: 800 }, language: direction === 'rtl' ? 'ar' : 'en' },
      ]),
    )
  : { wide: { viewport: VIEWPORTS.wide }, phone: { viewport: VIEWPORTS.phone } };
const isTimed = !process.argv.includes('--modes');
const MAX_SHIFT = 0.02;
/** Value in the table for a screen that failed to serve its purpose. */
const NEVER_MS = 60_000;
const ENGINE_TIMEOUT_MS = 60_000;

const only = process.env.SCREENS?.split(',');
const selected = MEASURED.filter(({ route }) => !only || only.includes(route));
refuseUnmeasured();

const server = await createOwnServer({ RATE_LIMIT_PER_MINUTE: '0' });
let browser: Browser | undefined;
try {
  await server.start();
  browser = await chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : { channel: 'chromium' }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const engineId = await connectedEngine(browser);
  const baseId = await knowledgeBase();
  const measures: Record<string, Record<string, number>> = {};
  let worst = { layoutShift: 0, usableMs: 0, findings: 0 };
  for (const route of selected) {
    const address = (route.address ?? route.route).replace('ENGINE_ID', engineId).replace('KNOWLEDGE_BASE_ID', baseId);
    for (const [name, mode] of Object.entries(VIEW_MODES)) {
      const inspection = await inFreshContext(route.as, mode, (context) =>
        inspect(context, address, endOf(route, address)),
      );
      const usableMs = isTimed ? await measureUse(route, address, name, mode) : null;
      printFindings(`${route.route} ${name}`, inspection);
      const layoutShift = Math.round(inspection.layoutShift * 10_000) / 10_000;
      const measured = {
        layoutShift,
        findings: inspection.findings.length,
        ...(usableMs !== null && { usableMs: Math.round(usableMs) }),
      };
      measures[`${route.route} ${name}`] = measured;
      worst = {
        layoutShift: Math.max(worst.layoutShift, measured.layoutShift),
        usableMs: Math.max(worst.usableMs, usableMs ?? 0),
        findings: worst.findings + measured.findings,
      };
    }
  }
  reportMeasurements(isTimed ? 'screens' : 'screens-modes', {
    ...measures,
    worstLayoutShift: worst.layoutShift,
    ...(isTimed && { slowestUsableMs: worst.usableMs }),
    axeFindings: worst.findings,
  });
} finally {
  await browser?.close();
  await server.remove();
}

/** Returns the milliseconds until the screen serves its purpose. */
function measureUse(route: MeasuredRoute, address: string, name: string, mode: ViewMode): Promise<number> {
  return inFreshContext(route.as, mode, (context) => timeToUse(context, address, route)).catch((error: unknown) => {
    console.log(`${route.route} ${name} cannot be used: ${error instanceof Error ? error.message : error}`);
    return NEVER_MS;
  });
}

/** @returns the id of a new knowledge base of the demo's user */
function knowledgeBase(): Promise<string> {
  return inFreshContext('user', { viewport: VIEWPORTS.wide }, async ({ request }) => {
    const data = { name: 'Measured' };
    const answer = await request.post('/api/knowledge-bases', { data, headers: { origin: server.url } });
    return ((await answer.json()) as { _id: string })._id;
  });
}

/** Throws if a screen is not measured. */
function refuseUnmeasured(): void {
  const tree = readFileSync(join(import.meta.dirname, '../apps/web/src/routeTree.gen.ts'), 'utf8');
  const paths = tree.match(/export interface FileRoutesByTo \{([^}]*)\}/)?.[1] ?? '';
  const routes = [...paths.matchAll(/^\s*'([^']+)':/gm)].map(([, path = '']) => path);
  const unmeasured = routes.filter((path) => !MEASURED.some(({ route }) => route === path));
  if (routes.length === 0 || unmeasured.length > 0) throw new Error(`not measured: ${unmeasured.join(', ') || 'any'}`);
}

/** Runs with an empty cache, signed in through the API. */
async function inFreshContext<Result>(
  as: Visitor,
  { viewport, scheme, language }: ViewMode,
  run: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  if (!browser) throw new Error('there is no browser');
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    locale: 'en-GB',
    ...(scheme && { colorScheme: scheme }),
  });
  try {
    if (language) await context.addInitScript((value) => localStorage.setItem('language', value), language);
    if (as !== 'nobody') await signIn(context, as);
    return await run(context);
  } finally {
    await context.close();
  }
}

async function signIn(context: BrowserContext, as: Visitor): Promise<void> {
  const answer = await context.request.post('/api/auth/sign-in/email', {
    data: { email: `${as}@switchyard.local`, password: 'switchyard-demo' },
    headers: { origin: server.url },
  });
  if (!answer.ok()) throw new Error(`sign-in as ${as}: ${answer.status()}`);
}

/** Waits until the demo's engine is connected: its start would cause layout shifts unrelated to the screens. */
async function connectedEngine(inBrowser: Browser): Promise<string> {
  const context = await inBrowser.newContext({ baseURL: server.url });
  await signIn(context, 'user');
  const until = Date.now() + ENGINE_TIMEOUT_MS;
  for (;;) {
    const answer = await context.request.get('/api/engines');
    const { data } = (await answer.json()) as { data: { _id: string; status: string }[] };
    const connected = data.find(({ status }) => status === 'connected');
    if (connected) {
      await context.close();
      return connected._id;
    }
    if (Date.now() > until) throw new Error('no engine of the demo is connected');
  }
}

function endOf(route: MeasuredRoute, address: string): RegExp {
  const path = address.split('?')[0] ?? '';
  return route.endsAt ?? new RegExp(`${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')}(\\?|$)`);
}

function printFindings(screen: string, inspection: Inspection): void {
  if (inspection.layoutShift > MAX_SHIFT) {
    console.log(`${screen} moves:`);
    for (const { value, atMs, what } of inspection.shifts) {
      if (value > 0.002) console.log(`  ${value.toFixed(4)} at ${atMs} ms\n    ${what.join('\n    ')}`);
    }
  }
  for (const finding of inspection.findings) console.log(`${screen}: ${finding}`);
}
