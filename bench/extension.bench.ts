// Messages through the browser extension while its worker, its tab, the whole browser and the server are killed at
// random: how many are lost, duplicated or recorded wrongly, by the simulated network's own count, and how long the
// effect of each kill lasts. Exits with 1 if anything was lost, duplicated or recorded wrongly. Environment: KILLS,
// MESSAGES (default forty per kill), SEED, SECONDS (of traffic; default 5 per kill), KEEP=1 (keep the folder with logs
// and data), WHOLE_CHROMIUM.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FALLBACK_POLL_MS } from '@switchyard/contracts/engine/protocol';
import { hashOf, newCode } from '../apps/server/src/domains/engines/extension/extension-code.ts';
import { type ExtensionBrowser, openBrowser } from '../e2e/extension-browser.ts';
import { evaluateRun, type Kill } from './kill/evaluate-run.ts';
import { planKillsOf } from './kill/kill-plan.ts';
import { type SystemUnderTest, startSystem } from './kill/system-under-test.ts';
import { countStatuses, scheduleMessages, untilSettled } from './kill/traffic.ts';
import { reportMeasurements } from './measurement.ts';

const SHARES = { worker: 0.4, tab: 0.25, browser: 0.2, server: 0.15 };
type Victim = keyof typeof SHARES;
const PHONE = '+447700900088';
const LEAD_MS = FALLBACK_POLL_MS + 5_000;
/**
 * Messages that have not arrived after this long without any change are lost. Above the lease and response timeouts.
 */
const SETTLE_TIMEOUT_MS = 120_000;
const CONNECT_TIMEOUT_MS = 60_000;

const setting = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const killCount = setting('KILLS', 100);
const messages = setting('MESSAGES', killCount * 40);
const seed = setting('SEED', 1);
const trafficMs = setting('SECONDS', killCount * 5) * 1_000;

const system = await startSystem();
let browser: ExtensionBrowser | null = null;
let failed = true;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  await system.untilUp();
  browser = await open();
  const lane = await pairAndLink(browser);
  console.log('the browser is connected');
  const traffic = await scheduleMessages(system, lane, { messages, trafficMs, inMs: LEAD_MS });
  const began = performance.now();
  const kills: Kill<Victim>[] = [];
  for (const { victim, afterMs } of planKillsOf<Victim>(SHARES, killCount, trafficMs, seed)) {
    await delay(Math.max(0, traffic.startsAtMs + afterMs - Date.now()));
    kills.push({ victim, atMs: await kill(victim) });
    if (kills.length % 10 === 0) console.log(`${kills.length} kills`, await countStatuses(system, traffic));
  }
  await untilSettled(system, traffic, SETTLE_TIMEOUT_MS);
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log('at the end', await countStatuses(system, traffic));
  const found = await evaluateRun(system, traffic, kills, []);
  const recovery = found.recoveryMs.flatMap((ms) => ms ?? []).sort((a, b) => a - b);
  const share = (part: number) => Math.round(recovery[Math.floor(part * (recovery.length - 1))] ?? 0);
  reportMeasurements('extension', {
    messages,
    kills: Object.fromEntries(
      Object.keys(SHARES).map((victim) => [victim, kills.filter((kill) => kill.victim === victim).length]),
    ),
    lost: found.lost,
    duplicates: found.duplicates,
    absorbed: found.absorbed,
    misrecorded: found.misrecorded,
    recoveryP50Ms: share(0.5),
    recoveryP95Ms: share(0.95),
    recoveryMaxMs: share(1),
    seed,
    seconds,
  });
  failed = found.lost + found.duplicates + found.misrecorded > 0;
} finally {
  await end();
}
process.exit(failed ? 1 : 0);

async function end(): Promise<void> {
  await browser?.context.close().catch(() => undefined);
  const isKept = failed || process.env.KEEP === '1';
  await system.end(isKept);
  if (isKept) console.log(`logs and data are in ${system.directory}`);
}

function open(): Promise<ExtensionBrowser> {
  return openBrowser(system.url, { networkUrl: system.networkUrl, directory: join(system.directory, 'browser') });
}

/** Kills a victim and reopens what was closed. @returns when the victim was dead */
async function kill(victim: Victim): Promise<number> {
  if (!browser) throw new Error('there is no browser');
  if (victim === 'server') return (await system.kill({ victim, afterMs: 0, draw: 0 }, [])).atMs;
  const atMs = Date.now();
  if (victim === 'worker') await browser.endWorker();
  else if (victim === 'tab') {
    await browser.whatsApp.close();
    browser.whatsApp = await browser.openWhatsApp();
  } else {
    await browser.kill();
    browser = await open();
  }
  return atMs;
}

/** Creates a user with a workspace, and pairs and links the browser through the popup. */
async function pairAndLink({ popup, whatsApp }: ExtensionBrowser) {
  const [userId, workspaceId, code] = [randomUUID(), randomUUID(), newCode()];
  await system.query(`insert into users (id, name, email) values ($1, 'Someone', $2)`, [
    userId,
    `${userId}@example.test`,
  ]);
  await system.query(`insert into workspaces (id, name, slug, zone, plan) values ($1, 'Ours', $2, 'UTC', 'pro')`, [
    workspaceId,
    workspaceId,
  ]);
  await system.query(
    `insert into workspace_members (id, organization_id, user_id, role) values (uuidv7(), $1, $2, 'owner')`,
    [workspaceId, userId],
  );
  await system.query(
    `insert into extension_codes (hash, workspace_id, user_id, expires_at) values ($1, $2, $3, now() + interval '10 minutes')`,
    [hashOf(code), workspaceId, userId],
  );
  await popup.locator('#link').fill(`${system.url}/#${code}`);
  await popup.locator('#pairing button').click();
  await popup.locator('#person', { hasText: userId }).waitFor();
  const engineId = await waitForConnection(system, workspaceId, async () => {
    const qr = await whatsApp.evaluate(async () => {
      const { WPP } = globalThis as unknown as {
        WPP: { conn: { getAuthCode(): Promise<{ fullCode: string } | null> } };
      };
      return (await WPP.conn.getAuthCode())?.fullCode ?? null;
    });
    if (qr === null) return;
    await fetch(`${system.networkUrl}/simulator/accounts/${encodeURIComponent(PHONE)}/scan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ qr }),
    });
  });
  // Removes all limits because only the effect of kills is measured.
  await system.query(
    `update engine_lanes set known_per_minute = null, new_per_minute = null, replies_per_minute = null, daily_cap = null,
       gap_from_seconds = null, gap_to_seconds = null, warm_up = false where engine_id = $1`,
    [engineId],
  );
  return { userId, workspaceId, engineIds: [engineId] };
}

async function waitForConnection(
  target: SystemUnderTest,
  workspaceId: string,
  scan: () => Promise<void>,
): Promise<string> {
  const began = performance.now();
  for (;;) {
    const [engine] = await target.query<{ id: string; status: string }>(
      'select id, status from engines where workspace_id = $1',
      [workspaceId],
    );
    if (engine?.status === 'connected') return engine.id;
    if (engine?.status === 'unpaired') await scan();
    if (performance.now() - began > CONNECT_TIMEOUT_MS) throw new Error(`the browser is ${engine?.status}`);
    await delay(500);
  }
}
