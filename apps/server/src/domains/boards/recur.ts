import { type Cells, type CellValue, isKeptByServer } from '@switchyard/contracts/boards/columns';
import type { Outcome } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { dayAt } from '../automations/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { type ColumnRow, findLayout, type ItemRow } from './boards.queries.ts';
import { meansDone, movePlan, nextDay } from './item-plan.ts';
import { itemPlans } from './plans.schema.ts';

interface RecurringItem extends Pick<ItemRow, 'boardId' | 'groupId' | 'cells' | 'parentId'> {
  columns: readonly ColumnRow[];
  beforeId: null;
}

/**
 * Adds the next item of a recurring one in the transaction that marks it done, so that a crash leaves both or neither.
 * The rule moves to the new item, so marking it done twice adds only one.
 */
export async function recurWhenDone(
  tx: Db,
  { workspaceId, place }: { workspaceId: string; place: (item: RecurringItem) => Promise<Outcome<ItemRow>> },
  item: ItemRow,
  { column, before, after, now }: { column: ColumnRow; before: CellValue; after: CellValue; now: Date },
): Promise<DomainEvent[]> {
  if (column.type !== 'status' || meansDone(column, before) || !meansDone(column, after)) return [];
  const plan = await movePlan(tx, item.id);
  if (!plan) return [];
  const { columns } = await findLayout(tx, item.boardId);
  const zone = (await findWorkspace(tx, workspaceId))?.zone ?? 'UTC';
  const due = columns.find(({ type }) => type === 'date');
  const current = due && item.cells[due.id];
  const today = dayAt(now.getTime(), zone);
  const next = nextDay(plan.rule, { day: typeof current === 'string' ? current.slice(0, 10) : null, today });
  if (next === null) return [];
  const begun = column.options.find(({ isDone }) => !isDone)?.id;
  const cells: Cells = Object.fromEntries(
    columns.flatMap(({ id, type, settings }) => {
      const value = item.cells[id];
      return value === undefined || isKeptByServer(type) || settings.isUnique ? [] : [[id, value]];
    }),
  );
  delete cells[column.id];
  if (begun) cells[column.id] = begun;
  if (due) cells[due.id] = next;
  const { boardId, groupId, parentId } = item;
  const { result, events } = await place({ boardId, groupId, parentId, columns, cells, beforeId: null });
  await tx.insert(itemPlans).values({ ...plan, itemId: result.id });
  return events;
}
