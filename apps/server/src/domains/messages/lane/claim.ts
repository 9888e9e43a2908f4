import { MAX_CLAIM } from '@switchyard/contracts/engine/protocol';
import type pg from 'pg';
import { type EngineIdentity, FENCE, fenceError, LEASE } from '../../engines/index.ts';
import type { ChangedRow } from '../messages.events.ts';
import { FENCED_LANES, type LaneRequest, laneColumns } from './batch-lanes.ts';
import { atMostPoll, type Claim } from './claim-answer.ts';
import { claimPaced } from './claim-paced.ts';
import { OUTGOING_COLUMNS, type OutgoingRow, toOutgoing } from './outgoing.ts';

/**
 * Whether a lane is paced: it has rules, its workspace or a contact has quiet hours, it has rows that only the rules
 * examine, or messages that became late during an outage.
 */
const PACED = `(known_per_minute is not null or new_per_minute is not null or daily_cap is not null or restriction_scope is not null or first_contacts_aside or warm_up or replies_per_minute is not null or gap_to_seconds is not null
      or out_since is not null or quiet_from is not null or (workspaces.quiet_hours is not null and not quiet_off)
      or exists (select from contacts where contacts.workspace_id = workspaces.id and jsonb_typeof(contacts.quiet_hours) = 'object'))`;
/** Rows of the main line; claims take the due ones from its head. */
const IN_LINE = `status = 'pending' and hold_rule is distinct from 'first_contact'`;

const TAKE = `attempt = m.attempt + 1, tries = m.tries + 1, status = 'sending', claimed_at = now(), hold_rule = null, version = m.version + 1, updated_at = now()`;

const DURABLE_IF_TAKEN = `set_config('synchronous_commit', case when exists (select from claimed) then current_setting('synchronous_commit') else 'off' end, true)`;

const UNTIL_NEXT = `ceil(extract(epoch from next.claimable_at - now()) * 1000)::float8`;

/** Only used for ordering: as a number, the driver need not parse a date. */
const CLAIMABLE = 'extract(epoch from m.claimable_at)::float8 as claimable_at';

/**
 * The claimed rows, after a row without id per lane. A join with the lanes instead would compare every row with every
 * lane and compute the next due time again for each.
 */
const CLAIMED_ROWS = `union all
  select place, null, null, null, null, claimed.* from claimed
  order by lane_place, claimable_at nulls first, id`;

/**
 * The claim of a lane without rules, in one statement, round trip and commit: check the generation, renew the lease,
 * set due rows to `sending`. If the lane has rules, it takes nothing and says so. An engine that a person stopped takes
 * nothing; its process finishes what it holds.
 * - The lane's row lock orders it with a takeover: the second of the two sees the first one's result.
 * - The literal inner limit lets the planner choose the index walk for every value of $4; rows are locked only as the
 *   outer limit pulls them.
 * - `(select $1)` hides the value from the planner, which would otherwise plan each claim anew, at a higher cost than
 *   the claim; one plan fits all values.
 * - Claimed rows are on disk before the response leaves; a claim without rows only changed the lease and doesn't wait
 *   for the disk.
 * - Rows locked by a concurrent edit are skipped; the edit pokes the lane when it commits.
 * Parameters: $1 engine id, $2 generation, $3 token version, $4 maximum rows.
 */
const CLAIM = {
  name: 'lane_claim',
  text: `
  with lane as (
    update engine_lanes lane set expires_at = now() + ${LEASE} from engines join workspaces on workspaces.id = engines.workspace_id
    where engines.id = lane.engine_id and ${FENCE}
    returning engines.workspace_id, engines.desired = 'running' and engines.plan_held_at is null as runs, ${PACED} as paced
  ), due as (
    select id from (
      select id from messages
      where engine_id = (select $1::uuid) and ${IN_LINE} and claimable_at <= now()
        and (select runs and not paced from lane)
      order by claimable_at, id limit ${MAX_CLAIM} for update skip locked
    ) head limit (select $4::int)
  ), claimed as (
    update messages m set ${TAKE}, lease_generation = $2
    from due where m.id = due.id
    returning ${OUTGOING_COLUMNS}, ${CLAIMABLE}, 1 as place
  )
  select 1 as lane_place, lane.paced, lane.workspace_id, ${DURABLE_IF_TAKEN},
    (select ${UNTIL_NEXT} from (
      select claimable_at from messages
      where engine_id = (select $1::uuid) and ${IN_LINE} and claimable_at > now()
        and lane.runs and not lane.paced
      order by claimable_at, id limit 1
    ) next) as next_in_ms, claimed.*
  from lane left join claimed on false
  ${CLAIMED_ROWS}`,
};

