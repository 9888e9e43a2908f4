// List times of `/v1` in a workspace with a million messages (MESSAGES); messages per second that clients can send over
// it, relative to calling the action directly; and whether sends with an Idempotency-Key are lost or duplicated if the
// server is killed (KILLS) while clients retry unanswered requests. The server must be built.
// Environment: MESSAGES, SENDS, KILLS, PARTS (lists, sends, kills).
import { setTimeout as delay } from 'node:timers/promises';
import { KEY_SCOPES } from '../apps/server/src/domains/accounts/index.ts';
import { makeKey } from '../apps/server/src/domains/accounts/keys/key-secret.ts';
import { fillMessageTexts } from '../apps/server/src/domains/messages/list/fill-message-texts.ts';
import { sendMessage } from '../apps/server/src/domains/public-api/send-message.ts';
import type { Actor } from '../apps/server/src/platform/actor.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import type { EdgeDeps } from '../apps/server/src/platform/http/request-context.ts';
import { startDatabaseServer, startServerProcess } from './dispatch/server-under-test.ts';
import { reportMeasurements } from './measurement.ts';
import { seedMessages } from './messages/seed.ts';

const setting = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const MESSAGES = setting('MESSAGES', 1_000_000);
const SENDS = setting('SENDS', 4_000);
const KILLS = setting('KILLS', 50);
const { PARTS = 'lists,sends,kills' } = process.env;
const isSelected = (part: string) => PARTS.split(',').includes(part);
/** Requests per list. */
const ROUNDS = 40;
/** Concurrent clients, and concurrent connections for the direct calls. */
const CONCURRENCY = 16;
const TURNS = 3;
const KILL_INTERVAL_MS = 1_500;
/** Request timeout, and delay before a retry. */
const ANSWER_MS = 5_000;
const RETRY_MS = 100;
const CHAT = '447700900123@c.us';
const DUE = '2031-01-01T09:00:00Z';

const LISTS = {
  scheduled: '/scheduled-messages?limit=50',
  scheduledLater: '/scheduled-messages?limit=50&skip=5000',
  scheduledPending: '/scheduled-messages?limit=50&status=pending',
  scheduledFailed: '/scheduled-messages?limit=50&status=failed',
  scheduledOfChat: '/scheduled-messages?limit=50&chatId=447700000007%40c.us',
  scheduledFound: '/scheduled-messages?limit=50&searchToken=reminder',
  scheduledRare: '/scheduled-messages?limit=50&searchToken=zanzibar%207',
  messages: '/messages?limit=50',
  messagesOfChat: '/messages?limit=50&chatId=447700000007%40c.us',
  messagesFound: '/messages?limit=50&searchToken=reminder',
  chats: '/chats?limit=50',
};

const postgres = await startDatabaseServer();
try {
  reportMeasurements('api', {
    ...(isSelected('lists') && (await measureLists())),
    ...(isSelected('sends') && (await measureSends())),
    ...(isSelected('kills') && (await measureKills())),
  });
} finally {
  await postgres.stop();
}

/** Creates an API key for the owner of a workspace and connects its engine. */
async function createKey({ pool }: Database, workspaceId: string) {
  const { key, prefix, hash } = makeKey();
  const { rows } = await pool.query<{ user_id: string; engine_id: string }>(
    `select owner_id as user_id, id as engine_id from engines where workspace_id = $1`,
    [workspaceId],
  );
  const { user_id: userId, engine_id: engineId } = rows[0] ?? { user_id: '', engine_id: '' };
  await pool.query(
    `insert into workspace_members (id, organization_id, user_id, role) values (uuidv7(), $1, $2, 'owner')`,
    [workspaceId, userId],
  );
  await pool.query(
    `insert into api_keys (id, workspace_id, user_id, name, prefix, hash, scopes) values (uuidv7(), $1, $2, 'Program', $3, $4, $5)`,
    [workspaceId, userId, prefix, hash, KEY_SCOPES],
  );
  await pool.query(`update engines set phone_number = '+447800000001' where id = $1`, [engineId]);
  return { key, userId };
}

async function prepare(name: string, messages: number) {
  const database = await postgres.createDatabase(name, CONCURRENCY);
  const workspaceId = await seedMessages(database, messages, { hasEngine: true });
  while ((await fillMessageTexts(database.pool)) > 0);
  const { key, userId } = await createKey(database, workspaceId);
  await database.pool.query('vacuum analyze');
  return { database, workspaceId, key, userId };
}

