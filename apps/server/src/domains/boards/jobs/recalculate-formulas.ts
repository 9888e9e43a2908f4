import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import type { Stoppable } from '../../../platform/domain.ts';
import type { DomainEvent } from '../../../platform/events.ts';
import { runRepeatedly } from '../../../platform/jobs/run-repeatedly.ts';
import type { Platform } from '../../../platform/platform.ts';
import { boardChanged } from '../boards.events.ts';
import { findLayout } from '../boards.queries.ts';
import { boardItems, boards } from '../boards.schema.ts';
import { calculateFormulas, formulaColumns } from '../formulas.ts';

const INTERVAL_MS = 1_000;
const ITEMS_AT_ONCE = 500;

/**
 * Recalculates the formulas of all items of the board whose layout change has waited longest, one transaction per
 * batch. Two workers doing this at once get the same result.
 * @param tell called with the events of each batch
 * @returns whether there was one
 */
export async function recalculateDue(db: Db, tell: (events: DomainEvent[]) => void): Promise<boolean> {
  const [board] = await db
    .select()
    .from(boards)
    .where(isNotNull(boards.formulasDueAt))
    .orderBy(asc(boards.formulasDueAt))
    .limit(1);
  if (!board) return false;
  const { id: boardId, workspaceId, formulasDueAt } = board;
  let last: string | null = null;
  do last = await recalculateBatch(db, boardId, last);
  while (last !== null);
  // A change made meanwhile sets a new due time, which must stay.
  const isSame = formulasDueAt ? sql`${boards.formulasDueAt} = ${formulasDueAt}` : undefined;
  await db
    .update(boards)
    .set({ formulasDueAt: null })
    .where(and(eq(boards.id, boardId), isSame));
  tell([boardChanged(workspaceId, { boardId })]);
  return true;
}

/** @returns the last item of the batch; null if there are no more */
const recalculateBatch = (db: Db, boardId: string, after: string | null): Promise<string | null> =>
  db.transaction(async (tx) => {
    const { columns } = await findLayout(tx, boardId);
    const formulas = formulaColumns(columns);
    if (formulas.length === 0) return null;
    const items = await tx
      .select()
      .from(boardItems)
      .where(and(eq(boardItems.boardId, boardId), after === null ? undefined : gt(boardItems.id, after)))
      .orderBy(boardItems.id)
      .limit(ITEMS_AT_ONCE)
      .for('update');
    const results = await calculateFormulas(columns, items);
    const changed = items.flatMap(({ id, cells }, at) =>
      formulas.some((column) => cells[column.id] !== results[at]?.[column.id]) ? [{ id, patch: results[at] }] : [],
    );
    if (changed.length > 0) {
      await tx.execute(sql`
        update board_items i set cells = i.cells || p.patch, version = i.version + 1
        from json_to_recordset(${JSON.stringify(changed)}::json) as p (id uuid, patch jsonb) where i.id = p.id`);
    }
    return items.length < ITEMS_AT_ONCE ? null : (items.at(-1)?.id ?? null);
  });

/** Recalculates due formulas until stopped. Role `worker`. */
export const startFormulas = ({ database, events, log }: Platform): Stoppable =>
  runRepeatedly(async () => {
    try {
      while (await recalculateDue(database.db, (batchEvents) => events.dispatch(batchEvents)));
    } catch (error) {
      log.warn({ err: error }, 'board formulas could not be recalculated');
    }
    return INTERVAL_MS;
  });
