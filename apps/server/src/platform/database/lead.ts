import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Stoppable } from '../domain.ts';
import type { Log } from '../logging/log.ts';
import { SESSION_WITHOUT_LIMIT } from './database.ts';

export interface LeadOptions {
  /** Not through a pooler. */
  databaseUrl: string;
  /** Advisory lock: its holder is the leader. One fixed number per kind of work. */
  lock: number;
  name: string;
  log: Log;
  /** Channels to LISTEN on while leading. */
  channels?: string[];
  /** Called when this process becomes the leader. The result is stopped when it no longer is. */
  lead: (notified: (listener: (channel: string, payload: string) => void) => void) => Promise<Stoppable>;
}

const KEEPALIVE_MS = 5_000;
const RETRY_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 5_000;

/**
 * Runs work in one process at a time, however many processes compete for it. The leader holds an advisory lock on a
 * connection of its own: when the process or its connection dies, PostgreSQL releases the lock and the next waiting
 * process takes over. When the connection is lost, the work stops first and restarts only under a new lock.
 */
export function runAsLeader(options: LeadOptions): Stoppable {
  const stopping = new AbortController();
  const { signal } = stopping;
  const finished = (async () => {
    while (!signal.aborted) {
      await leadOnce(options, signal).catch((error: unknown) => {
        if (!signal.aborted) options.log.warn({ err: error, name: options.name }, 'lost the lead; trying again');
      });
      if (!signal.aborted) await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

/** Leads for the lifetime of one connection. Returns on `signal`. @throws when the connection is lost */
async function leadOnce({ databaseUrl, lock, name, log, channels = [], lead }: LeadOptions, signal: AbortSignal) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `switchyard ${name}`,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  const lost = new Promise<Error>((resolve) => {
    // There may be several errors: the server's last message, then the end of the connection. Without a listener they
    // would end the process.
    client.on('error', resolve);
    client.once('end', () => resolve(new Error('the connection ended')));
  });
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  let work: Stoppable | null = null;
  try {
    await client.connect();
    await client.query(SESSION_WITHOUT_LIMIT);
    // Lets PostgreSQL notice a leader whose machine vanished without closing the connection.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    const locked = client.query('select pg_advisory_lock($1)', [lock]).then(() => 'locked' as const);
    locked.catch(() => undefined);
    const outcome = await Promise.race([locked, lost, aborted]);
    if (outcome === null) return;
    if (outcome !== 'locked') throw outcome;
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    log.info({ name }, 'leading');
    work = await lead((listener) => {
      client.on('notification', ({ channel, payload = '' }) => listener(channel, payload));
    });
    const problem = await Promise.race([lost, aborted, keepAlive(client, signal)]);
    if (problem) throw problem;
  } finally {
    await work?.stop();
    await client.end().catch(() => undefined);
  }
}

/** Resolves with the reason once the connection no longer responds. */
async function keepAlive(client: pg.Client, signal: AbortSignal): Promise<Error | null> {
  while (!signal.aborted) {
    await delay(KEEPALIVE_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
    const late = delay(STATEMENT_TIMEOUT_MS, new Error('the database does not answer'), { ref: false });
    const answer = await Promise.race([
      client.query('select 1').then(
        () => null,
        (error: Error) => error,
      ),
      late,
    ]);
    if (answer) return answer;
  }
  return null;
}
