import type { QueueAnswer } from '@switchyard/contracts/engine/extension';
import { MAX_COUNTED } from '@switchyard/contracts/messages/lane';
import type pg from 'pg';
import { type EngineIdentity, FENCE, fenceError } from '../../engines/index.ts';

const countUpTo = (condition: string) =>
  `(select count(*)::int from (select from messages m where m.engine_id = lane.engine_id and ${condition} limit ${MAX_COUNTED}) counted)`;

const QUEUE = `
  select ${countUpTo(`m.status = 'pending'`)} as pending, ${countUpTo(`m.status = 'pending' and m.due_at <= now()`)} as due,
    (select min(m.due_at) from messages m where m.engine_id = lane.engine_id and m.status = 'pending') as next_due_at
  from engine_lanes lane where ${FENCE}`;

/** Reads the number of pending messages in a lane for its holder. @throws 409 `LEASE_LOST`, 401 */
export async function readQueue(pool: pg.Pool, identity: EngineIdentity, generation: number): Promise<QueueAnswer> {
  const { rows } = await pool.query<{ pending: number; due: number; next_due_at: Date | null }>(QUEUE, [
    identity.engineId,
    generation,
    identity.tokenVersion,
  ]);
  const [queue] = rows;
  if (!queue) throw await fenceError(pool, identity);
  const { pending, due, next_due_at: next } = queue;
  return { pending, due, nextDueAt: next?.toISOString() ?? null };
}
