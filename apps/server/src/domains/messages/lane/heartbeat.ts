import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SecretChange } from '../../../platform/seal.ts';

const BEAT_INTERVAL_MS = 10_000;
/**
 * Maximum age of the last beat that a claim trusts. If it is older, this process or the database was unavailable, and
 * the length of the outage is recorded first.
 */
const MAX_BEAT_AGE_MS = 30_000;
/** Silence of all servers that counts as an outage. Anything shorter is a restart and makes no message overdue. */
const OUTAGE_MS = 5 * 60_000;

/**
 * Marks lanes that send nothing because their engine is stopped, silent, disconnected or held by the plan, since the
 * end of their lease if known.
 */
const MARK_OUT = `
  with out as (
    select lane.engine_id from engine_lanes lane join engines on engines.id = lane.engine_id
    where lane.out_since is null and not (engines.desired = 'running' and engines.plan_held_at is null
      and engines.status in ('connected', 'syncing') and coalesce(lane.expires_at > now(), false))
    order by lane.engine_id for update of lane skip locked
  )
  update engine_lanes lane set out_since = least(now(), coalesce(lane.expires_at, now())) from out where lane.engine_id = out.engine_id`;

/** Marks all lanes as out since $1. Null: since an unknown time, so anything late counts as overdue. */
const MARK_ALL = `
  with all_lanes as (select engine_id from engine_lanes order by engine_id for update)
  update engine_lanes lane set out_since = least(lane.out_since, coalesce($1::timestamptz, 'epoch')) from all_lanes where lane.engine_id = all_lanes.engine_id`;

/**
 * Writes a sign of life to the database, which tells how long all servers were down, and marks the lanes that have
 * stopped sending. Beats of several servers are serialised.
 * @param installation the beating installation. Lanes of a database that another installation worked before have been
 *   out for an unknown time
 */
export async function beat(pool: pg.Pool, installation: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into lane_heartbeat (installation) values ($1) on conflict do nothing', [installation]);
    const { rows } = await client.query<{ installation: string; alive_at: Date; was_silent: boolean }>(
      `select installation, alive_at, alive_at < now() - interval '${OUTAGE_MS} milliseconds' as was_silent from lane_heartbeat for update`,
    );
    const [last] = rows;
    if (last && last.installation !== installation) await client.query(MARK_ALL, [null]);
    else if (last?.was_silent) await client.query(MARK_ALL, [last.alive_at]);
    await client.query(MARK_OUT);
    await client.query('update lane_heartbeat set installation = $1, alive_at = now()', [installation]);
    await client.query('commit');
  } catch (error) {
    // A connection that failed midway is discarded; closing it rolls back.
    client.release(true);
    throw error;
  }
  client.release();
}

/** Identifies an installation by its token secret, to tell it from others that work a copy of its database. */
const installationId = (secret: string) => createHash('sha256').update(`lanes:${secret}`).digest('hex').slice(0, 16);

/** Keeps the installation's identity when its secret changes. */
export async function changeHeartbeatSecret(tx: Db, { from, to }: SecretChange): Promise<void> {
  if (from === null) return;
  await tx.execute(
    sql`update lane_heartbeat set installation = ${installationId(to)} where installation = ${installationId(from)}`,
  );
}

/**
 * Beats while the server runs, and before a claim that follows a silence, such as after a suspended machine or a
 * database outage.
 */
export class Heartbeat implements Stoppable {
  readonly #platform: Platform;
  readonly #timer: NodeJS.Timeout;
  #beating: Promise<void> | null = null;
  /** Wall-clock time, which also advances while the machine is suspended. */
  #beatAtMs = Number.NEGATIVE_INFINITY;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#timer = setInterval(() => {
      this.#beat().catch((error: unknown) => platform.log.warn({ err: error }, 'the lanes had no heartbeat'));
    }, BEAT_INTERVAL_MS);
  }

  /** Resolves immediately unless the last beat is too old. @throws if the database does not respond */
  async ensureFresh(): Promise<void> {
    if (Math.abs(Date.now() - this.#beatAtMs) > MAX_BEAT_AGE_MS) await this.#beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating?.catch(() => undefined);
  }

  #beat(): Promise<void> {
    const startedAtMs = Date.now();
    this.#beating ??= beat(this.#platform.database.pool, installationId(this.#platform.secret))
      .then(() => {
        this.#beatAtMs = startedAtMs;
      })
      .finally(() => {
        this.#beating = null;
      });
    return this.#beating;
  }
}
