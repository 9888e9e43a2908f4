import type pg from 'pg';
import { Batcher } from '../../../platform/batcher.ts';
import type { EngineIdentity } from '../../engines/index.ts';
import { batchLanes } from './batch-lanes.ts';
import { type ClaimAsk, claim, claimMany } from './claim.ts';
import type { Claim } from './claim-answer.ts';

/**
 * Somebody waits for what a claim takes, so claims in company wait little; the wait for the disk gathers most of them
 * anyway.
 */
const BATCH_DELAY_MS = 10;
const MAX_LANES = 100;

/** Claims of lanes that have something to take: together where they come together, with one wait for the disk. */
export class LaneClaims {
  readonly #gathered: Batcher<ClaimAsk, Claim>;
  readonly #pool: pg.Pool;
  /** Engines whose last claim left something due. */
  readonly #behind = new Set<string>();

  constructor(pool: pg.Pool, gatherMs = BATCH_DELAY_MS) {
    this.#pool = pool;
    this.#gathered = new Batcher(
      gatherMs,
      (asked) =>
        batchLanes(
          asked,
          (asks) => claimMany(pool, asks),
          ({ identity, ...ask }) => claim(pool, identity, ask),
        ),
      MAX_LANES,
    );
  }

  /**
   * As {@link claim}. A lane that is behind goes alone: company would leave it a share of one statement's rows, each of
   * which then costs more, in claims and in the reports that follow.
   * @throws 409 `LEASE_LOST`, 401
   */
  async claim(identity: EngineIdentity, { generation, limit }: Omit<ClaimAsk, 'identity'>): Promise<Claim> {
    const isBehind = this.#behind.delete(identity.engineId);
    const answer = await (isBehind
      ? claim(this.#pool, identity, { generation, limit })
      : this.#gathered.ask({ identity, generation, limit }));
    if (answer.nextInMs === 0) this.#behind.add(identity.engineId);
    return answer;
  }
}
