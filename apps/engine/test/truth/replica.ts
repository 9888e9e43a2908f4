import type { Database } from '../../../server/src/platform/database/database.ts';
import type { Wanted } from './wanted.ts';

interface CopiedMessage {
  id: string;
  wa_message_id: string;
  status: string;
  lease_generation: number | null;
  attempt: number;
}

/** A replica's rows of a workspace at one moment, and what its people had been shown by then. */
export interface Copy {
  messages: CopiedMessage[];
  lanes: unknown[];
  engines: { id: string; desired: 'running' | 'absent' }[];
  recipients: unknown[];
  wanted: Wanted[];
}

const rowsOf = async <Row>({ pool }: Database, table: string, where: string): Promise<Row[]> =>
  (await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t where ${where}`)).rows.map(
    ({ row }) => row,
  );

const ofWorkspace = (workspaceId: string) =>
  `engine_id in (select id from engines where workspace_id = '${workspaceId}')`;

export async function takeCopy(database: Database, workspaceId: string, wanted: Wanted[]): Promise<Copy> {
  return {
    messages: await rowsOf(database, 'messages', `workspace_id = '${workspaceId}'`),
    lanes: await rowsOf(database, 'engine_lanes', ofWorkspace(workspaceId)),
    engines: await rowsOf(database, 'engines', `workspace_id = '${workspaceId}'`),
    recipients: await rowsOf(database, 'engine_recipients', ofWorkspace(workspaceId)),
    wanted: wanted.map((message) => ({ ...message })),
  };
}

/**
 * The replica replaces the primary. Everything confirmed since the copy is lost, and nobody can be asked for it;
 * `wanted` returns to its earlier state.
 * @returns ids of messages that nobody knows any more
 */
export async function useCopy(
  database: Database,
  workspaceId: string,
  copy: Copy,
  wanted: Wanted[],
): Promise<{ forgottenIds: string[] }> {
  const present = await rowsOf<CopiedMessage>(database, 'messages', `workspace_id = '${workspaceId}'`);
  const put = (table: string, rows: unknown[]) =>
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${quoted(rows)});`;
  await database.pool.query(`
    delete from messages where workspace_id = '${workspaceId}';
    delete from engines where workspace_id = '${workspaceId}';
    ${put('engines', copy.engines)} ${put('engine_lanes', copy.lanes)} ${put('engine_recipients', copy.recipients)} ${put('messages', copy.messages)}`);

  const known = new Map(copy.messages.map((row) => [row.id, row]));
  const then = new Map(copy.wanted.map((message) => [message.id, message]));
  const forgottenIds: string[] = [];
  for (const row of present) {
    const before = known.get(row.id);
    if (before?.wa_message_id !== row.wa_message_id) forgottenIds.push(row.wa_message_id);
    const mayHaveLeft =
      row.lease_generation !== (before?.lease_generation ?? null) || row.attempt > (before?.attempt ?? 0);
    const message = then.get(row.id);
    if (message && mayHaveLeft && before?.status === 'pending') message.forgotten = true;
  }
  wanted.splice(0, wanted.length, ...copy.wanted.map((message) => ({ ...message })));
  return { forgottenIds };
}

const quoted = (rows: unknown[]): string => `'${JSON.stringify(rows).replaceAll("'", "''")}'::jsonb`;
