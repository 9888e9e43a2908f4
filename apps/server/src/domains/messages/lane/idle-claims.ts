import type pg from 'pg';
import { Batcher } from '../../../platform/batcher.ts';
import type { EngineIdentity } from '../../engines/index.ts';
import { FENCED_LANES, laneColumns } from './batch-lanes.ts';
import type { LaneClaimRequest } from './claim.ts';
import { atMostPoll, type Claim } from './claim-answer.ts';
import type { LaneClaims } from './lane-claims.ts';

/** Batching delay. An idle lane has slept for seconds, so a few milliseconds more don't matter. */
const BATCH_DELAY_MS = 20;

/**
 * Reads what many idle lanes have to do in one statement that locks and changes nothing: the head of each line, if the
 * process may work the lane. Rows are then claimed by the claim's own statement, including its fence, so a slightly
 * outdated result is harmless. Pacing is not checked: if nothing is due, nothing is due under any rules, and rules only
 * hold for longer. Parameters: arrays $1 engine ids, $2 generations, $3 token versions.
 */
const READ_HEADS = {
  name: 'lane_ask_many',
  text: `
  select requested.place::int, engine.workspace_id, lane.first_contacts_aside as aside,
    ceil(extract(epoch from head.claimable_at - now()) * 1000)::float8 as next_in_ms
  from ${FENCED_LANES}
    left join lateral (
      select claimable_at from messages
      where engine_id = requested.engine_id and status = 'pending' and hold_rule is distinct from 'first_contact' and engine.desired = 'running' and engine.plan_held_at is null
      order by claimable_at, id limit 1
    ) head on true`,
};

interface IdleAnswer {
  place: number;
  workspace_id: string;
  aside: boolean;
  next_in_ms: number | null;
}

/**
 * Answers lanes whose longest sleep is over, many per statement: ten thousand of them make 667 requests a second,
 * served by fifty statements.
 */
export class IdleClaims {
  readonly #pool: pg.Pool;
  readonly #claims: LaneClaims;
  readonly #batcher: Batcher<LaneClaimRequest, Claim>;

  constructor(pool: pg.Pool, claims: LaneClaims, batchDelayMs = BATCH_DELAY_MS) {
    this.#pool = pool;
    this.#claims = claims;
    this.#batcher = new Batcher(batchDelayMs, (requests) => this.#claimMany(requests));
  }

  /** As {@link claim}, but the lease is not renewed if nothing was due. @throws 409 `LEASE_LOST`, 401 */
  claim(identity: EngineIdentity, { generation, limit }: { generation: number; limit: number }): Promise<Claim> {
    return this.#batcher.ask({ identity, generation, limit });
  }

  async #claimMany(requests: readonly LaneClaimRequest[]): Promise<(Claim | Promise<Claim>)[]> {
    const { rows } = await this.#pool.query<IdleAnswer>({
      ...READ_HEADS,
      values: laneColumns(requests),
    });
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return requests.map(({ identity, generation, limit }, at) => {
      const lane = byPlace.get(at + 1);
      // Something is or may be due, or the process doesn't hold the lane: the claim handles it or refuses.
      if (!lane || lane.aside || (lane.next_in_ms ?? 1) <= 0)
        return this.#claims.claim(identity, { generation, limit });
      const { workspace_id: workspaceId, next_in_ms } = lane;
      return { workspaceId, messages: [], changed: [], nextInMs: atMostPoll(next_in_ms), moreInDoubt: false };
    });
  }
}
