import type pg from 'pg';
import { Batcher } from '../../../platform/batcher.ts';
import type { EngineIdentity } from '../../engines/index.ts';
import { ASKING_LANES, laneColumns } from './batch-lanes.ts';
import type { ClaimAsk } from './claim.ts';
import { atMostPoll, type Claim } from './claim-answer.ts';
import type { LaneClaims } from './lane-claims.ts';

/** A lane that expects nothing has slept for seconds: a few milliseconds more are nothing to it. */
const BATCH_DELAY_MS = 20;

/**
 * What the lanes that ask have to do, for all in one statement that locks and changes nothing: the head of each line,
 * if the asker may work the lane at all. Whoever then takes rows does it by the claim's own statement, fence included,
 * so an answer that was true a moment ago does no harm. The pacing of a lane is not looked at: nothing due is nothing
 * due under any rules, and they only ever hold longer. Parameters: arrays $1 engine ids, $2 generations, $3 token
 * versions.
 */
const ASK_MANY = {
  name: 'lane_ask_many',
  text: `
  select asked.place::int, engine.workspace_id, lane.first_contacts_aside as aside,
    ceil(extract(epoch from head.claimable_at - now()) * 1000)::float8 as next_in_ms
  from ${ASKING_LANES}
    left join lateral (
      select claimable_at from messages
      where engine_id = asked.engine_id and status = 'pending' and hold_rule is distinct from 'first_contact' and engine.desired = 'running' and engine.plan_held_at is null
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
 * Answers lanes that ask because their longest sleep is over, many at a time: ten thousand of them are 667 questions a
 * second, in fifty statements.
 */
export class IdleClaims {
  readonly #pool: pg.Pool;
  readonly #claims: LaneClaims;
  readonly #gathered: Batcher<ClaimAsk, Claim>;

  constructor(pool: pg.Pool, claims: LaneClaims, gatherMs = BATCH_DELAY_MS) {
    this.#pool = pool;
    this.#claims = claims;
    this.#gathered = new Batcher(gatherMs, (asked) => this.#askMany(asked));
  }

  /** As {@link claim}; the lease is left as it is when nothing was due. @throws 409 `LEASE_LOST`, 401 */
  claim(identity: EngineIdentity, { generation, limit }: { generation: number; limit: number }): Promise<Claim> {
    return this.#gathered.ask({ identity, generation, limit });
  }

  async #askMany(asked: readonly ClaimAsk[]): Promise<(Claim | Promise<Claim>)[]> {
    const { rows } = await this.#pool.query<IdleAnswer>({
      ...ASK_MANY,
      values: laneColumns(asked),
    });
    const found = new Map(rows.map((row) => [row.place, row]));
    return asked.map(({ identity, generation, limit }, at) => {
      const lane = found.get(at + 1);
      // Something is due, or may be, or the lane is not the asker's: the claim does it, or says why not.
      if (!lane || lane.aside || (lane.next_in_ms ?? 1) <= 0)
        return this.#claims.claim(identity, { generation, limit });
      const { workspace_id: workspaceId, next_in_ms } = lane;
      return { workspaceId, messages: [], changed: [], nextInMs: atMostPoll(next_in_ms), moreInDoubt: false };
    });
  }
}
