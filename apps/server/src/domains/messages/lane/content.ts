import type { Outgoing } from '@switchyard/contracts/engine-protocol';
import type pg from 'pg';
import { type EngineIdentity, FENCE, whyRefused } from '../../engines/index.ts';

/**
 * What the engine sent (or sends) under an id: a recipient who could not read it asks for it again. Null: no such message of this engine.
 * @throws 409 `LEASE_LOST`, 401
 */
export async function contentOf(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, waMessageId }: { generation: number; waMessageId: string },
): Promise<Outgoing['body'] | null> {
  const { rows } = await pool.query<{ body: string | null }>(
    `select m.body from engine_lanes lane
     left join messages m on m.wa_message_id = $4 and m.engine_id = lane.engine_id and m.attempt > 0 where ${FENCE}`,
    [identity.engineId, generation, identity.tokenVersion, waMessageId],
  );
  const [row] = rows;
  if (!row) throw await whyRefused(pool, identity);
  return row.body === null ? null : { kind: 'text', text: row.body };
}
