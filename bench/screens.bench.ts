// Every screen as whoever may see it, wide and on a phone, with an empty cache and the processor slowed four times:
// what moves by itself until it stands still, how long until it has done what it is for, and what axe finds.
// `SCREENS=/calendar,/engines` measures only those.
// `npm run bench screens -- --modes`: what moves and what axe finds in each of the eight modes instead.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { MODES } from '../e2e/modes.ts';
import { createOwnServer } from '../e2e/own-server.ts';
import { reportMeasurements } from './measurement.ts';
import { MEASURED, type MeasuredRoute, type Visitor } from './screens/routes.ts';
import { type Look, look, timeToUse } from './screens/visit.ts';

/** How a screen is looked at. */
interface Manner {
  viewport: { width: number; height: number };
  scheme?: 'light' | 'dark';
  /** As it is kept in the browser; left out: English. */
  language?: string;
}
const VIEWPORTS = { wide: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } };
const MANNERS: Record<string, Manner> = process.argv.includes('--modes')
  ? Object.fromEntries(
      MODES.map(({ scheme, direction, width }) => [
        `${scheme} ${direction} ${width}`,
        { scheme, viewport: { width, height: 800 }, language: direction === 'rtl' ? 'ar' : 'en' },
      ]),
    )
  : { wide: { viewport: VIEWPORTS.wide }, phone: { viewport: VIEWPORTS.phone } };
const isTimed = !process.argv.includes('--modes');
const MAX_SHIFT = 0.02;
/** As it stands in the table for a screen that did not do what it is for. */
const NEVER_MS = 60_000;
const ENGINE_TIMEOUT_MS = 60_000;

const only = process.env.SCREENS?.split(',');
const chosen = MEASURED.filter(({ route }) => !only || only.includes(route));
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
  for (const route of chosen) {
    const address = (route.address ?? route.route).replace('ENGINE_ID', engineId).replace('KNOWLEDGE_BASE_ID', baseId);
    for (const [name, manner] of Object.entries(MANNERS)) {
      const seen = await inFreshContext(route.as, manner, (context) => look(context, address, endOf(route, address)));
      const usableMs = isTimed ? await measureUse(route, address, name, manner) : null;
      tellFaults(`${route.route} ${name}`, seen);
      const layoutShift = Math.round(seen.layoutShift * 10_000) / 10_000;
      const findings = seen.findings.length;
      const found = { layoutShift, findings, ...(usableMs !== null && { usableMs: Math.round(usableMs) }) };
      measures[`${route.route} ${name}`] = found;
      worst = {
        layoutShift: Math.max(worst.layoutShift, found.layoutShift),
        usableMs: Math.max(worst.usableMs, usableMs ?? 0),
        findings: worst.findings + found.findings,
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

/** Milliseconds until the screen has done what it is for. */
function measureUse(route: MeasuredRoute, address: string, name: string, manner: Manner): Promise<number> {
  return inFreshContext(route.as, manner, (context) => timeToUse(context, address, route)).catch((error: unknown) => {
    console.log(`${route.route} ${name} cannot be used: ${error instanceof Error ? error.message : error}`);
    return NEVER_MS;
  });
}

/** @returns the id of a knowledge base of the demo's user */
function knowledgeBase(): Promise<string> {
  return inFreshContext('user', { viewport: VIEWPORTS.wide }, async ({ request }) => {
    const data = { name: 'Measured' };
    const answer = await request.post('/api/knowledge-bases', { data, headers: { origin: server.url } });
    return ((await answer.json()) as { _id: string })._id;
  });
}

/** A screen that nobody measures would be the one that jumps. */
function refuseUnmeasured(): void {
  const tree = readFileSync(join(import.meta.dirname, '../apps/web/src/routeTree.gen.ts'), 'utf8');
  const paths = tree.match(/export interface FileRoutesByTo \{([^}]*)\}/)?.[1] ?? '';
  const routes = [...paths.matchAll(/^\s*'([^']+)':/gm)].map(([, path = '']) => path);
  const unmeasured = routes.filter((path) => !MEASURED.some(({ route }) => route === path));
  if (routes.length === 0 || unmeasured.length > 0) throw new Error(`not measured: ${unmeasured.join(', ') || 'any'}`);
}

/** Signed in by the API, and with nothing in the cache. */
async function inFreshContext<Result>(
  as: Visitor,
  { viewport, scheme, language }: Manner,
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
    if (language) await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
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

/** The demo's engine, once it is connected: a start under way would move things that nobody is to blame for. */
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

function tellFaults(screen: string, seen: Look): void {
  if (seen.layoutShift > MAX_SHIFT) {
    console.log(`${screen} moves:`);
    for (const { value, atMs, what } of seen.shifts) {
      if (value > 0.002) console.log(`  ${value.toFixed(4)} at ${atMs} ms\n    ${what.join('\n    ')}`);
    }
  }
  for (const finding of seen.findings) console.log(`${screen}: ${finding}`);
}
