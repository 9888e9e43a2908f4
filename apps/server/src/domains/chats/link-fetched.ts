import type pg from 'pg';
import { Refusal } from '../../platform/refusal.ts';
import { type EngineIdentity, FENCE, fenceError } from '../engines/index.ts';

interface FetchTarget {
  generation: number;
  commandId: string;
}

const LANE = `lane as materialized (
    select lane.engine_id, engine.workspace_id from engine_lanes lane join engines engine on engine.id = lane.engine_id where ${FENCE}
  )`;
/** Only the lane's own engine may bring it. */
const EXPECTED = 'awaited.id = $4 and awaited.engine_id = lane.engine_id and awaited.until > now()';

/**
 * What a file brought by this engine is for.
 * @throws 409 `LEASE_LOST`, 401; `NOT_FOUND` if it is not expected, or no longer
 */
export async function expectedFile(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, commandId }: FetchTarget,
): Promise<{ workspaceId: string }> {
  const { rows } = await pool.query<{ workspace_id: string; is_expected: boolean }>(
    `with ${LANE} select lane.workspace_id, exists (select from file_fetches awaited where ${EXPECTED}) as is_expected from lane`,
    [identity.engineId, generation, identity.tokenVersion, commandId],
  );
  const [lane] = rows;
  if (!lane) throw await fenceError(pool, identity);
  if (!lane.is_expected) throw new Refusal('NOT_FOUND');
  return { workspaceId: lane.workspace_id };
}

/**
 * Links a stored file to what it was fetched for. A message keeps its first file; a picture is replaced. Unlinked files
 * are purged by `purgeFiles`.
 * @returns the file to show
 * @throws like {@link expectedFile}; then the file is not linked
 */
export async function linkFetched(
  pool: pg.Pool,
  identity: EngineIdentity,
  { generation, commandId }: FetchTarget,
  fileId: string,
): Promise<string> {
  const { rows } = await pool.query<{ file_id: string | null }>(
    `with ${LANE}, done as (
       delete from file_fetches awaited using lane where ${EXPECTED} returning awaited.engine_id, awaited.received_id, awaited.chat
     ), of_message as (
       update received_messages r set file_id = coalesce(r.file_id, $5), media_gone_at = null from done where r.id = done.received_id returning r.file_id
     ), of_chat as (
       insert into chat_facts (engine_id, chat, picture_file_id) select engine_id, chat, $5 from done where received_id is null
       on conflict (engine_id, chat) do update set picture_file_id = excluded.picture_file_id, updated_at = now()
       returning picture_file_id
     ), linked as (
       select file_id from of_message union all select picture_file_id from of_chat
     ), kept as (
       update files set unused_since = null from linked where files.id = linked.file_id
     )
     select linked.file_id from lane left join linked on true`,
    [identity.engineId, generation, identity.tokenVersion, commandId, fileId],
  );
  const [row] = rows;
  if (!row) throw await fenceError(pool, identity);
  if (row.file_id === null) throw new Refusal('NOT_FOUND');
  return row.file_id;
}
