import { LEASE_TTL_MS } from '@switchyard/contracts/engine/protocol';
import type pg from 'pg';
import { Refusal } from '../../platform/refusal.ts';
import { leaseHeld, unauthorizedEngine } from './engine-refusal.ts';
import type { EngineIdentity } from './engine-token.ts';

/** A lease that was taken. */
export interface TakenLease {
  generation: number;
  /** How long it lasts unless renewed. */
  ttlMs: number;
  engine: { _id: string; workspaceId: string; name: string; driver: string; phoneNumber: string | null };
}

/**
 * Lease duration of `engine_lanes lane`, as an SQL interval: browsers may suspend an extension for longer than a pod
 * may be silent.
 */
export const LEASE = `lane.lease_ms * interval '1 millisecond'`;
/** Lease duration of a pod's lane. */
export const LEASE_TTL = `interval '${LEASE_TTL_MS} milliseconds'`;

/**
 * The condition for a statement that works a lane (`engine_lanes lane`): the generation is current, the lane is held,
 * and the token is not revoked. An expired lease that nobody has taken still counts, because only a new holder makes an
 * old one dangerous. Parameters: $1 engine id, $2 generation, $3 token version.
 */
export const FENCE = `lane.engine_id = $1 and lane.generation = $2 and lane.expires_at is not null
  and exists (select from engines engine where engine.id = $1 and engine.token_version = $3)`;

/**
 * Above every earlier generation, and based on the clock: a lagging replica that takes over has lost the latest
 * generations, and plain counting would give a new process the number of a live one.
 */
const NEXT_GENERATION = (present: string) => `greatest(${present} + 1, (extract(epoch from now()) * 1000)::bigint)`;

const take = `
  with engine as (
    select id, workspace_id, name, driver, phone_number from engines where id = $1 and token_version = $2
  ), lane as (
    insert into engine_lanes as lane (engine_id, generation, holder, instance_id, expires_at, refilled_at)
    select id, ${NEXT_GENERATION('0')}, $3, $4::uuid, now() + ${LEASE_TTL}, now() from engine
    on conflict (engine_id) do update
      set generation = case when lane.instance_id = $4::uuid and lane.expires_at is not null then lane.generation else ${NEXT_GENERATION('lane.generation')} end,
        holder = $3, instance_id = $4::uuid, expires_at = now() + ${LEASE}
      where lane.expires_at is null or lane.expires_at <= now() or lane.holder = $3
    returning generation, lease_ms
  )
  select engine.*, lane.generation, lane.lease_ms from engine left join lane on true`;

/**
 * Takes the lane for `holder`, with a generation above every earlier one. The same holder takes over at once, since its
 * earlier process has ended; another one only after the lease has expired by the database's clock. If the same process
 * asks again because it got no response, it receives its current lease: its first request may execute after its second
 * and must not take the lane away.
 * @throws 401 if the token was revoked, 409 `LEASE_HELD`
 */
export async function takeLease(
  pool: pg.Pool,
  identity: EngineIdentity,
  taker: { holder: string; instanceId: string },
): Promise<TakenLease> {
  const { rows } = await pool.query(take, [identity.engineId, identity.tokenVersion, taker.holder, taker.instanceId]);
  const engine = rows[0];
  if (!engine) throw unauthorizedEngine();
  if (engine.generation === null) {
    const held = await pool.query(
      `select holder, ceil(greatest(extract(epoch from expires_at - now()) * 1000, 0))::int as retry_after_ms
       from engine_lanes where engine_id = $1`,
      [identity.engineId],
    );
    throw leaseHeld(held.rows[0]?.holder ?? 'nobody', held.rows[0]?.retry_after_ms ?? 0);
  }
  return {
    generation: Number(engine.generation),
    ttlMs: engine.lease_ms,
    engine: {
      _id: engine.id,
      workspaceId: engine.workspace_id,
      name: engine.name,
      driver: engine.driver,
      phoneNumber: engine.phone_number,
    },
  };
}

/**
 * Renews one lease. For many, and for why it does not wait for the disk, see `LeaseRenewals`. @throws 409 `LEASE_LOST`,
 * 401
 */
