import type { Outgoing } from '@switchyard/contracts/engine/protocol';
import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import { type EngineIdentity, FENCE, fenceError } from '../../engines/index.ts';
import { type FoundFile, findFile } from '../../files/index.ts';
import type { Attachment } from '../write/attachment.ts';
import { bodyOf } from './outgoing.ts';

/**
 * The content an engine sent or is sending under an id, for a recipient who could not decrypt it and requests it again.
 * Null: no such message of this engine.
 * @throws 409 `LEASE_LOST`, 401
 */
export async function contentOf(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, waMessageId }: { generation: number; waMessageId: string },
): Promise<Outgoing['body'] | null> {
  const { rows } = await pool.query<{ body: string | null; attachment: Attachment | null }>(
    `select m.body, m.attachment from engine_lanes lane
     left join messages m on m.wa_message_id = $4 and m.engine_id = lane.engine_id and m.attempt > 0 where ${FENCE}`,
    [identity.engineId, generation, identity.tokenVersion, waMessageId],
  );
  const [row] = rows;
  if (!row) throw await fenceError(pool, identity);
  return row.body === null ? null : bodyOf({ body: row.body, attachment: row.attachment });
}

/**
 * A file carried by a message of this engine. Null: none carries it, or the file no longer exists.
 * @throws 409 `LEASE_LOST`, 401
 */
export async function fileOf(
  { db, pool }: Database,
  identity: EngineIdentity,
  { generation, fileId }: { generation: number; fileId: string },
): Promise<FoundFile | null> {
  const { rows } = await pool.query<{ carried: boolean }>(
    `select exists (select from messages m where m.file_id = $4 and m.engine_id = lane.engine_id) as carried
     from engine_lanes lane where ${FENCE}`,
    [identity.engineId, generation, identity.tokenVersion, fileId],
  );
  const [row] = rows;
  if (!row) throw await fenceError(pool, identity);
  return row.carried ? findFile(db, fileId) : null;
}
