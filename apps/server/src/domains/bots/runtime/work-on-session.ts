import { isDatabaseUnavailable } from '../../../platform/database/is-database-unavailable.ts';
import { retryOnDeadlock } from '../../../platform/database/retry-on-deadlock.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { failSession } from './fail-session.ts';
import { beginWork } from './run-session.ts';
import { sessionQueue, type Work } from './session-queue.ts';

const POLL_INTERVAL_MS = 500;
const MAX_PER_POLL = 200;
/**
 * Maximum times that a session's work may lose its connection while the database answers others; then the session is to
 * blame.
 */
const MAX_TRIES = 5;

/**
 * Works on sessions together. If that fails, nothing has happened, and each is worked on alone, so that one session's
 * fault doesn't affect others. A session that cannot be worked on fails, so that it is not retried forever. Never
 * rejects.
 */
export const workOnSessions: Work = async (platform, sessionIds) => {
  const worked: Awaited<ReturnType<Work>> = { calls: [], left: [] };
  const begin = async (ids: readonly string[]) => {
    const { calls, left } = await beginWork(platform, ids);
    for (const { sessionId, make } of calls) {
      worked.calls.push({ sessionId, make: () => tryOrFail(platform, sessionId, make) });
    }
    worked.left.push(...left);
  };
  if (sessionIds.length > 1) {
    try {
      await begin(sessionIds);
      return worked;
    } catch (error) {
      platform.log.warn(
        { err: error, sessions: sessionIds.length },
        'a batch of bot sessions failed; working on them one by one',
      );
      if (isDatabaseUnavailable(error) && !(await isDatabaseResponding(platform))) return worked;
    }
  }
  for (const id of sessionIds) await tryOrFail(platform, id, () => begin([id]));
  return worked;
};

async function tryOrFail(platform: Platform, sessionId: string, work: () => Promise<void>): Promise<void> {
  const { log } = platform;
  const tries = lostConnectionsOf(platform);
  try {
    await retryOnDeadlock(work);
    tries.delete(sessionId);
  } catch (error) {
    log.error({ err: error, sessionId }, 'work on a bot session failed');
    // Nothing can be written while the database is unavailable; the session stays due.
    if (isDatabaseUnavailable(error)) {
      if (!(await isDatabaseResponding(platform))) return;
      tries.set(sessionId, (tries.get(sessionId) ?? 0) + 1);
      if ((tries.get(sessionId) ?? 0) < MAX_TRIES) return;
    }
    tries.delete(sessionId);
    await failSession(platform, sessionId, error).catch((worse: unknown) =>
      log.error({ err: worse, sessionId }, 'the failure of a bot session could not be saved'),
    );
  }
}

/** How many times in a row a session's work has lost its connection, by session. */
const lostConnections = new WeakMap<Platform, Map<string, number>>();

function lostConnectionsOf(platform: Platform): Map<string, number> {
  const tries = lostConnections.get(platform) ?? new Map<string, number>();
  lostConnections.set(platform, tries);
  return tries;
}

const isDatabaseResponding = ({ database }: Platform): Promise<boolean> =>
  database.pool.query('select').then(
    () => true,
    () => false,
  );

/** Starts work on every due session; safe in several processes at once. @returns the number of sessions */
export async function wakeDueSessions(platform: Platform): Promise<number> {
  const queue = sessionQueue(platform, workOnSessions);
  if (queue.isFull) return 0;
  const { rows } = await platform.database.pool.query<{ id: string }>(
    `select id from bot_sessions where wake_at <= now() order by wake_at limit ${MAX_PER_POLL}`,
  );
  for (const { id } of rows) queue.add(id);
  return rows.length;
}

/** Polls for due sessions until stopped: waits that have ended, and work of a process that died. */
export function startSessionWatch(platform: Platform): Stoppable {
  const watch = runRepeatedly(async () => {
    try {
      await wakeDueSessions(platform);
    } catch (error) {
      platform.log.warn({ err: error }, 'the poll for due bot sessions failed');
    }
    return POLL_INTERVAL_MS;
  });
  return {
    async stop() {
      await watch.stop();
      await sessionQueue(platform, workOnSessions).idle();
    },
  };
}
