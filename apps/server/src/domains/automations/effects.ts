import type { Rule, StepResult } from '@switchyard/contracts/automations/operations';
import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import type { BoardFilter } from '@switchyard/contracts/boards/operations';
import type { Db } from '../../platform/database/database.ts';
import type { DomainEvent } from '../../platform/events.ts';
import type { TriggerChat } from './automations.schema.ts';

/** The run that changes something: what its change sets off in turn comes after it. */
export interface Cause {
  depth: number;
}

interface ByRun {
  workspaceId: string;
  boardId: string;
  cause: Cause;
  now: Date;
}

/** An item as texts and steps take it. */
export interface ItemFacts {
  title: string;
  cells: Cells;
  /** By the names of the columns, as people read them. */
  values: Record<string, string>;
}

type Done = Pick<StepResult, 'outcome' | 'reason' | 'itemId' | 'text'>;
export interface Effect {
  result: Done;
  events: DomainEvent[];
}

/** What boards do for automations; they register it, since they are above them. */
export interface BoardEffects {
  /** @throws Refusal `NOT_FOUND`: no such board; `INVALID`: a column, group or value that it does not have */
  check(tx: Db, workspaceId: string, boardId: string, rule: Rule): Promise<void>;
  /** Null: the item is deleted. */
  findItem(tx: Db, boardId: string, itemId: string): Promise<ItemFacts | null>;
  passes(tx: Db, boardId: string, itemId: string, filters: readonly BoardFilter[]): Promise<boolean>;
  /** Items whose date in a column is between two days. */
  itemsDated(
    tx: Db,
    boardId: string,
    columnId: string,
    from: string,
    to: string,
  ): Promise<{ itemId: string; day: string; title: string }[]>;
  setCell(tx: Db, by: ByRun, change: { itemId: string; columnId: string; value: CellValue }): Promise<Effect>;
  moveToGroup(tx: Db, by: ByRun, change: { itemId: string; groupId: string }): Promise<Effect>;
  createItem(
    tx: Db,
    by: ByRun,
    item: { groupId: string; cells: Cells; fill: (text: string) => string; chat: TriggerChat | null },
  ): Promise<Effect>;
}

let registered: BoardEffects | undefined;
export const registerBoardEffects = (effects: BoardEffects): void => {
  registered = effects;
};
export function boardEffects(): BoardEffects {
  if (!registered) throw new Error('no domain does what automations do to boards');
  return registered;
}