/**
 * The same for many lanes, in one commit and thus one wait for the disk. As `CLAIM`, with two differences:
 * - Lanes and rows that others have locked are skipped, so that it waits for nobody and cannot deadlock.
 * - A lane's row is locked, which orders it with a takeover, but its lease is not renewed: renewals do that.
 * Parameters: arrays $1 engine ids, $2 generations, $3 token versions, $4 maximum rows of each.
 */
const CLAIM_MANY = {
  name: 'lane_claim_many',
  text: `
  with lane as materialized (
    select requested.place::int as lane_place, (select $4::int[])[requested.place] as most, lane.engine_id, lane.generation, engine.workspace_id,
      engine.desired = 'running' and engine.plan_held_at is null as runs, ${PACED} as paced
    from ${FENCED_LANES}
    join workspaces on workspaces.id = engine.workspace_id
    for no key update of lane skip locked
  ), due as materialized (
    select lane.lane_place, lane.generation, head.id from lane cross join lateral (
      select id from (
        select id from messages
        where engine_id = lane.engine_id and ${IN_LINE} and claimable_at <= now()
        order by claimable_at, id limit ${MAX_CLAIM} for update skip locked
      ) line limit lane.most
    ) head where lane.runs and not lane.paced
  ), claimed as (
    update messages m set ${TAKE}, lease_generation = due.generation
    from due where m.id = due.id
    returning ${OUTGOING_COLUMNS}, ${CLAIMABLE}, due.lane_place as place
  )
  select lane.lane_place, lane.paced, lane.workspace_id, ${DURABLE_IF_TAKEN}, ${UNTIL_NEXT} as next_in_ms, claimed.*
  from lane left join lateral (
    select claimable_at from messages
    where engine_id = lane.engine_id and ${IN_LINE} and claimable_at > now() and lane.runs and not lane.paced
    order by claimable_at, id limit 1
  ) next on true left join claimed on false
  ${CLAIMED_ROWS}`,
};

interface LaneRow {
  lane_place: number;
  paced: boolean;
  workspace_id: string;
  next_in_ms: number | null;
}
type ClaimedRow = OutgoingRow & ChangedRow & { lane_place: number };
/** Per admitted lane: its own row first, then the claimed rows. */
type ClaimRow = (LaneRow & { id: null }) | ClaimedRow;

/** Maximum rows per claim, from 1 to `MAX_CLAIM`. */
export interface LaneClaimRequest extends LaneRequest {
  limit: number;
}

/**
 * Claims the next due messages of a lane for the holder of `generation`.
 * @throws 409 `LEASE_LOST`, 401; nothing has been changed then
 */
export async function claim(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, limit }: { generation: number; limit: number },
): Promise<Claim> {
  const { rows } = await pool.query<ClaimRow>({
    ...CLAIM,
    values: [identity.engineId, generation, identity.tokenVersion, limit],
  });
  const [lane] = rows;
  if (lane?.id !== null) throw await fenceError(pool, identity);
  if (lane.paced) return claimPaced(pool, identity, { generation, limit });
  return toClaim(lane, rows, limit);
}

/**
 * Maximum rows of one statement for many lanes, so that it ends soon; a lane with more due rows gets them in its next
 * claim, which follows at once.
 */
const MAX_ROWS_PER_STATEMENT = 2_000;

/**
 * {@link claim} for several lanes; those with rules are claimed in a transaction each. Null: the lane was skipped or
 * refused.
 */
export async function claimMany(
  pool: pg.Pool,
  requests: readonly LaneClaimRequest[],
): Promise<(Claim | Promise<Claim> | null)[]> {
  const share = Math.ceil(MAX_ROWS_PER_STATEMENT / requests.length);
  const limits = requests.map(({ limit }) => Math.min(limit, share));
  const { rows } = await pool.query<ClaimRow>({ ...CLAIM_MANY, values: [...laneColumns(requests), limits] });
  const byLane = Map.groupBy(rows, (row) => row.lane_place);
  return requests.map((request, at) => {
    const answer = byLane.get(at + 1) ?? [];
    const [lane] = answer;
    if (lane?.id !== null) return null;
    if (lane.paced) return claimPaced(pool, request.identity, request);
    return toClaim(lane, answer, limits[at] ?? 0);
  });
}

function toClaim(lane: LaneRow, rows: ClaimRow[], limit: number): Claim {
  const claimed = rows.filter((row) => row.id !== null);
  return {
    workspaceId: lane.workspace_id,
    messages: claimed.map(toOutgoing),
    changed: claimed,
    nextInMs: claimed.length === limit ? 0 : atMostPoll(lane.next_in_ms),
    moreInDoubt: false,
  };
}
