import { sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';

/** Names of columns that are never exported, not even to their owner: their contents allow signing in as somebody. */
const SECRET_COLUMNS = 'token|hash|secret|password|codes|qrcode';
/** Rows per table; workspace exports contain the rest. */
const MAX_ROWS = 5_000;

interface Export {
  exportedAt: string;
  person: unknown;
  /** Rows that name the person, by table and naming column. */
  tables: Record<string, unknown[]>;
}

/**
 * Exports every row that names the actor, from all tables found in the database catalogue, so that new tables are
 * included automatically. Rows of workspaces come only from those they are in now.
 */
export const exportAccount: Action<object, Export> = ({ db, clock }, actor) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    const { rows: columns } = await tx.execute<{ table: string; column: string; of_workspace: boolean }>(sql`
      select conrelid::regclass::text as table, attname as column, exists (
        select from information_schema.columns where table_schema = 'public' and table_name = conrelid::regclass::text and column_name = 'workspace_id'
      ) as of_workspace
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'users'::regclass order by 1, 2`);
    const tables: Export['tables'] = {};
    for (const { table, column, of_workspace } of columns) {
      const isMine = of_workspace
        ? sql`and (t.workspace_id is null or t.workspace_id in (select organization_id from workspace_members where user_id = ${actor.userId}))`
        : sql``;
      const { rows } = await tx.execute<{ row: unknown }>(sql`
        select to_jsonb(t) - array(
          select column_name::text from information_schema.columns
          where table_schema = 'public' and table_name = ${table} and column_name ~ ${SECRET_COLUMNS}
        ) as row from ${sql.identifier(table)} t
        where t.${sql.identifier(column)} = ${actor.userId} ${isMine} limit ${MAX_ROWS}`);
      if (rows.length > 0) tables[`${table}.${column}`] = rows.map(({ row }) => row);
    }
    const { rows: people } = await tx.execute<{ row: unknown }>(
      sql`select to_jsonb(t) as row from users t where t.id = ${actor.userId}`,
    );
    await writeAudit(tx, actor, { action: 'account.export', workspaceId: null });
    return { result: { exportedAt: clock.now().toISOString(), person: people[0]?.row ?? null, tables }, events: [] };
  });