export async function renewLease(pool: pg.Pool, identity: EngineIdentity, generation: number): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'lease_renew',
    text: `with lane as materialized (
        select lane.engine_id, lane.expires_at <= now() as had_ended, set_config('synchronous_commit', 'off', true)
        from engine_lanes lane where ${FENCE} for update of lane
      ), heard_again as (
        update engines set updated_at = now() where id in (
          select engine.id from lane join engines engine on engine.id = lane.engine_id where lane.had_ended for update of engine skip locked)
      )
      update engine_lanes set expires_at = now() + engine_lanes.lease_ms * interval '1 millisecond' from lane where engine_lanes.engine_id = lane.engine_id`,
    values: [identity.engineId, generation, identity.tokenVersion],
  });
  if (rowCount === 0) throw await fenceError(pool, identity);
}

/**
 * Releases the lane, so that the next holder need not wait, and invalidates its generation.
 * @returns the engine's workspace
 * @throws 409 `LEASE_LOST`, 401
 */
export async function releaseLease(pool: pg.Pool, identity: EngineIdentity, generation: number): Promise<string> {
  const { rows } = await pool.query<{ workspace_id: string }>(
    `update engine_lanes lane set holder = null, instance_id = null, expires_at = null where ${FENCE}
     returning (select workspace_id from engines where id = $1)`,
    [identity.engineId, generation, identity.tokenVersion],
  );
  const [lane] = rows;
  if (!lane) throw await fenceError(pool, identity);
  return lane.workspace_id;
}

/**
 * For the reconciler, after this holder's pod has ended: frees everything it held at once and invalidates its
 * generations.
 * @returns the engines whose lanes were freed
 */
export async function releaseLeaseOf(pool: pg.Pool, holder: string): Promise<string[]> {
  const { rows } = await pool.query(
    `update engine_lanes set holder = null, instance_id = null, expires_at = null where holder = $1 returning engine_id`,
    [holder],
  );
  return rows.map((row) => row.engine_id);
}

/** Whether this holder has the lane and has renewed it recently. */
export async function isHeldBy(pool: pg.Pool, engineId: string, holder: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from engine_lanes where engine_id = $1 and holder = $2 and expires_at > now()',
    [engineId, holder],
  );
  return rowCount === 1;
}

/** For the reconciler, after removing this engine from a pod that keeps running: frees its lane at once. */
export async function releaseLeaseOfEngine(pool: pg.Pool, engineId: string, holder: string): Promise<void> {
  await pool.query(
    `update engine_lanes set holder = null, instance_id = null, expires_at = null where engine_id = $1 and holder = $2`,
    [engineId, holder],
  );
}

/**
 * For the reconciler, before it creates a pod for an engine without one: any current lane holder is a pod it does not
 * know. Takes away the lane and revokes the token, so that this holder cannot return.
 * @returns whether there was such a holder
 */
export async function fenceStranger(pool: pg.Pool, engineId: string, known: string[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with lane as (
       update engine_lanes set holder = null, instance_id = null, expires_at = null
       where engine_id = $1 and expires_at > now() and holder <> all($2::text[]) returning engine_id
     )
     update engines set token_version = token_version + 1 from lane where engines.id = lane.engine_id`,
    [engineId, known],
  );
  return rowCount === 1;
}

/** Distinguishes a revoked token from a lost lease, after a fenced statement has found nothing. */
export async function fenceError(pool: pg.Pool, identity: EngineIdentity): Promise<Error> {
  return (await isCurrentToken(pool, identity)) ? new Refusal('LEASE_LOST') : unauthorizedEngine();
}

/** Whether the engine still exists and its token has not been revoked. */
async function isCurrentToken(pool: pg.Pool, identity: EngineIdentity): Promise<boolean> {
  return (await workspaceOfToken(pool, identity)) !== null;
}

/** The engine's workspace; null if there is no such engine or its token was revoked. */
export async function workspaceOfToken(pool: pg.Pool, identity: EngineIdentity): Promise<string | null> {
  const { rows } = await pool.query<{ workspace_id: string }>(
    'select workspace_id from engines where id = $1 and token_version = $2',
    [identity.engineId, identity.tokenVersion],
  );
  return rows[0]?.workspace_id ?? null;
}
