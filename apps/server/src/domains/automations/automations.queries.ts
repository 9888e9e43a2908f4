import type { ListQuery } from '@switchyard/contracts/entity';
import { and, asc, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { automationRuns, automations } from './automations.schema.ts';

type Paging = Pick<ListQuery, 'limit' | 'skip'>;

const selectAutomations = (db: Db) =>
  db
    .select({
      ...getTableColumns(automations),
      lastRunAt: sql<string | null>`(select max(r.created_at) from automation_runs r
        where r.automation_id = automations.id and r.state <> 'skipped')`,
    })
    .from(automations);
export type AutomationRow = Awaited<ReturnType<typeof selectAutomations>>[number];
export type RunRow = typeof automationRuns.$inferSelect;

export async function listAutomations(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Paging & { id: string },
): Promise<{ rows: AutomationRow[]; total: number }> {
  const matches = and(eq(automations.workspaceId, workspaceId), eq(automations.boardId, id));
  const rows = await selectAutomations(db)
    .where(matches)
    .orderBy(asc(automations.name), asc(automations.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(automations, matches) };
}

/** Finds an automation. @throws Refusal `NOT_FOUND` */
export async function findAutomation(db: Db, workspaceId: string, id: string): Promise<AutomationRow> {
  const [row] = await selectAutomations(db).where(
    and(eq(automations.id, id), eq(automations.workspaceId, workspaceId)),
  );
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Lists an automation's runs, latest first, without those its conditions skipped. @throws Refusal `NOT_FOUND` */
export async function listRuns(
  db: Db,
  workspaceId: string,
  { id, limit, skip }: Paging & { id: string },
): Promise<{ rows: RunRow[]; total: number }> {
  await findAutomation(db, workspaceId, id);
  const matches = and(eq(automationRuns.automationId, id), ne(automationRuns.state, 'skipped'));
  const rows = await db
    .select()
    .from(automationRuns)
    .where(matches)
    .orderBy(desc(automationRuns.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(automationRuns, matches) };
}
