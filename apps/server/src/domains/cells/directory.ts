import { and, eq, gt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { recordset } from '../../platform/database/recordset.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { cells, cellWorkspaces } from './cells.schema.ts';
import type { CellReport } from './report.ts';

/** Where a workspace lives. */
export interface WorkspaceCell {
  /** Null for the directory itself, which has no name. */
  cell: string | null;
  /** Without a trailing slash. */
  url: string;
}

/** Stores a cell's report. A workspace that moved is listed under the cell that reported it last. */
export async function storeReport(db: Db, cell: string, report: CellReport): Promise<void> {
  const { after, through, workspaceIds } = report;
  const url = report.url.replace(/\/+$/, '');
  const reportedAt = new Date();
  await db.transaction(async (tx) => {
    await tx
      .insert(cells)
      .values({ name: cell, url, reportedAt })
      .onConflictDoUpdate({ target: cells.name, set: { url, reportedAt } });
    await tx
      .delete(cellWorkspaces)
      .where(
        and(
          eq(cellWorkspaces.cell, cell),
          after === null ? undefined : gt(cellWorkspaces.workspaceId, after),
          through === null ? undefined : lte(cellWorkspaces.workspaceId, through),
          workspaceIds.length === 0 ? undefined : notInArray(cellWorkspaces.workspaceId, workspaceIds),
        ),
      );
    if (workspaceIds.length === 0) return;
    const rows = [...new Set(workspaceIds)].sort().map((workspaceId) => ({ workspaceId, cell, reportedAt }));
    await tx
      .insert(cellWorkspaces)
      .select(sql`select workspace_id, cell, reported_at from ${recordset(cellWorkspaces, rows)}`)
      .onConflictDoUpdate({
        target: cellWorkspaces.workspaceId,
        set: { cell, reportedAt },
        setWhere: ne(cellWorkspaces.cell, cell),
      });
  });
}

export const isHere = async (db: Db, workspaceId: string): Promise<boolean> =>
  (await db.$count(workspaces, eq(workspaces.id, workspaceId))) > 0;

/** @returns undefined if no cell has reported the workspace */
export async function findCell(db: Db, workspaceId: string): Promise<WorkspaceCell | undefined> {
  const [found] = await db
    .select({ cell: cells.name, url: cells.url })
    .from(cellWorkspaces)
    .innerJoin(cells, eq(cells.name, cellWorkspaces.cell))
    .where(eq(cellWorkspaces.workspaceId, workspaceId));
  return found;
}