async function measureLists() {
  const { database, key } = await prepare('lists', MESSAGES);
  const server = await startServerProcess(database.url);
  try {
    const times: { name: string; p95Ms: number }[] = [];
    for (const [name, path] of Object.entries(LISTS)) {
      const took: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const began = performance.now();
        const answer = await fetch(`${server.url}/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
        const { data } = (await answer.json()) as { data?: unknown[] };
        if (!answer.ok || !data) throw new Error(`${path}: ${answer.status}`);
        // The first request includes compilation.
        if (round > 0) took.push(performance.now() - began);
      }
      times.push({ name, p95Ms: percentile(took, 0.95) });
    }
    console.table(times);
    return { messages: MESSAGES, listP95Ms: Math.max(...times.map(({ p95Ms }) => p95Ms)) };
  } finally {
    await server.stop();
    await database.close();
  }
}

/** Sends a text. @returns the id of the message */
async function send(url: string, key: string, text: string, idempotencyKey?: string): Promise<string> {
  const answer = await fetch(`${url}/v1/scheduled-messages/${encodeURIComponent(CHAT)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({ type: 'text', text, sendAt: DUE }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const { data } = (await answer.json()) as { data?: { id: string } };
  if (!data) throw new Error(`refused with ${answer.status}`);
  return data.id;
}

/** Runs work with CONCURRENCY workers. @returns operations per second */
async function rateOf(count: number, work: (at: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let at = next++; at < count; at = next++) await work(at);
    }),
  );
  return count / ((performance.now() - began) / 1_000);
}

async function measureSends() {
  const { database, workspaceId, key, userId } = await prepare('sends', 1_000);
  const server = await startServerProcess(database.url);
  const who = { userId, workspaceId, email: '', fullName: 'Someone', onBehalfOf: null };
  const actor: Actor = { ...who, role: 'user', workspaceRole: 'owner' };
  const deps = {
    db: database.db,
    clock: { now: () => new Date() },
    config: { publicUrl: 'http://localhost' },
  } as unknown as EdgeDeps;
  const sendDirectly = (at: number) => {
    const content = { type: 'text' as const, text: `Plain ${at}`, sendAt: DUE };
    return sendMessage(deps, actor, { chatId: CHAT, idIs: 'own', content, fileId: null, quote: null } as never);
  };
  try {
    const sent: number[] = [];
    const stored: number[] = [];
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const [overApi, direct] = [
        await rateOf(SENDS, (at) => send(server.url, key, `Sent ${at}`)),
        await rateOf(SENDS, sendDirectly),
      ];
      // The first turn includes compilation and growing files.
      if (turn === 0) continue;
      sent.push(overApi);
      stored.push(direct);
    }
    const [sendsPerSecond, plainPerSecond] = [percentile(sent, 0.5), percentile(stored, 0.5)];
    return {
      sendsPerSecond: Math.round(sendsPerSecond),
      plainPerSecond: Math.round(plainPerSecond),
      sendsRatioToPlain: Math.round((sendsPerSecond / plainPerSecond) * 100) / 100,
    };
  } finally {
    await server.stop();
    await database.close();
  }
}

async function measureKills() {
  const { database, workspaceId, key } = await prepare('kills', 1_000);
  let server = await startServerProcess(database.url);
  try {
    let isOver = false;
    let repeats = 0;
    const answered = new Map<string, string>();
    const clients = Array.from({ length: CONCURRENCY }, async (_, client) => {
      for (let at = 0; !isOver; at += 1) {
        const text = `Kill ${client} ${at}`;
        for (;;) {
          const id = await send(server.url, key, text, text).catch(() => null);
          if (id !== null) {
            answered.set(text, id);
            break;
          }
          repeats += 1;
          await delay(RETRY_MS);
        }
      }
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(KILL_INTERVAL_MS * (0.5 + Math.random()));
      process.kill(server.pid, 'SIGKILL');
      server = await startServerProcess(database.url);
    }
    isOver = true;
    await Promise.all(clients);
    const { rows } = await database.pool.query<{ id: string; body: string }>(
      `select id, body from messages where workspace_id = $1 and body like 'Kill %'`,
      [workspaceId],
    );
    const ids = new Set(rows.map(({ id }) => id));
    return {
      kills: KILLS,
      sent: answered.size,
      repeats,
      lost: [...answered.values()].filter((id) => !ids.has(id)).length,
      duplicates: rows.length - new Set(rows.map(({ body }) => body)).size,
    };
  } finally {
    await server.stop();
    await database.close();
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 10) / 10;
}
