import type pg from 'pg';
import { Gathered } from '../../../platform/gathered.ts';
import type { EngineIdentity } from '../../engines/index.ts';
import { claim } from './claim.ts';
import { atMostPoll, type Claim } from './claim-answer.ts';

/** A lane that expects nothing has slept for seconds: a few milliseconds more are nothing to it. */
const GATHER_MS = 20;

/**
 * What the lanes that ask have to do, for all in one statement that locks and changes nothing: the head of each line, if the asker may work the lane at all. Whoever
 * then takes rows does it by the claim's own statement, fence included, so an answer that was true a moment ago does no harm.
 * The pacing of a lane is not looked at: nothing due is nothing due under any rules, and they only ever hold longer.
 * Parameters: arrays $1 engine ids, $2 generations, $3 token versions; selected, so that one plan serves however many ask.
 */
const ASK_MANY = {
  name: 'lane_ask_many',
  text: `
  select asked.place::int, engine.workspace_id, lane.first_contacts_aside as aside,
    ceil(extract(epoch from head.claimable_at - now()) * 1000)::float8 as next_in_ms
  from unnest((select $1::uuid[]), (select $2::bigint[]), (select $3::int[])) with ordinality as asked (engine_id, generation, token_version, place)
    join engine_lanes lane on lane.engine_id = asked.engine_id and lane.generation = asked.generation and lane.expires_at is not null
    join engines engine on engine.id = asked.engine_id and engine.token_version = asked.token_version
    left join lateral (
      select claimable_at from messages
      where engine_id = asked.engine_id and status = 'pending' and hold_rule is distinct from 'first_contact' and engine.desired = 'running' and engine.plan_held_at is null
      order by claimable_at, id limit 1
    ) head on true`,
};

interface Asked {
  identity: EngineIdentity;
  generation: number;
  limit: number;
}

interface Found {
  place: number;
  workspace_id: string;
  aside: boolean;
  next_in_ms: number | null;
}

/** Answers lanes that ask because their longest sleep is over, many at a time: ten thousand of them are 667 questions a second, in fifty statements. */
export class LaneAsks {
  readonly #pool: pg.Pool;
  readonly #gathered: Gathered<Asked, Claim>;

  constructor(pool: pg.Pool, gatherMs = GATHER_MS) {
    this.#pool = pool;
    this.#gathered = new Gathered(gatherMs, (asked) => this.#askMany(asked));
  }

  /** As {@link claim}; the lease is left as it is when nothing was due. @throws 409 `LEASE_LOST`, 401 */
  claim(identity: EngineIdentity, { generation, limit }: { generation: number; limit: number }): Promise<Claim> {
    return this.#gathered.ask({ identity, generation, limit });
  }

  async #askMany(asked: readonly Asked[]): Promise<(Claim | Promise<Claim>)[]> {
    const { rows } = await this.#pool.query<Found>({
      ...ASK_MANY,
      values: [
        asked.map((one) => one.identity.engineId),
        asked.map((one) => one.generation),
        asked.map((one) => one.identity.tokenVersion),
      ],
    });
    const found = new Map(rows.map((row) => [row.place, row]));
    return asked.map(({ identity, generation, limit }, at) => {
      const lane = found.get(at + 1);
      // Something is due, or may be, or the lane is not the asker's: the claim does it, or says why not.
      if (!lane || lane.aside || (lane.next_in_ms ?? 1) <= 0) return claim(this.#pool, identity, { generation, limit });
      const { workspace_id: workspaceId, next_in_ms } = lane;
      return { workspaceId, messages: [], changed: [], nextInMs: atMostPoll(next_in_ms), moreInDoubt: false };
    });
  }
}
