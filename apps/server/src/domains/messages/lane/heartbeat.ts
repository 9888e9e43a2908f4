import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SecretChange } from '../../../platform/seal.ts';

const EVERY_MS = 10_000;
/**
 * A claim trusts a beat of this age. Later, this process or the database was away, and it is found out first for how
 * long.
 */
const TRUSTED_MS = 30_000;
/** A shorter silence of all servers is a restart: no message is overdue by it. */
const SILENCE_MS = 5 * 60_000;

/**
 * Lanes that send nothing, because their engine is stopped, silent, not connected or held by the plan; since their
 * lease ended, where that is known.
 */
const MARK_OUT = `
  with out as (
    select lane.engine_id from engine_lanes lane join engines on engines.id = lane.engine_id
    where lane.out_since is null and not (engines.desired = 'running' and engines.plan_held_at is null
      and engines.status in ('connected', 'syncing') and coalesce(lane.expires_at > now(), false))
    order by lane.engine_id for update of lane skip locked
  )
  update engine_lanes lane set out_since = least(now(), coalesce(lane.expires_at, now())) from out where lane.engine_id = out.engine_id`;

/** All lanes were out, from $1 on (null: nobody knows since when, so for as long as it takes). */
const MARK_ALL = `
  with every as (select engine_id from engine_lanes order by engine_id for update)
  update engine_lanes lane set out_since = least(lane.out_since, coalesce($1::timestamptz, 'epoch')) from every where lane.engine_id = every.engine_id`;

/**
 * One sign of life in the database, by which it is known how long all servers were away, and since when each lane has
 * sent nothing. Beats of several servers come one after the other.
 * @param installation who beats: lanes of a database that another installation worked before have been out for nobody
 *   knows how long
 */
export async function beat(pool: pg.Pool, installation: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into lane_heartbeat (installation) values ($1) on conflict do nothing', [installation]);
    const { rows } = await client.query<{ installation: string; alive_at: Date; was_silent: boolean }>(
      `select installation, alive_at, alive_at < now() - interval '${SILENCE_MS} milliseconds' as was_silent from lane_heartbeat for update`,
    );
    const [last] = rows;
    if (last && last.installation !== installation) await client.query(MARK_ALL, [null]);
    else if (last?.was_silent) await client.query(MARK_ALL, [last.alive_at]);
    await client.query(MARK_OUT);
    await client.query('update lane_heartbeat set installation = $1, alive_at = now()', [installation]);
    await client.query('commit');
  } catch (error) {
    // A connection that failed in the middle is not worth keeping; closing it rolls back.
    client.release(true);
    throw error;
  }
  client.release();
}

/** Tells this installation from others that may come to work a copy of its database, by what signs its tokens. */
const installationBy = (secret: string) => createHash('sha256').update(`lanes:${secret}`).digest('hex').slice(0, 16);

/** It is the same installation that goes on with another secret. */
export async function changeHeartbeatSecret(tx: Db, { from, to }: SecretChange): Promise<void> {
  if (from === null) return;
  await tx.execute(
    sql`update lane_heartbeat set installation = ${installationBy(to)} where installation = ${installationBy(from)}`,
  );
}

/**
 * Beats while the server runs, and before a claim that comes after a silence: a machine that slept, a database that was
 * away.
 */
export class Heartbeat implements Stoppable {
  readonly #platform: Platform;
  readonly #timer: NodeJS.Timeout;
  #beating: Promise<void> | null = null;
  /** By the machine's clock, which goes on while it sleeps. */
  #beatAtMs = Number.NEGATIVE_INFINITY;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#timer = setInterval(() => {
      this.#beat().catch((error: unknown) => platform.log.warn({ err: error }, 'the lanes had no heartbeat'));
    }, EVERY_MS);
  }

  /** Resolves at once, but for the first claim and those after a silence. @throws when the database does not answer */
  async sure(): Promise<void> {
    if (Math.abs(Date.now() - this.#beatAtMs) > TRUSTED_MS) await this.#beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating?.catch(() => undefined);
  }

  #beat(): Promise<void> {
    const startedAtMs = Date.now();
    this.#beating ??= beat(this.#platform.database.pool, installationBy(this.#platform.secret))
      .then(() => {
        this.#beatAtMs = startedAtMs;
      })
      .finally(() => {
        this.#beating = null;
      });
    return this.#beating;
  }
}
