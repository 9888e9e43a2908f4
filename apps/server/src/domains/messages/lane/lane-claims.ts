import type pg from 'pg';
import { Batcher } from '../../../platform/batcher.ts';
import type { EngineIdentity } from '../../engines/index.ts';
import { batchLanes } from './batch-lanes.ts';
import { claim, claimMany, type LaneClaimRequest } from './claim.ts';
import type { Claim } from './claim-answer.ts';

/**
 * Batching delay. It is short because the claimed messages are due; waiting for the disk batches most claims anyway.
 */
const BATCH_DELAY_MS = 10;
const MAX_LANES = 100;

/** Batches claims of lanes with due messages, so that they share one wait for the disk. */
export class LaneClaims {
  readonly #batcher: Batcher<LaneClaimRequest, Claim>;
  readonly #pool: pg.Pool;
  /** Engines whose last claim left due messages behind. */
  readonly #behind = new Set<string>();

  constructor(pool: pg.Pool, batchDelayMs = BATCH_DELAY_MS) {
    this.#pool = pool;
    this.#batcher = new Batcher(
      batchDelayMs,
      (requests) =>
        batchLanes(
          requests,
          (batch) => claimMany(pool, batch),
          ({ identity, ...request }) => claim(pool, identity, request),
        ),
      MAX_LANES,
    );
  }

  /**
   * As {@link claim}. A lane with a backlog is claimed alone: in a batch it would get only a share of the statement's
   * rows, and each row would cost more, in claims and in the reports that follow.
   * @throws 409 `LEASE_LOST`, 401
   */
  async claim(identity: EngineIdentity, { generation, limit }: Omit<LaneClaimRequest, 'identity'>): Promise<Claim> {
    const isBehind = this.#behind.delete(identity.engineId);
    const answer = await (isBehind
      ? claim(this.#pool, identity, { generation, limit })
      : this.#batcher.ask({ identity, generation, limit }));
    if (answer.nextInMs === 0) this.#behind.add(identity.engineId);
    return answer;
  }
}
